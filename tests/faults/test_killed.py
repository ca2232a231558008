"""1 to 3: a server process stops in the middle of many games."""

import asyncio
import random
import signal

import pytest

from tests.faults.audit import Audit, unanswered
from tests.faults.breaks import Break, killed, restarted_by_turns, terminated
from tests.faults.cluster import beside, interruptions, parts, under_play
from tests.faults.conftest import BROKEN
from tests.faults.players import PATIENCE
from tests.faults.process import logged
from tests.faults.report import FULL, times

PROMISED = 10  # seconds from the kill until every page is back, if the server is restarted at once
TOLD_TO_COME_BACK = {1012, 1006}  # close codes for open pages, and for pages that were connecting


@pytest.mark.parametrize(
    ("place", "name", "breaks"),
    [
        ("run", "1 kill -9 of the server mid-game", killed),
        ("cluster", "1c kill -9 of one process of two, cluster", killed),
        ("run", "3 SIGTERM and restart under play, one process", terminated),
        ("cluster", "3c SIGTERM of one process of two, cluster", terminated),
        ("cluster", "3d rolling restart of both processes, cluster", restarted_by_turns),
    ],
    indirect=["place"],
)
async def test_a_process_goes_away_under_play(place, fault, name: str, breaks: Break):
    fault, before = fault(name), logged(place)
    for number, crowd in enumerate(await parts(place, times(full=20, short=1))):
        async with under_play(crowd, fault, think=0.7), breaks(place, number):
            pass
        lost = interruptions(crowd)
        assert lost, "nobody lost a socket"
        fault.recovered(lost)
        codes = {code for page in crowd.pages for _at, code in page.closed}
        assert breaks is killed or codes <= TOLD_TO_COME_BACK
    assert not FULL or max(fault.recoveries) < PROMISED
    assert breaks is killed or logged(place) == before


async def test_kill_9_between_commit_and_answer(make_site, fault):
    fault, site, hit = fault("2 kill -9 between commit and answer"), make_site(), 0
    for crowd in await parts(site, times(full=20, short=1)):
        site.stop()
        await beside(site.start, *BROKEN, "dies", str(random.randint(1, 100)))
        async with crowd, asyncio.timeout(PATIENCE):
            playing = asyncio.create_task(crowd.play())
            assert await asyncio.to_thread(site.process.wait) == -signal.SIGKILL
            stored = await unanswered(site, crowd)
            await beside(site.start)
            fault.recovered(await crowd.recovery())
            await playing
        assert stored, "no move was stored and not answered: the moment was missed"
        hit += len(stored)
        assert [click.end for click in stored] == ["made"] * len(stored)
        fault.tried += 1
        fault.hold(await Audit.of(site, crowd))
    fault.note(f"{hit} moves stored, unanswered and sent again")
