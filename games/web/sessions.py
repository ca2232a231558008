"""Sessions in the database, as Django keeps them, with one difference."""

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
