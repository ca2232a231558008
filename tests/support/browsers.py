"""Browsers of people."""

from django.test import Client
from django.urls import reverse

from games.models import Player


class Browser(Client):
    """The browser of a Player, or of nobody."""

    def __init__(self, who: Player | None) -> None:
        super().__init__()
        if who:
            session = self.session
            session["player"] = who.pk
            session.save()
            self.cookies["sessionid"] = session.session_key

    def do(self, code: str, verb: str, version: int):
        sent = {"cell": "8", "drawing": "nice", "version": str(version)}
        return self.post(reverse(f"games:{verb}", args=[code]), sent)
