"""Direct tournaments: pair entrants, start the next games of matches, and end games and tournaments. One task in each
process directs the tournaments whose lease it holds. If a process dies, its leases expire, and another takes over. Two
processes that both believe they hold a lease do no harm, because every step decides on the stored state: see
services/directing.py. The task sleeps until something is due or news of a tournament arrives, at most a TICK."""

import asyncio
import contextlib
import logging
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextvars import Context
from datetime import datetime, timedelta
from importlib import import_module
from typing import Final

from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games.engine.variants import VARIANTS
from games.play import batching, news
from games.play.models import Game
from games.site.background import Background
from games.site.refusals import Refused
from games.site.threads import reading, writing
from games.tournaments.models import Kind, Starts, Tournament
from games.tournaments.pairing import arena, berger
from games.tournaments.selectors import due, endings
from games.tournaments.selectors.matches import games_of, meetings_in, pairs_in, playing_in
from games.tournaments.selectors.standings import finished_in, scores_after
from games.tournaments.selectors.tournaments import TournamentState, tournament_state
from games.tournaments.services import directing
from games.tournaments.services.matches import drawn_starts
from games.tournaments.services.news import DIRECTORS

logger = logging.getLogger(__name__)

TICK: Final = 1.0  # seconds; the lease lasts three times as long
IDLE_INTERVAL: Final = 5.0  # seconds until an idle tournament is checked again, in case news gets lost
MIN_INTERVAL: Final = 0.2  # minimum seconds between steps, because news comes in bursts
GATHERING_TIME: Final = timedelta(seconds=2)  # how long free entrants wait for others of similar score

DATABASE: Final = (OperationalError, InterfaceError)  # the database is busy or down


@Background
async def _direct() -> None:
    await Director().run()


def start() -> None:
    """Start directing in the running event loop, unless it has started already."""
    Context().run(_direct.start)  # an empty context, not that of the first request


