"""Django's database sessions with three differences, and the session of a socket."""

from typing import Any

from channels.sessions import CookieMiddleware
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.site.identity import SESSION_KEY
from games.site.sql import objects


class SessionStore(DatabaseStore):
    """Keeps the player, under a new key, when Django flushes the session because an administrator signs out or has
    changed the password. Ignores malformed keys, because PostgreSQL fails on NUL characters. Uses raw SQL, because
    every page reads the session."""

    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key if session_key and session_key.isalnum() else None)

    def flush(self) -> None:
        player = self.get(SESSION_KEY)
        super().flush()
        if player is not None:
            self[SESSION_KEY] = player

    def _get_session_from_db(self) -> Session | None:
        statement = "SELECT * FROM django_session WHERE session_key = %s AND expire_date > %s"
        found = objects(Session, statement, self.session_key or "", timezone.now())
        if not found:
            self._session_key = None
        return found[0] if found else None


def with_session(application: Any) -> Any:
    """Wrap a websocket application so that its scope has the browser's session, read-only. Channels' own middleware
    checks before every message whether the session has changed, though no socket changes it."""

    async def run(scope: Any, receive: Any, send: Any) -> None:
        session = SessionStore(scope["cookies"].get(settings.SESSION_COOKIE_NAME))
        await application({**scope, "session": session}, receive, send)

    return CookieMiddleware(run)
