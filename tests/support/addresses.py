"""Every URL of the site, and its security headers."""

import re
from collections.abc import Iterator

from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.home import links
from games.menace import services as menace_services
from games.play import services as play_services
from games.play.models import Game
from games.practice.daily import FIRST_DAY
from games.practice.models import Daily
from tests.support.games import friends, play, player
from tests.support.played import played

POLICY = {
    "default-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


# Attributes and elements that the content policy would block.
INLINE = re.compile(r"<style|<script(?![^>]* src=)(?![^>]*application/json)|<[^>]*\s(?:style|on[a-z]+)\s*=", re.I)


def patterns(found: list, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every URL route of the site as written, with its pattern."""
    for pattern in found:
        written = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern.url_patterns, written)
        else:
            yield written, pattern


ALL = list(patterns(get_resolver().url_patterns))


WRITTEN = [written for written, _pattern in ALL]


class Site:
    """Stored objects, and a URL for each pattern."""

    def __init__(self, rf) -> None:
        self.ada, self.host = player("Ada"), User.objects.create_superuser("host", password="pencil")
        game = friends(x=self.ada, o=player("Ben"))
        play(game, "1 4 2 5 3")
        self.game = Game.objects.get(pk=game.pk)
        self.series = play_services.start_series(player=self.ada, x="easy", o="hard", count=1)
        self.machine = menace_services.begin_with_machine(player=self.ada, house=True).machine
        self.daily = Daily.objects.create(player=self.ada, day=FIRST_DAY)
        self.token = links.device_url(rf.get("/"), self.ada).split("/")[-2]
        self.tournament = played()
        self.group = Group.objects.create(name="Reviewers")

    def browser(self, *, staff: bool = False, **options: object) -> Client:
        browser = Client(raise_request_exception=False, headers={"x-forwarded-proto": "https"}, **options)
        if staff:
            browser.force_login(self.host, backend="django.contrib.auth.backends.ModelBackend")
        session = browser.session
        session["player"] = self.ada.pk
        session.save()
        browser.cookies["sessionid"] = session.session_key
        return browser

    def address(self, written: str) -> str:
        """Return a URL for a pattern. Fails for a new kind of argument."""
        rows = {
            "game": self.game,
            "player": self.ada,
            "user": self.host,
            "group": self.group,
            "daily": self.daily,
            "menace": self.machine,
            "tournament": self.tournament,
        }
        model = re.search(r"(?:auth|games)/(\w+)/", written)
        kind = rows[model[1]] if model else self.game
        code = self.series.code if written.startswith("w/") else self.game.code
        values = {
            "code:code": code,
            "entry:code": self.tournament.code,
            "key:key": self.tournament.key,
            "cells:cells": "X___O____",
            "int:number": str(kind.pk) if model else "1",
            "day:day": FIRST_DAY.isoformat(),
            "str:token": self.token,
            "str:letters": "wbf",
            "str:typed": self.tournament.code,
            "path:object_id": str(kind.pk),
            "id": str(kind.pk),
            "path:content_type_id": "1",
        }
        plain = written.replace("(?P<url>.*)", "nowhere").removesuffix("$").replace("/^", "/")
        plain = re.sub(r"\(\?P<app_label>[^)]*\)", "games", plain)
        plain = re.sub(r"<([\w:]+)>", lambda found: values[found[1]], plain)
        assert not re.search(r"[<>^$(\\]", plain), f"no address known for {written}"
        return f"/{plain}"
