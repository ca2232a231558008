"""The actions of a director and their timing, by a clock that the test sets."""

import asyncio
import threading
from datetime import datetime, timedelta

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError
from django.utils import timezone

from games.play import batching
from games.play.models import Game, Seat
from games.play.selectors.state import State
from games.play.services import Turn
from games.site.models import Player
from games.site.threads import writing
from games.tournaments.director import TICK, Director
from games.tournaments.models import Match, Phase, Tournament
from games.tournaments.pairing.arena import AGAIN_AFTER
from games.tournaments.selectors import due
from games.tournaments.selectors.tournaments import BREATHER, COMPUTER_AFTER, GRACE, OVERTIME, REST
from games.tournaments.services import directing, tournaments
from tests.support import tournaments as play
from tests.support.waiting import PATIENCE, eventually

pytestmark = pytest.mark.django_db(transaction=True)
on_thread = database_sync_to_async


class Clock:
    """The time of the whole process: `clock.advance(seconds=1)`."""

    def __init__(self) -> None:
        self.time = timezone.now()

    def __call__(self) -> datetime:
        return self.time

    def advance(self, **time: float) -> None:
        self.time += timedelta(**time)


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    return clock


async def step(director: Director) -> float:
    """Run a step as if every tournament were due."""
    director.due.clear()
    return await director.step()


async def steps(director: Director, clock: Clock, seconds: float) -> None:
    """Run a step after each of this many seconds."""
    for _second in range(int(seconds)):
        clock.advance(seconds=1)
        await step(director)


def matches() -> str:
    """Return the matches in progress, with "-" for a computer player: "Ada Ben, Cem -"."""
    in_progress = Match.objects.filter(ended_at=None).order_by("first__name").select_related("first", "second")
    return ", ".join(f"{match.first.name} {match.second.name if match.second else '-'}" for match in in_progress)


async def test_waiting_and_paused_tournaments_are_ignored(clock):
    await on_thread(play.waiting)("Ada", "Ben")
    paused = await on_thread(play.tournament)("Cem", "Dan")
    await on_thread(tournaments.pause)(key=paused.key)
    director = Director(clock)
    clock.advance(seconds=20)
    assert await director.step() == TICK
    assert await on_thread(matches)() == ""


async def test_players_are_paired_after_gathering_and_the_last_one_plays_a_computer(clock):
    await on_thread(play.tournament)("Ada", "Ben", "Cem")
    director = Director(clock)
    await step(director)
    assert await on_thread(matches)() == ""
    clock.advance(seconds=2)
    await step(director)
    assert len((await on_thread(play.free)()).split()) == 1
    clock.advance(seconds=COMPUTER_AFTER.total_seconds())
    await step(director)
    pairings = (await on_thread(matches)()).split(", ")
    assert sorted(" -" in pairing for pairing in pairings) == [False, True]


async def test_the_second_game_and_the_next_match_start_after_their_pauses(clock):
    made = await on_thread(play.tournament)("Ada", "Ben")
    director = Director(clock)
    clock.advance(seconds=2)
    await step(director)
    for place in (1, 2):
        game = await on_thread(play.game_of)("Ada")
        assert game.place == place
        await on_thread(play.resign)("Ada")
        await step(director)
        assert (await on_thread(play.game_of)("Ada")).place == place
        clock.advance(seconds=BREATHER.total_seconds())
        await step(director)
    assert await on_thread(play.free)() == "Ada Ben"
    clock.advance(seconds=REST.total_seconds() + AGAIN_AFTER - 1)
    await step(director)
    assert await on_thread(play.free)() == "Ada Ben"  # another player might become free
    clock.advance(seconds=1)
    await step(director)
    assert await on_thread(play.free)() == ""
    assert await on_thread(made.matches.count)() == 2


async def test_a_game_ends_after_the_grace_of_its_clock(clock):
    await on_thread(play.tournament)("Ada", "Ben", seconds=15)
    director = Director(clock)
    await steps(director, clock, 2)
    deadline = (await on_thread(play.game_of)("Ada")).move_by + GRACE
    await steps(director, clock, (deadline - clock.time).total_seconds() - 1)
    clock.advance(seconds=0.5)
    assert await step(director) == pytest.approx(0.5)
    assert (await on_thread(play.game_of)("Ada")).ended == ""
    clock.time = deadline
    await step(director)
    assert (await on_thread(play.game_of)("Ada")).ended == "time"


async def test_queued_moves_are_stored_before_timeouts(clock, monkeypatch):
    movers = ("Ada", "Cem")
    await on_thread(play.playing)("Ada Ben", "Cem Dan", seconds=15)
    games = [await on_thread(play.game_of)(name) for name in movers]
    people = [await on_thread(play.person)(name) for name in movers]
    turns = [Turn(await on_thread(State.of)(game), who, "4") for game, who in zip(games, people, strict=True)]
    director, release, checked = Director(clock), threading.Event(), []
    deadline = games[1].move_by + GRACE
    await steps(director, clock, (deadline - clock.time).total_seconds() - 1)

    has_work = due.has_work
    monkeypatch.setattr(due, "has_work", lambda *arguments: checked.append(True) or has_work(*arguments))
    moves = [asyncio.create_task(writing(release.wait)())]  # blocks the writing thread
    for turn in turns:
        moves.append(asyncio.create_task(batching.play(turn)))
        await asyncio.sleep(0)  # the first move is on its way to the database,
        await asyncio.sleep(0)  # and the other waits for it to finish
    clock.time = deadline
    stepping = asyncio.create_task(step(director))
    await eventually(lambda: checked)
    release.set()
    await asyncio.gather(stepping, *moves)
    assert [(await on_thread(play.game_of)(name)).record for name in movers] == ["4", "4"]


