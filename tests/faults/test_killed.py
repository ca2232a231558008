"""1 to 3: a server process ends in the middle of many games."""

import asyncio
import random
import signal

import pytest

from tests.faults.audit import unanswered
from tests.faults.breaks import Break, killed, restarted_in_turn, terminated
from tests.faults.cluster import crowds, during_play, in_thread, interruptions
from tests.faults.conftest import BROKEN
from tests.faults.process import error_counts
from tests.faults.report import FULL, times

MAX_RECOVERY = 10  # seconds from the kill until every page is back, if the server restarts at once
RESTART_CODES = {1012, 1006}  # close codes of open pages, and of pages that were connecting


@pytest.mark.parametrize(
    ("target", "name", "breaks"),
    [
        ("run", "1 kill -9 of the server mid-game", killed),
        ("cluster", "1c kill -9 of one process of two, cluster", killed),
        ("run", "3 SIGTERM and restart under play, one process", terminated),
        ("cluster", "3c SIGTERM of one process of two, cluster", terminated),
        ("cluster", "3d rolling restart of both processes, cluster", restarted_in_turn),
    ],
    indirect=["target"],
)
async def test_play_goes_on_after_a_process_has_ended(target, fault, name: str, breaks: Break):
    fault, before = fault(name), error_counts(target)
    for number, crowd in enumerate(await crowds(target, times(full=20, short=1))):
        async with during_play(crowd, fault, think=0.7), breaks(target, number):
            pass
        lost = interruptions(crowd)
        assert lost, "nobody lost a socket"
        fault.recovered(lost)
        codes = {code for page in crowd.pages for _at, code in page.closed}
        assert breaks is killed or codes <= RESTART_CODES
    assert not FULL or max(fault.recoveries) < MAX_RECOVERY
    assert breaks is killed or error_counts(target) == before


async def test_a_kill_between_commit_and_answer_loses_no_move(make_site, fault):
    fault, site, hit = fault("2 kill -9 between commit and answer"), make_site(), 0
    for crowd in await crowds(site, times(full=20, short=1)):
        site.stop()
        await in_thread(site.start, *BROKEN, "dies", str(random.randint(1, 100)))
        async with during_play(crowd, fault, think=0.1):
            assert await asyncio.to_thread(site.process.wait) == -signal.SIGKILL
            stored = await unanswered(site, crowd)
            await in_thread(site.start)
            fault.recovered(await crowd.recovery())
        assert stored, "all stored moves were answered, so the moment was missed"
        hit += len(stored)
        assert [click.end for click in stored] == ["made"] * len(stored)
    fault.note(f"{hit} moves stored, unanswered and sent again")
