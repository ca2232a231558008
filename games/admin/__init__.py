"""The review desk: games, their moves and players, for administrators."""

from games.admin import games, players  # noqa: F401 - registers the pages