class Director:
    """The director of one process. `now` returns the time."""

    def __init__(self, now: Callable[[], datetime] = timezone.now) -> None:
        self.now = now
        self.name = uuid.uuid4().hex
        self.woken = asyncio.Event()
        self.changed: set[str] = set()  # codes of tournaments with unprocessed news
        self.due: dict[int, datetime] = {}  # when each running tournament is due next
        self.held: set[int] = set()  # tournaments whose lease is held here
        self.renewed = now()  # when the leases were last renewed
        self.endings = Background(self.add_endings)
        self.failed: set[int] = set()  # tournaments whose ending could not be computed here
        self.logged: dict[str, str] = {}  # the failures already logged, by subject

    async def run(self) -> None:
        """Direct until cancelled."""
        listener = asyncio.create_task(self.listen())
        try:
            while True:
                seconds = TICK
                with self.logging_failures("all"):
                    seconds = await self.step()
                await asyncio.sleep(MIN_INTERVAL)
                await self.sleep(seconds - MIN_INTERVAL)
        finally:
            listener.cancel()

    @contextlib.contextmanager
    def logging_failures(self, about: str, *, but: tuple[type[Exception], ...] = ()) -> Iterator[None]:
        """Log failures instead of raising them, because the next step retries; a repeated one only once. Raises those
        in `but`."""
        try:
            yield
        except Exception as failed:
            if isinstance(failed, but):
                raise
            before, self.logged[about] = self.logged.get(about), repr(failed)
            if before == repr(failed):
                return
            if isinstance(failed, (*DATABASE, Refused)):
                logger.warning("directing failed (%s): %s", about, failed)
            else:
                logger.exception("directing failed (%s)", about)
        else:
            self.logged.pop(about, None)

    async def sleep(self, seconds: float) -> None:
        """Sleep for this long, or until news of a tournament comes."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.woken.wait(), max(seconds, 0))

    async def listen(self) -> None:
        """Receive news of tournaments until cancelled."""
        layer = news.layer()
        channel = await layer.new_channel()
        try:
            await news.join(DIRECTORS, channel)
            while message := await layer.receive(channel):
                self.changed.add(message["told"].code)
                self.woken.set()
        finally:
            await news.leave(DIRECTORS, channel)

    async def step(self) -> float:
        """Do everything that is due. Return the seconds until the next step."""
        self.woken.clear()  # before reading, so that later changes wake it again
        changed, self.changed = self.changed, set()
        running = await reading(due.running)()
        self.due = {one.pk: self.due.get(one.pk, self.now()) for one in running}
        for tournament in running:
            await self.renew()
            if tournament.code in changed or self.due[tournament.pk] <= self.now():
                self.due[tournament.pk] = self.now() + timedelta(seconds=TICK)
                with self.logging_failures(tournament.code):
                    self.due[tournament.pk] = await self.direct(tournament)
        self.endings.start()
        return min([TICK, *((moment - self.now()).total_seconds() for moment in self.due.values())])

    async def renew(self) -> None:
        """Renew all leases held here before they expire."""
        at = self.now()
        if self.held and at - self.renewed >= directing.LEASE / 2:
            self.held = await writing(directing.renew)(director=self.name, at=at)
            self.renewed = at

    async def direct(self, tournament: Tournament) -> datetime:
        """Do what is due in one tournament, if its lease is free or held here. Return when it is due next."""
        at = self.now()
        soon = at + timedelta(seconds=TICK)
        if tournament.pk not in self.held:
            if tournament.directed_until and tournament.directed_until > at:
                return tournament.directed_until
            if not await self.take_lease(tournament, at):
                return soon
        if await reading(due.has_work)(tournament, at):
            await self.work(tournament, at)
        else:
            soon = at + timedelta(seconds=IDLE_INTERVAL)
        return min(await reading(due.next_due)(tournament, at) or soon, soon)

    async def take_lease(self, tournament: Tournament, at: datetime) -> bool:
        """Take the lease of a tournament. Return whether it is held here now."""
        # Both are slow the first time, and would make a transaction wait.
        if tournament.starts == Starts.DRAWN:
            await asyncio.to_thread(drawn_starts, VARIANTS[tournament.variant])
        await asyncio.to_thread(import_module, "networkx")
        held = await writing(directing.hold)(tournament=tournament.pk, director=self.name, at=at)
        if held:
            self.held.add(tournament.pk)
        return held

    async def work(self, tournament: Tournament, at: datetime) -> None:
        """Run all steps for a tournament held here. A failing one stops the others only if the database failed."""
        await batching.finish_waiting_moves()  # moves already received may still be in time
        for step in (directing.call_time, directing.settle, directing.call_off, directing.forfeit_absent):
            await self.run_step(step, tournament, at)
        with self.logging_failures(f"{tournament.code} pair", but=DATABASE):
            await self.pair(tournament, at)
        await self.run_step(directing.start_computer_games, tournament, at)
        await self.run_step(directing.finish, tournament, at)

    async def run_step(self, step: Callable[..., None], tournament: Tournament, at: datetime) -> None:
        with self.logging_failures(f"{tournament.code} {step.__name__}", but=DATABASE):
            await writing(step)(tournament=tournament.pk, at=at)

    async def pair(self, tournament: Tournament, at: datetime) -> None:
        """Start the matches that are due."""
        pairs = await reading(plan)(tournament, at)
        for first in range(0, len(pairs), directing.MATCHES_AT_ONCE):
            some = pairs[first : first + directing.MATCHES_AT_ONCE]
            await writing(directing.pair)(tournament=tournament.pk, pairs=some, at=self.now())

    async def add_endings(self) -> None:
        """Compute and store missing endings one by one, unless another process is doing so."""
        with self.logging_failures("endings"):
            while code := await reading(endings.next_without_ending)(self.failed):
                state = await reading(tournament_state)(code=code)
                if not await writing(directing.hold)(tournament=state.id, director=self.name, at=self.now()):
                    return
                self.held.add(state.id)
                await self.add_ending(state)
                await asyncio.sleep(MIN_INTERVAL)

    async def add_ending(self, state: TournamentState) -> None:
        """Compute and store an ending. Its games are read in small batches, so that rooms can open in between."""
        results, games = await reading(finished_in)(state.id), list[Game]()
        matches = sorted({one.match for one in results})
        for first in range(0, len(matches), endings.MATCHES_AT_ONCE):
            games += await reading(games_of)(matches[first : first + endings.MATCHES_AT_ONCE])
        try:
            ending = await asyncio.to_thread(endings.compute_ending, state, games, results)
        except Exception:
            logger.exception("the ending of the tournament %s could not be computed", state.code)
            self.failed.add(state.id)
        else:
            await writing(directing.store_ending)(tournament=state.id, ending=ending)


def plan(tournament: Tournament, at: datetime) -> list[tuple[int, int]]:
    """Return the pairs of entrants, by id, that should start a match now."""
    free = list(due.ready_in(tournament.pk, at))
    if len(free) < 2 or tournament.ends_at is None or tournament.ends_at <= at:
        return []
    if tournament.kind == Kind.ROUND:
        return berger.pairs(playing_in(tournament.pk), meetings_in(tournament.pk), [one.pk for one in free])
    waited = {one.pk: (at - one.free_since).total_seconds() for one in free}
    if max(waited.values()) < GATHERING_TIME.total_seconds():
        return []
    met, last = pairs_in(tournament.pk), dict[int, int]()
    for first, second in met:
        last |= {first: second, second: first}
    scores = scores_after(tournament.kind, VARIANTS[tournament.variant], finished_in(tournament.pk))
    people = [arena.Free(who, scores[who].points, waited[who], last.get(who)) for who in waited]
    return arena.pairs(people, Counter(map(frozenset, met)))
