"""The review desk: games, their moves and players."""

from games.desk import games, players  # noqa: F401 - registers the pages
