"""Browsers of people, the text of pages, and limits to use up."""

import re

from django.test import Client
from django.urls import reverse

from games.play.models import Game
from games.site import limits
from games.site.limits import Limit
from games.site.models import Player

HERE = "192.0.2.7"


def fill(limit: Limit, who: int | str) -> None:
    for _time in range(limit.most):
        limits.take(limit, who)


def identify(browser: Client, who: Player) -> None:
    session = browser.session
    session["player"] = who.pk
    session.save()
    browser.cookies["sessionid"] = session.session_key


class Browser(Client):
    """The test client of a Player, or of an unknown visitor."""

    def __init__(self, who: Player | None, **options: object) -> None:
        super().__init__(**options)
        self.who = who
        if who:
            identify(self, who)

    def see(self, address: str) -> str:
        return self.get(address).content.decode()

    def make(self, kind: str, **form: str) -> Game:
        """Start a game through a form of the home page."""
        answer = self.post(reverse(f"games:new_{kind}"), form)
        assert answer.status_code == 302, answer.content
        return Game.objects.get(code=answer["Location"].split("/")[2])

    def mark(self, game: Game, number: int):
        """Mark a square, 1 to 9, on the current board."""
        version = Game.objects.get(pk=game.pk).version
        return self.post(f"/g/{game.code}/play/", {"cell": number - 1, "version": version})

    def do(self, code: str, verb: str, version: int):
        sent = {"cell": "8", "drawing": "nice", "version": str(version)}
        return self.post(reverse(f"games:{verb}", args=[code]), sent)


def words(page: str) -> str:
    """Return the text of the main part of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") : page.index("</main>")]).split())
