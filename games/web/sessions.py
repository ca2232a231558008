"""Where sessions are kept: in the database, as Django does it, but for one thing."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from games.identity import SESSION_KEY


class SessionStore(DatabaseStore):
    """Django empties a session when an administrator signs out or their password was changed elsewhere. The
    administrator goes; the player of this browser stays, under a new key."""

    def flush(self) -> None:
        player = self.get(SESSION_KEY)
        super().flush()
        if player is not None:
            self[SESSION_KEY] = player
