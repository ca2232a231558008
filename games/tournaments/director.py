"""Direct tournaments: pair entrants, start the next games of matches, end games whose clock has run out, and the whole.

One task in each process directs the tournaments whose lease it holds. If a process dies, its
leases run out, and another takes them over. Two that believe to hold the same lease do no harm: each thing is done by
compare-and-set, see services/directing.py. A task sleeps until something is due, and is woken by news of a tournament
that runs; whether another one runs it looks once a TICK. News of one tournament makes no work for the others, and one
in which nothing is to be done is only read.
"""

import asyncio
import contextlib
import logging
import uuid
from collections.abc import Callable, Iterator
from contextvars import Context
from datetime import datetime, timedelta
from typing import Final

from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games.play import batching, news
from games.site.background import Background
from games.site.refusals import Refused
from games.site.threads import reading, writing
from games.tournaments.models import Kind, Tournament
from games.tournaments.pairing import arena, berger
from games.tournaments.selectors import endings, tournaments
from games.tournaments.selectors.standings import scores_of
from games.tournaments.selectors.tournaments import DIRECTORS, TournamentState
from games.tournaments.services import directing

logger = logging.getLogger(__name__)

TICK: Final = 1.0  # seconds; the lease holds three times as long
SELDOM: Final = 5.0  # seconds until one with nothing to be done is looked at again without news, which may be lost
PAUSE: Final = 0.2  # seconds between two steps at least: news comes in crowds
GATHER: Final = timedelta(seconds=2)  # for which someone waits for others who become free: so that equals can meet
PAIRED_AT_ONCE: Final = 25  # matches in one transaction: moves are stored between two

DATABASE: Final = (OperationalError, InterfaceError)  # is busy or gone
Pair = tuple[int, int]


@Background
async def _direct() -> None:
    await Director().run()


def start() -> None:
    """Begin to direct in the running event loop, unless that is under way."""
    Context().run(_direct.start)  # an empty one, not that of the request which happens to be the first


