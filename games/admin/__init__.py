"""The review desk: games, their moves, players and machines of matchboxes, for administrators."""

from games.admin import games, machines, players  # noqa: F401 - registers the pages
