"""A process's director: its actions and their timing, with a clock set by the test."""

import asyncio
import threading
from datetime import datetime, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.utils import timezone

from games.play import batching
from games.play.models import Game, Seat
from games.play.selectors.state import State
from games.play.services import Turn
from games.site.models import Player
from games.site.threads import writing
from games.tournaments import director
from games.tournaments.director import TICK, Director
from games.tournaments.models import Kind, Match, Phase, Tournament
from games.tournaments.pairing.arena import AGAIN_AFTER
from games.tournaments.selectors.tournaments import (
    BREATHER,
    GRACE,
    LAST_GAMES,
    LEFT_OVER,
    REST,
    has_work,
)
from games.tournaments.services import directing, tournaments
from games.tournaments.services.matches import HEAD_START
from tests.support.tournaments import (
    entrant,
    free,
    game_of,
    lose,
    match_ended,
    now,
    number,
    pair,
    person,
    resign,
    table,
    tournament,
    waiting,
)
from tests.support.waiting import PATIENCE, eventually

pytestmark = pytest.mark.django_db(transaction=True)


class Clock:
    """The time of the whole process: `clock += timedelta(...)` advances it."""

    def __init__(self) -> None:
        self.time = timezone.now()

    def __call__(self) -> datetime:
        return self.time

    def pass_by(self, **time: float) -> None:
        self.time += timedelta(**time)


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    return clock


async def step(one: Director) -> float:
    """Run a step as if there were news of every tournament."""
    one.due.clear()
    return await one.step()


async def steps(one: Director, clock: Clock, seconds: float) -> None:
    """Let this many seconds pass, with a step each."""
    for _second in range(int(seconds)):
        clock.pass_by(seconds=1)
        await step(one)


def matches() -> str:
    """Return the pairings, "-" for a built-in robot: "Ada Ben, Cem -"."""
    under_way = Match.objects.filter(ended_at=None).order_by("first__name").select_related("first", "second")
    return ", ".join(f"{match.first.name} {match.second.name if match.second else '-'}" for match in under_way)


ask = sync_to_async  # for database access from an async test


async def test_without_a_tournament_it_only_checks_occasionally(clock):
    assert await step(Director(clock)) == TICK


async def test_waiting_and_paused_tournaments_are_left_alone(clock):
    await ask(waiting)("Ada", "Ben")
    paused = await ask(tournament)("Cem", "Dan")
    await ask(tournaments.pause)(key=paused.key)
    one = Director(clock)
    clock.pass_by(seconds=20)
    assert await one.step() == TICK
    assert await ask(matches)() == ""


async def test_equals_are_paired_after_gathering(clock):
    await ask(tournament)("Ada", "Ben", "Cem")
    one = Director(clock)
    await step(one)
    assert await ask(matches)() == ""
    clock.pass_by(seconds=2)
    await step(one)
    assert len(await ask(free)()) == len("Ada")
    clock.pass_by(seconds=LEFT_OVER.total_seconds())
    await step(one)
    assert " -" in await ask(matches)()
    assert len((await ask(matches)()).split(", ")) == 2


async def test_a_player_rested_after_a_match_waits_for_equals_too(clock):
    await ask(tournament)("Ada", "Ben", "Cem", "Dan")
    await ask(pair)("Ada Ben", "Cem Dan")
    await ask(lose)("Ada", "Ben", "Cem", "Dan")
    one = Director(clock)
    clock.time = await ask(match_ended)() + REST
    await step(one)
    assert await ask(free)() == "Ada Ben Cem Dan"
    clock.pass_by(seconds=2)
    await step(one)
    assert await ask(free)() == ""


async def test_a_match_goes_from_game_to_game_and_to_the_next_match(clock):
    made = await ask(tournament)("Ada", "Ben")
    one = Director(clock)
    clock.pass_by(seconds=2)
    await step(one)
    for place in (1, 2):
        game = await ask(game_of)("Ada")
        assert game.place == place
        await ask(resign)("Ada")
        await step(one)
        assert (await ask(game_of)("Ada")).place == place
        clock.pass_by(seconds=BREATHER.total_seconds())
        await step(one)
    assert await ask(free)() == "Ada Ben"
    clock.pass_by(seconds=REST.total_seconds() + AGAIN_AFTER - 1)
    await step(one)
    assert await ask(free)() == "Ada Ben"  # another player might become free
    clock.pass_by(seconds=1)
    await step(one)
    assert await ask(free)() == ""
    assert await ask(made.matches.count)() == 2


