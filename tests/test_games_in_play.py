"""No URL reveals more about a game in play than its room does.

A game is put into two positions that differ by one move: one is drawn, the other won. Every page, file, fragment,
picture and socket must answer the same for both, except for the places of the marks. The URLs come from the URL
configuration, and their parameters from the code that reads them.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from inspect import getsource
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from games import urls
from games.engine.position import Mark
from games.features import modules
from games.play import services
from games.play.models import Game
from games.routing import websocket_urlpatterns
from games.site.models import Player
from tests.support import room_pages
from tests.support import tournaments as play
from tests.support.browsers import Browser
from tests.support.games import player

DRAWN, WON = "04", "01"  # X in a corner; O in the middle, or beside X
NO_CODES = {"number", "day", "token", "letters", "cells"}  # URL placeholders that identify no game
READS = re.compile(r'(?:GET|query)\.get\("(\w+)"|"(\w+)" (?:not )?in (?:\w+\.GET|query)\b')
READS_A_FORM = re.compile(r"(\w+Form)\(request\.GET\)")
LAST_MOVE = re.compile(r"<noscript><p>[^<]* marked [^<]*</p></noscript>")
TAKES_FROM = re.compile(r"^from (games\.\w+\.views(?:\.\w+)?) import", re.MULTILINE)


class Content(HTMLParser):
    """The text and appearance of a page and its drawings, without the marks and the names of their squares."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()
        self.skips = False
        self.feed(LAST_MOVE.sub("", html))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if named.get("class") not in ("X", "O"):
            self.found.update(filter(None, (named.get("class"), named.get("d"))))
        self.skips = tag in ("title", "script")

    def handle_endtag(self, tag: str) -> None:
        self.skips = False

    def handle_data(self, data: str) -> None:
        if not self.skips:
            self.found.update(data.split())


def parameters(module: str) -> list[str]:
    """Return the query parameters that a module reads, with those of the views that it imports and, if it uses Parts,
    of all Parts."""
    code = getsource(sys.modules[module])
    names = {name for found in READS.findall(code) for name in found if name}
    names.update(*(getattr(sys.modules[module], form).base_fields for form in READS_A_FORM.findall(code)))
    others = TAKES_FROM.findall(code)
    if "in parts()" in code:
        others += [one.__name__ for one in modules("part")]
    return sorted(names.union(*map(parameters, others)))


def queries(names: list[str]) -> list[str]:
    """Return queries with each parameter, with none, and with all."""
    each = [f"{name}=1" for name in names]
    return [*each, "", "&".join(each)] if each else [""]


def walk(patterns: list[Any], codes: dict[str, str]) -> Iterator[str]:
    """Yield every path that names a game or a tournament, with its parameters."""
    for pattern in patterns:
        route = str(pattern.pattern)
        taken = re.findall(r"<\w+:(\w+)>", route)
        if taken and not set(taken) & NO_CODES:
            route = re.sub(r"<(\w+):(\w+)>", lambda one: codes.get(one[1]) or codes[one[2]], route)
            yield from (f"/{route}?{query}" for query in queries(parameters(pattern.callback.__module__)))


def responses_of(client: Client, address: str, *, sends: bool) -> list[object]:
    """Return the responses of a URL to GET and, if `sends`, to an empty POST."""
    responses: list[object] = []
    for ask in (client.get, client.post)[: 1 + sends]:
        answer = ask(address)
        body = answer.content.decode()
        html = answer.get("Content-Type", "").startswith("text/html")
        where = re.sub("[XO_]{9}", "", answer.get("Location", ""))
        responses += [answer.status_code, where, Content(body).found if html else body]
    return responses


def revealing_urls(game: Game, codes: dict[str, str], who: Player | None = None) -> list[str]:
    """Return the URLs that answer differently for the drawn and the won position.

    With `who`, requests only this game's URLs, and sends no forms, which would change the game.
    """
    client, responses = Browser(who), []
    addresses = [*walk(urls.urlpatterns, {**codes, "code": game.code})]
    if who:
        addresses = [one for one in addresses if game.code in one]
    for record in (DRAWN, WON):
        Game.objects.filter(pk=game.pk).update(record=record)
        responses.append([responses_of(client, one, sends=who is None and one.count("=") != 1) for one in addresses])
    return [address for address, *both in zip(addresses, *responses, strict=True) if both[0] != both[1]]


def tournament_game() -> tuple[Game, dict[str, str]]:
    """Return a tournament's game, and the values for the placeholders of its URLs."""
    made = play.tournament("Ada", "Ben")
    play.pair("Ada Ben")
    game = play.game_of("Ada")
    return game, {"code": game.code, "entry": made.code, "typed": made.code, "key": made.key}


@pytest.mark.slow
@pytest.mark.django_db
def test_no_page_reveals_the_worth_of_a_position_in_play(still, settings):
    settings.LIMITS = False
    game, codes = tournament_game()
    assert revealing_urls(game, codes) == []
    assert revealing_urls(game, codes, play.person("Ada")) == []
    eve = player("Eve")
    made = services.start_against_computer(player=eve, opponent="wbf", side=Mark.X, hints=True)
    assert revealing_urls(Game.objects.get(code=made.code), codes, eve) == []


@pytest.mark.django_db
def test_the_walk_detects_a_finished_games_review():
    game, _codes = tournament_game()
    services.resign(code=game.code, player=play.person("Ada"))
    responses = []
    for record in (DRAWN, WON):
        Game.objects.filter(pk=game.pk).update(record=record)
        responses.append(responses_of(Client(), f"/g/{game.code}/", sends=False))
    assert responses[0] != responses[1]
    assert {"review", "ply", "watch", "seen", "over"} <= {*parameters("games.play.views.room")}


class Page(room_pages.Page):
    def __init__(self, address: str, who: Player | None) -> None:
        path, _, query = address.partition("?")
        super().__init__("", who, query)
        self.scope["path"] = path


@pytest.mark.django_db(transaction=True)
async def test_no_socket_reveals_the_worth_of_a_position_in_play(still, settings):
    settings.LIMITS = False
    game, codes = await database_sync_to_async(tournament_game)()
    ada = await database_sync_to_async(play.person)("Ada")
    states, of_ada, beside = [], Page(f"/ws/g/{game.code}/?", ada), Page(f"/ws/g/{game.code}/?", None)
    await beside.open()
    await of_ada.open()  # keeps Ada present in both positions
    await beside.sees("here")
    for record in (DRAWN, WON):
        await Game.objects.filter(pk=game.pk).aupdate(record=record)
        states.append(
            {
                (address, who): {**(frame := await first_state(address, who)), "html": Content(frame["html"]).found}
                for address in walk(websocket_urlpatterns, codes)
                for who in (None, ada)
            }
        )
    assert states[0] == states[1]
    for page in (of_ada, beside):
        await page.disconnect()


async def first_state(address: str, who: Player | None) -> dict[str, Any]:
    page = Page(address, who)
    state = await page.open()
    await page.disconnect()
    return state
