"""Sessions in the database, as Django keeps them, with one difference, and how sockets find theirs."""

from typing import Any

from channels.sessions import CookieMiddleware
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from games.identity import SESSION_KEY


class SessionStore(DatabaseStore):
    """Keeps the player of a browser. Django empties a session if an administrator signs out or their password was
    changed elsewhere. Here only the administrator goes; the player stays, under a new key."""

    def flush(self) -> None:
        player = self.get(SESSION_KEY)
        super().flush()
        if player is not None:
            self[SESSION_KEY] = player


def with_session(application: Any) -> Any:
    """An application of sockets that finds the session of the browser in its scope, to be read alone.

    Channels' own middleware looks at each message that is sent whether the session has changed; no socket changes any.
    """

    async def run(scope: Any, receive: Any, send: Any) -> None:
        session = SessionStore(scope["cookies"].get(settings.SESSION_COOKIE_NAME))
        await application({**scope, "session": session}, receive, send)

    return CookieMiddleware(run)
