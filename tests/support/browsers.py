"""Test clients of players, the text of a page, and rate limits that are used up."""

import re

from django.test import Client
from django.urls import reverse

from games.site import limits
from games.site.limits import Limit
from games.site.models import Player

HERE = "192.0.2.7"


def fill(limit: Limit, who: int | str) -> None:
    """Use up a limit."""
    for _time in range(limit.most):
        limits.take(limit, who)


class Browser(Client):
    """The test client of a Player, or of an unknown visitor."""

    def __init__(self, who: Player | None, **options: object) -> None:
        super().__init__(**options)
        if who:
            session = self.session
            session["player"] = who.pk
            session.save()
            self.cookies["sessionid"] = session.session_key

    def do(self, code: str, verb: str, version: int):
        """Post a verb of a room."""
        sent = {"cell": "8", "drawing": "nice", "version": str(version)}
        return self.post(reverse(f"games:{verb}", args=[code]), sent)


def words(page: str) -> str:
    """Return the text of a page's main element."""
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") : page.index("</main>")]).split())
