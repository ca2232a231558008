"""Who listens to a room, as the channel layer in memory knows."""

from games import news


def listened(room: str) -> bool:
    """Return whether anybody in this process listens to a room."""
    return room in news.layer().groups  # type: ignore[attr-defined]
