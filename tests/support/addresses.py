"""Every route of the site with a URL for it, and what every response must have."""

import re
from collections.abc import Iterator

from django.contrib.auth.models import Group, User
from django.urls import URLPattern, URLResolver, get_resolver

from games.home.views.device import device_url
from games.menace import services as menace_services
from games.play import services as play_services
from games.play.models import Game
from games.practice.daily import FIRST_DAY
from games.practice.models import Daily
from tests.support.browsers import Browser
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


def routes(patterns: list, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield each route as written in the URL configuration, with its pattern."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route, pattern


PATTERNS = list(routes(get_resolver().url_patterns))
ROUTES = [route for route, _pattern in PATTERNS]


class Site:
    """Stored objects, and a URL for each route."""

    def __init__(self, rf) -> None:
        self.ada, self.host = player("Ada"), User.objects.create_superuser("host", password="pencil")
        game = friends(x=self.ada, o=player("Ben"))
        play(game, "1 4 2 5 3")
        self.game = Game.objects.get(pk=game.pk)
        self.series = play_services.start_series(player=self.ada, x="easy", o="hard", count=1)
        self.machine = menace_services.begin_with_machine(player=self.ada, house=True).machine
        self.daily = Daily.objects.create(player=self.ada, day=FIRST_DAY)
        self.token = device_url(rf.get("/"), self.ada).split("/")[-2]
        self.tournament = played()
        self.group = Group.objects.create(name="Reviewers")

    def browser(self, *, staff: bool = False, **options: object) -> Browser:
        """Return Ada's browser over TLS, in which an administrator has logged in if `staff`."""
        options |= {"raise_request_exception": False, "headers": {"x-forwarded-proto": "https"}}
        browser = Browser(self.ada, **options)
        if staff:
            browser.force_login(self.host, backend="django.contrib.auth.backends.ModelBackend")
        return browser

    def address(self, route: str) -> str:
        """Return a URL for a route. Raises KeyError or AssertionError for a new kind of argument."""
        rows = {
            "game": self.game,
            "player": self.ada,
            "user": self.host,
            "group": self.group,
            "daily": self.daily,
            "menace": self.machine,
            "tournament": self.tournament,
        }
        model = re.search(r"(?:auth|games)/(\w+)/", route)
        row = rows[model[1]] if model else self.game
        code = self.series.code if route.startswith("w/") else self.game.code
        values = {
            "code:code": code,
            "entry:code": self.tournament.code,
            "key:key": self.tournament.key,
            "cells:cells": "X___O____",
            "int:number": str(row.pk) if model else "1",
            "day:day": FIRST_DAY.isoformat(),
            "str:token": self.token,
            "str:letters": "wbf",
            "str:typed": self.tournament.code,
            "path:object_id": str(row.pk),
            "id": str(row.pk),
            "path:content_type_id": "1",
        }
        plain = route.replace("(?P<url>.*)", "nowhere").removesuffix("$").replace("/^", "/")
        plain = re.sub(r"\(\?P<app_label>[^)]*\)", "games", plain)
        plain = re.sub(r"<([\w:]+)>", lambda found: values[found[1]], plain)
        assert not re.search(r"[<>^$(\\]", plain), f"no URL known for {route}"
        return f"/{plain}"
