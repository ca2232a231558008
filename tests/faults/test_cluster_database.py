"""7 and 14c: PostgreSQL is away, restarted, frozen or given another column, while games go on at two processes."""

import asyncio
import itertools
import time

from tests.faults.audit import Audit
from tests.faults.cluster import AGAIN, beside, parts, seat_apart, under_play, went_on
from tests.faults.players import PATIENCE, Crowd, Page
from tests.faults.process import errors
from tests.faults.report import Fault, times
from tests.faults.test_database import NEWEST
from tools.cluster.cluster import Cluster

BEAT = 2  # seconds, as the cluster has it
AWAY = 10
FROZEN = 5


def longest_gap(pages: list[Page]) -> float:
    """Seconds between two beats of a page."""
    return max(later - earlier for page in pages for earlier, later in itertools.pairwise(page.beats))


async def without_database(site: Cluster, fault: Fault, crowd: Crowd, seconds: float, begin, end) -> None:
    seat_apart(Crowd(crowd.tables[::2]), site)
    async with under_play(crowd, fault, think=2):
        await asyncio.gather(*(page.until(lambda page=page: page.beats) for page in crowd.pages))
        await beside(begin)
        await asyncio.sleep(seconds)
        back = await beside(end)
    waits = went_on(crowd, back)
    assert waits, "all games were over"
    fault.recovered(waits)
    refused = [click for page in crowd.pages for click in page.clicks if click.end == "refused"]
    assert {page.said for page in crowd.pages} <= {"", AGAIN}
    # No page took its socket for dead, which it does after three beats.
    assert [page.closed for page in crowd.pages if page.closed] == []
    gap = longest_gap(crowd.pages)
    assert gap < 3 * BEAT
    fault.note(f"{len(refused)} moves told to try again; longest wait for a beat of {BEAT} s: {gap:.1f} s")


async def test_postgresql_is_away_for_10_s(cluster, fault):
    fault, database = fault("7 PostgreSQL stopped for 10 s, cluster"), cluster.postgres
    for crowd in await parts(cluster, times(full=5, short=1)):
        await without_database(cluster, fault, crowd, AWAY, database.stop, database.start)


async def test_postgresql_is_frozen(cluster, fault):
    fault, database = fault(f"7d PostgreSQL frozen for {FROZEN} s, cluster"), cluster.postgres
    for crowd in await parts(cluster, times(full=5, short=1)):
        await without_database(cluster, fault, crowd, FROZEN, database.pause, database.resume)


async def test_postgresql_is_restarted_while_nobody_plays(cluster, fault):
    fault, refused = fault("7c PostgreSQL restarted while idle, cluster"), 0
    for crowd in await parts(cluster, times(full=5, short=1)):
        async with crowd, asyncio.timeout(PATIENCE):
            await beside(cluster.postgres.stop)
            back = await beside(cluster.postgres.start)
            await crowd.play()
        # What failed on the old connection is told to try again once: at most one batch of each process.
        for table in crowd.tables:
            ends = [click.end for page in table.pages for click in page.clicks]
            assert ends.count("refused") <= 1
        refused += sum(click.end == "refused" for page in crowd.pages for click in page.clicks)
        fault.tried += 1
        fault.recovered(went_on(crowd, back))
        fault.hold(await Audit.of(cluster, crowd))
    fault.note(f"{refused} moves told to try again")


async def test_a_column_is_added_while_games_go_on(cluster, fault, monkeypatch):
    fault = fault("14c a migration that adds a column, PostgreSQL, cluster")
    before = [len(errors(process)) for process in cluster.processes]
    for crowd in await parts(cluster, times(full=5, short=1)):
        after = await Crowd.gather(cluster, 4)
        with monkeypatch.context() as later:
            later.setitem(cluster.environment, "DJANGO_SETTINGS_MODULE", "tests.faults.later_settings")
            async with under_play(crowd, fault, think=2):
                begun = time.monotonic()
                await beside(cluster.manage, "migrate", "--verbosity", "0")
            fault.recovered(went_on(crowd, begun))
            assert "mood" in cluster.manage("inspectdb", "games_game")
        # Games made by the code that knows nothing of the column are games like others.
        after.tables += (await Crowd.gather(cluster, 4)).tables
        async with after, asyncio.timeout(PATIENCE):
            await after.play()
        fault.hold(await Audit.of(cluster, after))
        with monkeypatch.context() as later:
            later.setitem(cluster.environment, "DJANGO_SETTINGS_MODULE", "tests.faults.later_settings")
            cluster.manage("migrate", "games", NEWEST, "--verbosity", "0")
    assert [len(errors(process)) for process in cluster.processes] == before