async def test_a_tournament_ends_after_its_last_games(clock):
    made = await on_thread(play.tournament)("Ada", "Ben", minutes=5)
    director = Director(clock)
    clock.time = made.ends_at - timedelta(seconds=1)
    await step(director)
    assert await on_thread(matches)() == "Ada Ben"
    clock.advance(seconds=1 + OVERTIME.total_seconds())
    await step(director)
    assert await on_thread(matches)() == ""
    assert (await on_thread(play.current_state)()).phase == Phase.OVER


async def test_another_process_takes_over_within_five_seconds(clock):
    await on_thread(play.tournament)("Ada", "Ben")
    first, second = Director(clock), Director(clock)
    await step(first)
    lease = await step(second)
    assert (await on_thread(Tournament.objects.get)()).director == first.name
    clock.advance(seconds=min(lease, 5) + directing.LEASE.total_seconds())  # the first was killed
    await step(second)
    assert (await on_thread(Tournament.objects.get)()).director == second.name
    assert directing.LEASE.total_seconds() + TICK < 5


async def test_a_director_whose_clock_is_ahead_keeps_the_lease(clock):
    """Every handover of the lease would restart all clocks."""
    await on_thread(play.tournament)("Ada", "Ben", seconds=15)
    behind, ahead = Director(clock), Director(lambda: clock.time + timedelta(seconds=10))
    await steps(behind, clock, 3)
    await step(ahead)
    move_by = (await on_thread(play.game_of)("Ada")).move_by
    for _second in range(4):
        clock.advance(seconds=1)
        await step(behind)
        await step(ahead)
        assert (await on_thread(Tournament.objects.get)()).director == ahead.name
    assert (await on_thread(play.game_of)("Ada")).move_by == move_by


async def test_news_of_a_tournament_wakes_the_director(clock):
    made = await on_thread(play.tournament)("Ada", "Ben")
    director = Director(clock)
    listening = asyncio.create_task(director.listen())
    await director.step()
    sleeping = asyncio.create_task(director.sleep(PATIENCE))
    await asyncio.sleep(0)
    await on_thread(tournaments.leave)(code=made.code, player=await on_thread(play.person)("Ada"))
    await asyncio.wait_for(sleeping, PATIENCE / 2)
    assert director.woken.is_set()
    listening.cancel()


async def test_a_failing_tournament_does_not_stop_the_others(clock, monkeypatch, caplog):
    made = [await on_thread(play.tournament)() for _ in range(2)]
    direct = Director.direct

    async def fail_first(self: Director, directed: Tournament) -> datetime:
        if directed.pk == made[0].pk:
            raise ValueError("wrong")
        return await direct(self, directed)

    monkeypatch.setattr(Director, "direct", fail_first)
    director = Director(clock)
    await step(director)
    assert "wrong" in caplog.text
    assert (await on_thread(Tournament.objects.get)(pk=made[1].pk)).director == director.name


def forget_seat() -> None:
    """Give Ada's seat to somebody else, and let both games end."""
    Seat.objects.filter(game=play.game_of("Ada"), player=play.person("Ada")).update(player=Player.objects.create())
    play.resign("Ben")
    play.resign("Cem")


async def test_a_failing_match_is_ended_and_the_others_continue(clock, caplog):
    made = await on_thread(play.playing)("Ada Ben", "Cem Dan")
    await on_thread(forget_seat)()
    director = Director(clock)
    await step(director)  # takes the lease
    clock.time += BREATHER
    for _time in range(2):
        await step(director)
    assert await on_thread(matches)() == "Cem Dan"
    assert (await on_thread(play.game_of)("Cem")).place == 2
    assert [record.message for record in caplog.records if record.exc_info] == [
        f"match 1 of tournament {made.pk} failed, and was ended"
    ]


async def test_a_match_that_fails_at_a_timeout_or_at_the_end_is_ended(clock):
    made = await on_thread(play.playing)("Ada Ben", "Cem Dan")
    await on_thread(Game.objects.update)(record="no moves")
    at = (await on_thread(play.game_of)("Ada")).move_by + GRACE
    await on_thread(Game.objects.filter(match__number=2).update)(move_by=at)
    for _time in range(2):
        await on_thread(directing.call_time)(tournament=made.pk, at=at)
    assert await on_thread(matches)() == "Cem Dan"
    await on_thread(play.finish)(made.ends_at + OVERTIME)
    assert (await on_thread(play.current_state)()).phase == Phase.OVER


async def test_a_failing_step_does_not_stop_the_others(clock, monkeypatch, caplog):
    await on_thread(play.tournament)("Ada")
    monkeypatch.setattr(directing, "settle", lambda **_: 1 / 0)
    director = Director(clock)
    clock.advance(seconds=COMPUTER_AFTER.total_seconds())
    for _time in range(2):
        await step(director)
    assert await on_thread(matches)() == "Ada -"
    assert [record.exc_info is not None for record in caplog.records] == [True]  # logged once


async def test_a_director_survives_failures(clock, monkeypatch, caplog):
    failures = []

    async def fail(self: Director) -> float:
        failures.append(OperationalError("gone") if not failures else ValueError("wrong"))
        raise failures[-1]

    monkeypatch.setattr(Director, "step", fail)
    for name in ("TICK", "MIN_INTERVAL"):
        monkeypatch.setattr(f"games.tournaments.director.{name}", 0)
    task = asyncio.create_task(Director(clock).run())
    await eventually(lambda: len(failures) > 3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [record.exc_info is None for record in caplog.records] == [True, False]  # "gone" without a traceback
    assert "gone" in caplog.text
    assert "wrong" in caplog.text
