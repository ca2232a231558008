"""The pages of a wall and a host, as their sockets meet them."""

from games.models import Player
from tests.support import room_pages


class Page(room_pages.Page):
    """The socket of a page of this path."""

    def __init__(self, path: str, who: Player | None = None, query: str = "lang=en") -> None:
        super().__init__("", who, query)
        self.scope["path"] = f"/ws/{path}/"