class Director:
    """The director of one process. `now` tells the time."""

    def __init__(self, now: Callable[[], datetime] = timezone.now) -> None:
        self.now = now
        self.name = uuid.uuid4().hex
        self.woken = asyncio.Event()
        self.changed: set[str] = set()  # codes of tournaments of which news has come
        self.due: dict[int, datetime] = {}  # when each that runs is to be looked after again
        self.held: set[int] = set()  # those whose lease is held here
        self.renewed = now()  # when the leases were
        self.endings = Background(self.add_endings)
        self.failed: set[int] = set()  # tournaments whose ending could not be worked out here
        self.told: dict[str, str] = {}  # current failures by subject, already logged

    async def run(self) -> None:
        """Direct until it is cancelled."""
        hearing = asyncio.create_task(self.listen())
        try:
            while True:
                seconds = TICK
                with self.survived("all"):
                    seconds = await self.step()
                await asyncio.sleep(PAUSE)
                await self.sleep(seconds - PAUSE)
        finally:
            hearing.cancel()

    @contextlib.contextmanager
    def survived(self, about: str, *, but: tuple[type[Exception], ...] = ()) -> Iterator[None]:
        """Log what fails, `but` these exceptions; the next step tries it again. Repeated failures are logged once: a
        busy database, or one that is gone, in a line."""
        try:
            yield
        except Exception as failed:
            if isinstance(failed, but):
                raise
            before, self.told[about] = self.told.get(about), repr(failed)
            if before == repr(failed):
                return
            if isinstance(failed, (*DATABASE, Refused)):
                logger.warning("a tournament could not be directed: %s", failed)
            else:
                logger.exception("a tournament could not be directed")
        else:
            self.told.pop(about, None)

    async def sleep(self, seconds: float) -> None:
        """Sleep for so long, or until news of a tournament comes."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.woken.wait(), max(seconds, 0))

    async def listen(self) -> None:
        """Take news of tournaments until it is cancelled. Without it each is looked at once in SELDOM."""
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
        """Do all that is due. Return after how many seconds something is due again."""
        self.woken.clear()  # first, so that later changes are looked at again
        changed, self.changed = self.changed, set()
        running = await reading(tournaments.running)()
        self.due = {one.pk: self.due.get(one.pk, self.now()) for one in running}
        for tournament in running:
            await self.renew()
            if tournament.code in changed or self.due[tournament.pk] <= self.now():
                self.due[tournament.pk] = self.now() + timedelta(seconds=TICK)
                with self.survived(tournament.code):
                    self.due[tournament.pk] = await self.look_after(tournament)
        self.endings.start()
        return min([TICK, *((moment - self.now()).total_seconds() for moment in self.due.values())])

    async def renew(self) -> None:
        """Renew the leases held here before they lapse, all at once."""
        at = self.now()
        if self.held and at - self.renewed >= directing.LEASE / 2:
            self.held = await writing(directing.renew)(director=self.name, at=at)
            self.renewed = at

    async def look_after(self, tournament: Tournament) -> datetime:
        """Do all that is due in one tournament, if its lease is free or held here. Returns when to do so again."""
        at = self.now()
        soon = at + timedelta(seconds=TICK)
        if tournament.pk not in self.held:
            if tournament.directed_until and tournament.directed_until > at:
                return tournament.directed_until
            if not await self.take(tournament, at):
                return soon
        if await reading(tournaments.has_work)(tournament, at):
            await self.work(tournament, at)
        else:
            soon = at + timedelta(seconds=SELDOM)
        return min(await reading(tournaments.next_due)(tournament, at) or soon, soon)

    async def take(self, tournament: Tournament, at: datetime) -> bool:
        """Take the lease of a tournament. Return whether it is held here now."""
        await asyncio.to_thread(directing.prepare, tournament)
        await asyncio.to_thread(arena.load)  # before anybody waits to be paired
        held = await writing(directing.hold)(tournament=tournament.pk, director=self.name, at=at)
        if held:
            self.held.add(tournament.pk)
        return held

    async def work(self, tournament: Tournament, at: datetime) -> None:
        """Do all that is due in a tournament that is held here. A part that fails does not stop the others, unless
        the database is busy or gone: each would wait for it."""
        await batching.play_all_waiting()  # they may have been received in time
        await self.do(directing.call_time, tournament, at)
        await self.do(directing.settle, tournament, at)
        await self.do(directing.call_off, tournament, at)
        await self.do(directing.forfeit_absent, tournament, at)
        with self.survived(f"{tournament.code} pair", but=DATABASE):
            await self.pair(tournament, at)
        await self.do(directing.entertain, tournament, at)
        await self.do(directing.finish, tournament, at)

    async def do(self, part: Callable[..., None], tournament: Tournament, at: datetime) -> None:
        """Do one part of the work."""
        with self.survived(f"{tournament.code} {part.__name__}", but=DATABASE):
            await writing(part)(tournament=tournament.pk, at=at)

    async def pair(self, tournament: Tournament, at: datetime) -> None:
        """Begin the matches that are due."""
        pairs = await reading(plan)(tournament, at)
        for first in range(0, len(pairs), PAIRED_AT_ONCE):
            some = pairs[first : first + PAIRED_AT_ONCE]
            await writing(directing.pair)(tournament=tournament.pk, pairs=some, at=self.now())

    async def add_endings(self) -> None:
        """Work out and store the missing endings one by one, unless another process is doing so."""
        with self.survived("endings"):
            while code := await reading(endings.next_without_ending)(self.failed):
                state = await reading(tournaments.tournament_state)(code)
                if not await writing(directing.hold)(tournament=state.id, director=self.name, at=self.now()):
                    return
                self.held.add(state.id)
                await self.add_ending(state)
                await asyncio.sleep(PAUSE)

    async def add_ending(self, state: TournamentState) -> None:
        """Work out the ending of a tournament and store it.

        The games are read in small parts, so that rooms can open between two, and judged on a thread of their own.
        """
        last, games = await reading(endings.last_match)(state.id), []
        for first in range(1, last + 1, endings.MATCHES_AT_ONCE):
            games += await reading(endings.games_over)(state.id, first)
        try:
            ending = await asyncio.to_thread(endings.work_out, state, games)
        except Exception:
            logger.exception("the ending of the tournament %s could not be worked out", state.code)
            self.failed.add(state.id)  # so that the others get theirs
        else:
            await writing(directing.store_ending)(tournament=state.id, ending=ending)


def plan(tournament: Tournament, at: datetime) -> list[Pair]:
    """Return the numbers of the entrants to pair now."""
    free = list(tournaments.ready_in(tournament.pk, at))
    if len(free) < 2 or tournament.ends_at is None or tournament.ends_at <= at:
        return []
    before = tournaments.pairs_in(tournament.pk)
    met = tournaments.meetings_of(before)
    if tournament.kind == Kind.ROUND:
        return berger.pairs(tournaments.playing_in(tournament.pk), met, [one.pk for one in free])
    waited = {one.pk: (at - one.free_since).total_seconds() for one in free}
    if max(waited.values()) < GATHER.total_seconds():
        return []
    scores, last = scores_of(tournament), tournaments.last_meetings_of(before)
    points = {one.pk: scores[one.pk].points if one.pk in scores else 0 for one in free}
    return arena.pairs([arena.Free(who, points[who], waited[who], last.get(who)) for who in waited], met)
