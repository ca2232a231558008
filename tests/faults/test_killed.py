"""1 to 3: the server goes away in the middle of many games."""

import asyncio
import random
import signal
import sys
import time

from tests.faults.audit import Audit, unanswered
from tests.faults.conftest import BROKEN
from tests.faults.players import PATIENCE, Crowd
from tests.faults.report import FULL, times
from tests.server import Server

GAMES = 16  # at once
PROMISED = 10  # seconds from the kill until everybody is back, if the server is started again at once


MAKE_RUN = (sys.executable, "manage.py", "serve", "--collectstatic", "--migrate")


async def restart(site: Server, *broken: str) -> None:
    await asyncio.to_thread(site.start, *([*BROKEN, *broken] if broken else []))


async def play_through(site: Server, crowd: Crowd, fault, stop, start=restart) -> None:
    """Plays all games of a crowd to their end, while `stop` ends the server at some moment and it is started again."""
    async with crowd, asyncio.timeout(PATIENCE):
        playing = asyncio.create_task(crowd.play(think=0.5))
        await asyncio.sleep(random.uniform(0.2, 1))
        assert not playing.done()
        await stop()
        await start(site)
        fault.recovered(await crowd.recovery())
        await playing
    fault.tried += 1
    fault.hold(await Audit.of(site, crowd))


async def in_parts(site: Server, count: int) -> list[Crowd]:
    everybody = await Crowd.gather(site, count * GAMES)
    return [Crowd(everybody.tables[at : at + GAMES]) for at in range(0, count * GAMES, GAMES)]


async def test_kill_9_in_mid_game(make_site, fault):
    fault, site = fault("1 kill -9 of the server mid-game"), make_site()
    starts = []

    async def kill() -> None:
        site.process.kill()
        await asyncio.to_thread(site.process.wait)

    async def make_run(_site: Server) -> None:
        since = time.monotonic()
        await asyncio.to_thread(site.start, *MAKE_RUN)
        starts.append(time.monotonic() - since)

    for crowd in await in_parts(site, times(full=20, short=2)):
        await play_through(site, crowd, fault, kill, make_run)
    fault.note(f"{GAMES} games at once; `make run` listens after {max(starts):.1f} s at most")
    assert not FULL or max(starts) + max(fault.recoveries) < PROMISED


async def test_kill_9_between_commit_and_answer(make_site, fault):
    fault, site = fault("2 kill -9 between commit and answer"), make_site()
    hit = 0
    for crowd in await in_parts(site, times(full=20, short=2)):
        site.stop()
        await restart(site, "dies", str(random.randint(1, 100)))
        async with crowd, asyncio.timeout(PATIENCE):
            playing = asyncio.create_task(crowd.play())
            assert await asyncio.to_thread(site.process.wait) == -signal.SIGKILL
            stored = await unanswered(site, crowd)
            await restart(site)
            fault.recovered(await crowd.recovery())
            await playing
        assert stored, "no move was stored and not answered: the moment was missed"
        hit += len(stored)
        assert [click.end for click in stored] == ["made"] * len(stored)
        fault.tried += 1
        fault.hold(await Audit.of(site, crowd))
    fault.note(f"{hit} moves stored, unanswered and sent again")


async def test_sigterm_and_restart_under_play(make_site, fault):
    fault, site = fault("3 SIGTERM and restart under play, one process"), make_site()

    async def stop() -> None:
        assert await asyncio.to_thread(site.stop) == 0

    for crowd in await in_parts(site, times(full=10, short=2)):
        await play_through(site, crowd, fault, stop)
    told_at_start = ("Open ", "Only this computer ")
    assert [line for line in site.log.read_text().splitlines() if not line.startswith(told_at_start)] == []
