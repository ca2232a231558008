"""15: one person does very much of one thing, while others play."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Iterator
from itertools import islice, product

from games.engine.classic import CLASSIC, ClassicPosition
from games.engine.position import ImpossiblePosition
from games.limits import GUESTS, SERIES
from games.services.lobby import ROOMS_TOLD
from games.services.offers import MOST_TAKEN_BACK
from games.services.storage import ENDED_AT_ONCE
from tests.faults.forms import Answer, post
from tests.faults.others import at_play, others_of
from tests.faults.players import Board
from tests.faults.process import errors, memory
from tests.faults.report import times
from tests.faults.tournaments import Party
from tests.server import Server

MB = 1024 * 1024
CLASS = 30
OLD_COOKIES = """
from datetime import timedelta
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from games.models import Player
for number in range(10):
    player = Player.objects.create(name="Eve")
    Player.objects.filter(pk=player.pk).update(created_at=timezone.now() - timedelta(days=2))
    session = SessionStore()
    session["player"] = player.pk
    session.save()
    print(f"sessionid={session.session_key}")
"""
PERSON = """
from django.contrib.sessions.backends.db import SessionStore
from games import services
from games.models import Game, Player, Seat, Status
eve, adam = Player.objects.create(name="Eve"), Player.objects.create(name="Adam")
started = [Game(status=Status.STARTED) for number in range({count})]
games = Game.objects.bulk_create(started)
Seat.objects.bulk_create(Seat(game=game, mark="X", player=eve) for game in games)
Seat.objects.bulk_create(
    Seat(game=game, mark="O", **(dict(player=adam) if number % 2 else dict(opponent="easy")))
    for number, game in enumerate(games)
)
session = SessionStore()
session["player"] = eve.pk
session.save()
print(session.session_key, games[0].code)
"""


def somebody(site: Server, count: int) -> tuple[str, str]:
    """The cookie of a person with so many games in play, half of them against the computer, and the code of one."""
    key, code = site.manage("shell", "--verbosity", "0", "--command", PERSON.format(count=count)).split()
    return f"sessionid={key}", code


def old_cookies(site: Server) -> list[str]:
    """The cookies of ten people who came two days ago."""
    return site.manage("shell", "--verbosity", "0", "--command", OLD_COOKIES).split()


def stored(site: Server, question: str) -> int:
    return int(site.manage("shell", "--verbosity", "0", "--command", f"from games.models import *\nprint({question})"))


async def send(site: Server, path: str, cookie: str, **data: object) -> tuple[Answer, float]:
    began = time.monotonic()
    return await asyncio.to_thread(post, site.url, path, cookie, **data), time.monotonic() - began


async def newcomer(site: Server, path: str, **data: object) -> Answer:
    """A form sent by a browser that has never been here."""
    return await asyncio.to_thread(post, site.url, path, "", token=secrets.token_hex(16), **data)


async def test_new_names_of_somebody_with_thousands_of_unfinished_games(make_site, fault):
    fault, site = fault("15 new names of a player with thousands of games in play"), make_site()
    count = times(full=5_000, short=1_000)
    cookie, _code = somebody(site, count)
    others, took = await others_of(site), []
    async with at_play(others, site, fault):
        for number in range(times(full=30, short=5)):
            answer, seconds = await send(site, "/name/", cookie, name=f"Eve {number}")
            assert answer.status == 302
            took.append(seconds)
            fault.tried += 1
        for _start in range(2):
            await send(site, "/new/computer/", cookie, opponent="easy", side="X")
    eves = "Game.objects.filter(seats__player__name__startswith='Eve'"
    assert stored(site, f"{eves}, version__gte={fault.tried}).count()") == ROOMS_TOLD
    assert stored(site, f"{eves}, ended='abandoned').count()") == 2 * ENDED_AT_ONCE
    fault.note(f"{count:,} games; a name takes {max(took) * 1000:.0f} ms at most")
    assert errors(site) == []


async def test_taking_back_for_ever(make_site, fault):
    fault, site = fault("15b moves taken back for ever"), make_site()
    cookie, code = somebody(site, 1)
    others, answers = await others_of(site), []
    async with at_play(others, site, fault):
        for _time in range(times(full=400, short=120)):
            board = await asyncio.to_thread(look, site, code, cookie)
            free = next((cell for cell in range(9) if str(cell) not in board.moves), 0)
            await send(site, f"/g/{code}/play/", cookie, cell=free, version=board.version)
            board = await asyncio.to_thread(look, site, code, cookie)
            answer, _ = await send(site, f"/g/{code}/take-back/", cookie, version=board.version)
            answers.append(answer.status)
            fault.tried += 1
    assert (answers[0], answers[-1] in (409, 429)) == (302, True)
    rows = stored(site, f"Move.objects.filter(game__code='{code}').count()")
    assert MOST_TAKEN_BACK <= rows <= MOST_TAKEN_BACK + 11
    fault.note(f"{rows} moves stored")
    assert errors(site) == []


def look(site: Server, code: str, cookie: str) -> Board:
    _answer, fragment = site.get(f"/g/{code}/state/", Cookie=cookie)
    return Board.of(fragment.decode(), CLASSIC)


async def test_newcomers_who_drop_the_cookie_and_people_who_collect_them(make_site, fault):
    """Each is a new player; what all of them have computers play is counted by their address, and up to a higher figure
    so is that of people with old cookies. A class at that address joins a tournament all the same."""
    everybody = times(full=SERIES.everybody, short=SERIES.newcomers + 1_000)
    site = make_site(*times(full=(), short=("meagre", f"{everybody}")))
    collected, joining = fault("15e series of people with old cookies"), fault("17q a class joins after 600 guests")
    fault = fault("15c series of newcomers who drop the cookie")
    kept = old_cookies(site)
    others, statuses = await others_of(site), []
    invite = (await newcomer(site, "/new/friend/", side="X")).to
    window = time.time() // GUESTS.seconds
    async with at_play(others, site, fault):
        began = time.monotonic()
        for _number in range(times(full=108, short=40)):
            statuses.append((await newcomer(site, "/new/series/", x="easy", o="hard", count=100)).status)
            fault.tried += 1
        took = time.monotonic() - began
        while statuses[-1] != 429 or len(statuses) < GUESTS.most + 5:
            statuses.append((await newcomer(site, "/name/", name="Eve")).status)
        joined = await newcomer(site, f"{invite}join/", name="Ben")
        answered = 302
        while answered == 302:
            cookie = kept[collected.tried % len(kept)]
            answered = (await send(site, "/new/series/", cookie, x="easy", o="hard", count=100))[0].status
            collected.tried += 1
        joining.tried = len((await Party.gather(site, CLASS)).entrants)
    made = stored(site, "Game.objects.exclude(series=None).count()")
    windows = 1 + time.time() // GUESTS.seconds - window  # of time, that the test has met
    assert SERIES.newcomers <= 100 * statuses[: fault.tried].count(302) <= windows * SERIES.newcomers
    assert (answered, everybody <= made <= windows * everybody) == (429, True)
    assert (joined.status, joined.to) == (302, invite)
    fault.note(f"{took:.0f} s; a friend let in after {len(statuses)} requests")
    collected.note(f"{made:,} games of computers stored, with those of newcomers")
    assert errors(site) == []


async def test_pictures_of_very_many_boards(make_site, fault):
    fault, site = fault("15d pictures of 300 boards, 8 at once"), make_site()
    others, before = await others_of(site), memory(site)
    boards = [*islice(possible(), times(full=300, short=60))]
    places, took = asyncio.Semaphore(8), []

    async def ask(board: str) -> None:
        async with places:
            began = time.monotonic()
            assert await asyncio.to_thread(picture, site, board) == 200
            took.append(time.monotonic() - began)

    async with at_play(others, site, fault):
        await asyncio.gather(*map(ask, boards))
        fault.tried += len(boards)
    grown = memory(site) - before
    assert grown < 80 * MB
    fault.note(f"{max(took) * 1000:.0f} ms at most; +{grown / MB:.0f} MB")
    assert errors(site) == []


def possible() -> Iterator[str]:
    for symbols in product("_XO", repeat=9):
        with contextlib.suppress(ImpossiblePosition):
            yield ClassicPosition("".join(symbols)).cells


def picture(site: Server, board: str) -> int:
    answer, _picture = site.get(f"/board/{board}.png")
    return answer.status
