"""The review desk: games, their moves, players, machines of matchboxes and tournaments, for administrators."""

from games.admin import games, machines, players, tournaments  # noqa: F401 - registers the pages