async def test_it_ends_a_game_after_the_grace_of_its_clock(clock):
    await ask(tournament)("Ada", "Ben", seconds=15)
    one = Director(clock)
    await steps(one, clock, 2)
    called = (await ask(game_of)("Ada")).move_by + GRACE
    await steps(one, clock, (called - clock.time).total_seconds() - 1)
    clock.pass_by(seconds=0.5)
    assert await step(one) == pytest.approx(0.5)
    assert (await ask(game_of)("Ada")).ended == ""
    clock.time = called
    await step(one)
    assert (await ask(game_of)("Ada")).ended == "time"


async def test_queued_moves_are_stored_before_timeouts(clock, monkeypatch):
    movers = ("Ada", "Cem")
    await ask(tournament)("Ada", "Ben", "Cem", "Dan", seconds=15)
    await ask(pair)("Ada Ben", "Cem Dan")
    games = [await ask(game_of)(name) for name in movers]
    people = [await ask(person)(name) for name in movers]
    turns = [Turn(await ask(State.of)(game), who, "4") for game, who in zip(games, people, strict=True)]
    one, busy, looked = Director(clock), threading.Event(), []
    called = games[1].move_by + GRACE
    await steps(one, clock, (called - clock.time).total_seconds() - 1)
    monkeypatch.setattr(director.tournaments, "has_work", lambda *which: looked.append(which) or has_work(*which))
    moves = [asyncio.create_task(writing(busy.wait)())]  # blocks the writing thread
    for turn in turns:
        moves.append(asyncio.create_task(batching.play(turn)))
        await asyncio.sleep(0)  # the first move is on its way to the database,
        await asyncio.sleep(0)  # and the other waits for it to finish
    clock.time = called
    stepping = asyncio.create_task(step(one))
    await eventually(lambda: looked)
    busy.set()
    await asyncio.gather(stepping, *moves)
    assert [(await ask(game_of)(name)).record for name in movers] == ["4", "4"]


async def test_a_player_gets_their_time_again_after_an_outage(clock):
    await ask(tournament)("Ada", "Ben", seconds=15)
    one = Director(clock)
    await steps(one, clock, 2)
    clock.pass_by(minutes=1)  # without a director
    await step(one)
    assert (await ask(game_of)("Ada")).move_by == clock.time + timedelta(seconds=15) + HEAD_START


async def test_a_round_robin_ends_when_everyone_has_met(clock):
    await ask(tournament)("Ada", "Ben", "Cem", kind=Kind.ROUND, minutes=60)
    one = Director(clock)
    while (await ask(now)()).phase == Phase.RUNNING:
        for name in ("Ada", "Ben"):
            if await ask(plays)(name):
                await ask(resign)(name)
        await steps(one, clock, 4)
    assert await ask(Match.objects.exclude(second=None).count)() == 3
    assert (await ask(table)()).startswith("1 Cem 8: 4 0 0")


def plays(name: str) -> bool:
    """Return whether an entrant is in a game that counts."""
    match = entrant(name).match
    return bool(match and match.second_id and match.games.filter(status="started").exists())


async def test_the_last_games_are_finished_and_the_standings_final(clock):
    made = await ask(tournament)("Ada", "Ben", minutes=5)
    one = Director(clock)
    clock.time = made.ends_at - timedelta(seconds=1)
    await step(one)
    assert await ask(matches)() == "Ada Ben"
    clock.pass_by(seconds=1 + LAST_GAMES.total_seconds())
    await step(one)
    assert await ask(matches)() == ""
    assert (await ask(now)()).phase == Phase.OVER


async def test_another_process_takes_over_within_five_seconds(clock):
    await ask(tournament)("Ada", "Ben")
    first, second = Director(clock), Director(clock)
    await step(first)
    lease = await step(second)
    assert (await ask(Tournament.objects.get)()).director == first.name
    clock.pass_by(seconds=min(lease, 5) + directing.LEASE.total_seconds())  # the first was killed
    await step(second)
    assert (await ask(Tournament.objects.get)()).director == second.name
    assert directing.LEASE.total_seconds() + TICK < 5


async def test_with_different_clocks_the_director_ahead_keeps_the_lease(clock):
    """Every handover of the lease would restart all clocks."""
    await ask(tournament)("Ada", "Ben", seconds=15)
    behind, ahead = Director(clock), Director(lambda: clock.time + timedelta(seconds=10))
    await steps(behind, clock, 3)
    await step(ahead)
    move_by = (await ask(game_of)("Ada")).move_by
    for _second in range(4):
        clock.pass_by(seconds=1)
        await step(behind)
        await step(ahead)
        assert (await ask(Tournament.objects.get)()).director == ahead.name
    assert (await ask(game_of)("Ada")).move_by == move_by


