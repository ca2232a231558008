"""15: one person does very much of one thing, while others play."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from itertools import islice, product

from games.engine.classic import ClassicPosition
from games.engine.position import ImpossiblePosition
from games.services.lobby import ROOMS_TOLD
from games.services.storage import ENDED_AT_ONCE
from tests.faults.forms import post
from tests.faults.others import at_play, others_of
from tests.faults.process import errors, memory
from tests.faults.report import times
from tests.server import Server

MB = 1024 * 1024
PERSON = """
from django.contrib.sessions.backends.db import SessionStore
from games.models import Game, Player, Seat, Status
eve, adam = Player.objects.create(name="Eve"), Player.objects.create(name="Adam")
games = Game.objects.bulk_create([Game(status=Status.STARTED) for number in range({count})])
Seat.objects.bulk_create(Seat(game=game, mark="X", player=eve) for game in games)
Seat.objects.bulk_create(
    Seat(game=game, mark="O", **(dict(player=adam) if number % 2 else dict(opponent="easy")))
    for number, game in enumerate(games)
)
session = SessionStore()
session["player"] = eve.pk
session.save()
print(session.session_key)
"""


def stored(site: Server, question: str) -> int:
    return int(site.manage("shell", "--verbosity", "0", "--command", f"from games.models import *\nprint({question})"))


async def test_new_names_of_somebody_with_thousands_of_unfinished_games(make_site, fault):
    """Half of the games are against the computer."""
    fault, site = fault("15 new names of a player with thousands of games in play"), make_site()
    count = times(full=5_000, short=1_000)
    session = site.manage("shell", "--verbosity", "0", "--command", PERSON.format(count=count)).strip()
    others, took = await others_of(site), []

    async def send(path: str, **form: object) -> None:
        began = time.monotonic()
        assert (await asyncio.to_thread(post, site.url, path, f"sessionid={session}", **form)).status == 302
        took.append(time.monotonic() - began)

    async with at_play(others, site, fault):
        for number in range(times(full=30, short=5)):
            await send("/name/", name=f"Eve {number}")
            fault.tried += 1
        for _start in range(2):
            await send("/new/computer/", opponent="easy", side="X")
    eves = "Game.objects.filter(seats__player__name__startswith='Eve'"
    assert stored(site, f"{eves}, version__gte={fault.tried}).count()") == ROOMS_TOLD
    assert stored(site, f"{eves}, ended='abandoned').count()") == 2 * ENDED_AT_ONCE
    fault.note(f"{count:,} games; a form takes {max(took) * 1000:.0f} ms at most")
    assert errors(site) == []


async def test_pictures_of_very_many_boards(make_site, fault):
    fault, site = fault("15d pictures of 300 boards, 8 at once"), make_site()
    others, before = await others_of(site), memory(site)
    places, took = asyncio.Semaphore(8), []

    async def ask(board: str) -> None:
        async with places:
            began = time.monotonic()
            answer, _picture = await asyncio.to_thread(site.get, f"/board/{board}.png")
            assert answer.status == 200
            took.append(time.monotonic() - began)

    async with at_play(others, site, fault):
        await asyncio.gather(*map(ask, islice(possible(), times(full=300, short=60))))
    fault.tried += len(took)
    grown = memory(site) - before
    assert grown < 80 * MB
    fault.note(f"{max(took) * 1000:.0f} ms at most; +{grown / MB:.0f} MB")
    assert errors(site) == []


def possible() -> Iterator[str]:
    for symbols in product("_XO", repeat=9):
        with contextlib.suppress(ImpossiblePosition):
            yield ClassicPosition("".join(symbols)).cells
