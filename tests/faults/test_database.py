"""7, 13 and 14: during play the database is locked, full, down or frozen, or gets a new column."""

import asyncio
import itertools
import time

import pytest

from tests.faults.breaks import Break, full, locked, postgresql_frozen, postgresql_stopped
from tests.faults.cluster import AGAIN, crowds, during_play, in_thread, play_through, resumption_times, seat_apart
from tests.faults.forms import get, post
from tests.faults.players import Crowd, Page
from tests.faults.process import error_counts
from tests.faults.report import times
from tests.support.server import ROOT
from tools.cluster.cluster import Cluster

NEWEST = max(path.stem for path in (ROOT / "games" / "migrations").glob("[0-9]*.py"))
BEAT = 2  # seconds, as the fixtures set it


@pytest.mark.parametrize(
    ("target", "name", "breaks"),
    [
        ("run", "7b SQLite locked by another process for 3 s", locked),
        ("run", "13 a full disk", full),
        ("cluster", "7 PostgreSQL stopped for 10 s, cluster", postgresql_stopped),
        ("cluster", "7d PostgreSQL frozen for 5 s, cluster", postgresql_frozen),
    ],
    indirect=["target"],
)
async def test_play_goes_on_after_a_time_when_nothing_can_be_stored(target, fault, name: str, breaks: Break):
    """Meanwhile players are asked to retry, and no page reconnects."""
    fault, refused, gap = fault(name), 0, 0.0
    for number, crowd in enumerate(await crowds(target, times(full=5, short=1))):
        if isinstance(target, Cluster):
            seat_apart(Crowd(crowd.tables[::2]), target)
        async with during_play(crowd, fault, think=2):
            await asyncio.gather(*(page.until(lambda page=page: page.beats) for page in crowd.pages))
            async with breaks(target, number):
                await check_retry_requested(target, crowd.pages[0], readable=not isinstance(target, Cluster))
            repaired = time.monotonic()
        fault.recovered(resumption_times(crowd, repaired))
        assert {page.refusal for page in crowd.pages} <= {"", AGAIN}
        assert [page.closed for page in crowd.pages if page.closed] == []
        refused += sum(click.end == "refused" for page in crowd.pages for click in page.clicks)
        gaps = [later - earlier for page in crowd.pages for earlier, later in itertools.pairwise(page.beats)]
        gap = max(gap, *gaps)
    assert fault.recoveries, "all games were over"
    assert refused or breaks is not full
    assert gap < 3 * BEAT
    fault.note(f"{refused} moves had to be tried again; longest wait for a beat of {BEAT} s: {gap:.1f} s")


async def check_retry_requested(site, page: Page, *, readable: bool) -> None:
    """Check that a form is refused with a request to retry, or waits, and that pages can be read if `readable`."""
    answer = await asyncio.to_thread(post, site.url, "/new/one-screen/", page.cookie)
    assert (answer.status, answer.heading) in ((503, AGAIN), (302, ""))
    if readable:
        assert answer.status == 503
        assert (await asyncio.to_thread(get, site.url, f"/g/{page.code}/", "")).status == 200


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("run", "14 a migration that adds a column"),
        ("cluster", "14c a migration that adds a column, PostgreSQL, cluster"),
    ],
    indirect=["target"],
)
async def test_a_column_is_added_while_games_go_on(target, fault, monkeypatch, name):
    """Code without the column in its models can create games too."""
    fault, before = fault(name), error_counts(target)

    def migrate(*migration: str) -> None:
        with monkeypatch.context() as later:
            later.setitem(target.environment, "DJANGO_SETTINGS_MODULE", "tests.faults.later_settings")
            target.manage("migrate", "--verbosity", "0", *migration)
            assert ("mood" in target.manage("inspectdb", "games_game")) is not bool(migration)

    for crowd in await crowds(target, times(full=5, short=1)):
        async with during_play(crowd, fault, think=2):
            begun = time.monotonic()
            await in_thread(migrate)
        fault.recovered(resumption_times(crowd, begun))
        await play_through(await Crowd.gather(target, 4), fault)
        await in_thread(migrate, "games", NEWEST)
    assert error_counts(target) == before