async def test_news_of_a_tournament_wakes_it(clock):
    made = await ask(tournament)("Ada", "Ben")
    one = Director(clock)
    listener = asyncio.create_task(one.listen())
    await one.step()
    asleep = asyncio.create_task(one.sleep(PATIENCE))
    await asyncio.sleep(0)
    await ask(tournaments.leave)(code=made.code, player=await ask(person)("Ada"))
    await asyncio.wait_for(asleep, PATIENCE / 2)
    assert one.woken.is_set()
    listener.cancel()


async def test_a_failing_tournament_does_not_stop_the_others(clock, monkeypatch, caplog):
    made = [await ask(tournament)() for _ in range(2)]
    directed = Director.direct

    async def fail(self: Director, one: Tournament) -> datetime:
        if one.pk == made[0].pk:
            raise ValueError("wrong")
        return await directed(self, one)

    monkeypatch.setattr(Director, "direct", fail)
    one = Director(clock)
    await step(one)
    assert "wrong" in caplog.text
    assert (await ask(Tournament.objects.get)(pk=made[1].pk)).director == one.name


def damage(how: str) -> None:
    """Damage the due match of Ada and Ben."""
    broken = game_of("Ada")
    if how == "seat":
        Seat.objects.filter(game=broken, player=person("Ada")).update(player=Player.objects.create())
        resign("Ben")
    elif how == "place":
        resign("Ben")
        Game.objects.filter(pk=broken.pk).update(place=2)
    else:
        Game.objects.filter(pk=broken.pk).update(record="no moves")
    resign("Cem")


@pytest.mark.parametrize("how", ["seat", "place"])
async def test_a_failing_match_is_ended_and_stops_no_other(clock, caplog, how):
    await ask(tournament)("Ada", "Ben", "Cem", "Dan")
    await ask(pair)("Ada Ben", "Cem Dan")
    await ask(damage)(how)
    one = Director(clock)
    await step(one)  # takes the lease
    clock.time += BREATHER
    for _time in range(2):
        await step(one)
    assert await ask(matches)() == "Cem Dan"
    assert (await ask(game_of)("Cem")).place == 2
    assert [record.message for record in caplog.records if record.exc_info] == [
        f"match 1 of tournament {await ask(number)()} failed, and was ended"
    ]


async def test_a_match_that_fails_at_a_timeout_is_ended(clock):
    made = await ask(tournament)("Ada", "Ben", "Cem", "Dan")
    await ask(pair)("Ada Ben", "Cem Dan")
    await ask(damage)("record")
    at = (await ask(game_of)("Ada")).move_by + GRACE
    for _time in range(2):
        await ask(directing.call_time)(tournament=made.pk, at=at)
    assert await ask(matches)() == "Cem Dan"


async def test_a_failing_match_does_not_keep_a_tournament_from_ending(clock):
    made = await ask(tournament)("Ada", "Ben", "Cem", "Dan")
    await ask(pair)("Ada Ben", "Cem Dan")
    await ask(damage)("record")
    await ask(directing.finish)(tournament=made.pk, at=made.ends_at + LAST_GAMES)
    assert (await ask(now)()).phase == Phase.OVER


async def test_a_failing_step_does_not_stop_the_others(clock, monkeypatch, caplog):
    await ask(tournament)("Ada")

    def settle(**_arguments: object) -> None:
        raise ValueError("wrong")

    monkeypatch.setattr(directing, "settle", settle)
    one = Director(clock)
    clock.pass_by(seconds=LEFT_OVER.total_seconds())
    for _time in range(2):
        await step(one)
    assert await ask(matches)() == "Ada -"
    assert [record.exc_info is not None for record in caplog.records] == [True]


async def test_a_failure_ends_nothing(clock, monkeypatch, caplog):
    steps = []

    async def fail(self: Director) -> float:
        steps.append(1)
        raise OperationalError("gone") if len(steps) == 1 else ValueError("wrong")

    monkeypatch.setattr(Director, "step", fail)
    for name in ("TICK", "MIN_INTERVAL"):
        monkeypatch.setattr(director, name, 0)
    task = asyncio.create_task(Director(clock).run())
    await eventually(lambda: len(steps) > 3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [record.exc_info is None for record in caplog.records] == [True, False]  # "gone" in one line
    assert "gone" in caplog.text
    assert "wrong" in caplog.text
