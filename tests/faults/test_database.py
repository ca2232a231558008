"""7, 13 and 14: the database is locked, full, down, frozen or given a new column during play."""

import asyncio
import itertools
import time

import pytest

from tests.faults.audit import Audit
from tests.faults.breaks import Break, full, locked, postgresql_frozen, postgresql_stopped
from tests.faults.cluster import AGAIN, beside, parts, seat_apart, under_play, went_on
from tests.faults.forms import get, post
from tests.faults.players import PATIENCE, Crowd, Page
from tests.faults.process import logged
from tests.faults.report import times
from tests.support.server import ROOT
from tools.cluster.cluster import Cluster

NEWEST = max(path.stem for path in (ROOT / "games" / "migrations").glob("[0-9]*.py"))
BEAT = 2  # seconds, the beat of these sites


@pytest.mark.parametrize(
    ("place", "name", "breaks"),
    [
        ("run", "7b SQLite locked by another process for 3 s", locked),
        ("run", "13 a full disk", full),
        ("cluster", "7 PostgreSQL stopped for 10 s, cluster", postgresql_stopped),
        ("cluster", "7d PostgreSQL frozen for 5 s, cluster", postgresql_frozen),
    ],
    indirect=["place"],
)
async def test_nothing_can_be_stored_for_a_while(place, fault, name: str, breaks: Break):
    """Players are asked to retry, no page considers its socket dead, and then play goes on."""
    fault, refused, gap = fault(name), 0, 0.0
    for number, crowd in enumerate(await parts(place, times(full=5, short=1))):
        if isinstance(place, Cluster):
            seat_apart(Crowd(crowd.tables[::2]), place)
        async with under_play(crowd, fault, think=2):
            await asyncio.gather(*(page.until(lambda page=page: page.beats) for page in crowd.pages))
            async with breaks(place, number):
                await told_to_come_again(place, crowd.pages[0], readable=not isinstance(place, Cluster))
            mended = time.monotonic()
        fault.recovered(went_on(crowd, mended))
        assert {page.said for page in crowd.pages} <= {"", AGAIN}
        assert [page.closed for page in crowd.pages if page.closed] == []
        refused += sum(click.end == "refused" for page in crowd.pages for click in page.clicks)
        gap = max(gap, longest_gap(crowd.pages))
    assert fault.recoveries, "all games were over"
    assert refused or breaks is not full
    assert gap < 3 * BEAT
    fault.note(f"{refused} moves told to try again; longest wait for a beat of {BEAT} s: {gap:.1f} s")


async def told_to_come_again(site, page: Page, *, readable: bool) -> None:
    """Check that a posted form is asked to retry or waits, and that pages that only read SQLite work."""
    answer = await asyncio.to_thread(post, site.url, "/new/one-screen/", page.cookie)
    assert (answer.status, answer.heading) in ((503, AGAIN), (302, ""))
    if readable:
        assert answer.status == 503
        assert (await asyncio.to_thread(get, site.url, f"/g/{page.code}/", "")).status == 200


def longest_gap(pages: list[Page]) -> float:
    """Return the longest gap between beats of a page, in seconds."""
    return max(later - earlier for page in pages for earlier, later in itertools.pairwise(page.beats))


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("run", "14 a migration that adds a column"),
        ("cluster", "14c a migration that adds a column, PostgreSQL, cluster"),
    ],
    indirect=["place"],
)
async def test_a_column_is_added_while_games_go_on(place, fault, monkeypatch, name):
    """Games created by code without the column are normal games."""
    fault, before = fault(name), logged(place)

    def migrate(*target: str) -> None:
        with monkeypatch.context() as later:
            later.setitem(place.environment, "DJANGO_SETTINGS_MODULE", "tests.faults.later_settings")
            place.manage("migrate", "--verbosity", "0", *target)
            assert ("mood" in place.manage("inspectdb", "games_game")) is not bool(target)

    for crowd in await parts(place, times(full=5, short=1)):
        async with under_play(crowd, fault, think=2):
            begun = time.monotonic()
            await beside(migrate)
        fault.recovered(went_on(crowd, begun))
        after = await Crowd.gather(place, 4)
        async with after, asyncio.timeout(PATIENCE):
            await after.play()
        fault.hold(await Audit.of(place, after))
        await beside(migrate, "games", NEWEST)
    assert logged(place) == before
