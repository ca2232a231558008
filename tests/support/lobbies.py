"""The page of a tournament, as its socket meets it."""

from games.models import Player
from tests.support import room_pages


class Page(room_pages.Page):
    """The socket of a page that shows a tournament."""

    def __init__(self, code: str, who: Player | None, query: str = "lang=en") -> None:
        super().__init__(code, who, query)
        self.scope["path"] = f"/ws/t/{code}/"
