"""7b, 13 and 14: the database is locked, full, read-only, or given another column, while games go on."""

import asyncio
import contextlib
import itertools
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.faults.audit import Audit
from tests.faults.forms import post
from tests.faults.others import at_play, others_of
from tests.faults.players import PATIENCE, Crowd, Page, form_of
from tests.faults.process import errors
from tests.faults.report import times
from tests.server import ROOT, Server
from tests.waiting import eventually

NEWEST = max(path.stem for path in (ROOT / "games" / "migrations").glob("[0-9]*.py"))

GAMES = 12
LOCKED = 3.0  # seconds
AGAIN = "That didn’t go through. Try again."


@contextlib.contextmanager
def locked(site: Server) -> Iterator[None]:
    """Another process writes, and takes its time."""
    code = (
        "import sqlite3, sys; connection = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "connection.execute('BEGIN IMMEDIATE'); print('locked', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(site.folder / "db.sqlite3")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"locked\n"
        yield
        other.stdin.close()


def gaps(page: Page, since: float) -> list[float]:
    """Seconds between the beats of a page, beginning with the last one before a moment."""
    beats = [max(at for at in page.beats if at < since), *(at for at in page.beats if at >= since)]
    return [later - earlier for earlier, later in itertools.pairwise(beats)]


async def one_more_read(page: Page) -> None:
    before = page.beats_read
    await page.until(lambda: page.beats_read > before)


async def beats_after(page: Page, since: float) -> None:
    await page.until(lambda: len(gaps(page, since)) > 2)


async def test_sqlite_is_locked_by_another_process_for_3_s(make_site, fault):
    fault, site = fault("7b SQLite locked by another process for 3 s"), make_site(BEAT="2")
    longest, refused = 0.0, 0
    everybody = await Crowd.gather(site, GAMES * times(full=10, short=2))
    for at in range(0, len(everybody.tables), GAMES):
        crowd = Crowd(everybody.tables[at : at + GAMES])
        watchers = [table.add("") for table in crowd.tables[::3]]
        async with crowd, asyncio.timeout(PATIENCE):
            await asyncio.gather(*(page.until(lambda page=page: page.beats) for page in watchers))
            playing = asyncio.create_task(crowd.play(think=0.5))
            await asyncio.sleep(0.3)
            since = time.monotonic()
            with locked(site):
                # Beats are read on a thread of their own, which waits for nobody who writes.
                await asyncio.gather(asyncio.sleep(LOCKED), *(one_more_read(page) for page in watchers))
            fault.recovered(await crowd.recovery())
            await playing
            await asyncio.gather(*(beats_after(page, since) for page in watchers))
        longest = max(longest, *(gap for page in watchers for gap in gaps(page, since)))
        ends = [click for page in crowd.pages for click in page.clicks if click.end == "refused"]
        assert {page.said for page in crowd.pages} <= {"", AGAIN}
        assert [page.closed for page in crowd.pages if page.closed] == []
        refused += len(ends)
        fault.tried += 1
        fault.hold(await Audit.of(site, crowd))
    fault.note(f"{refused} moves told to try again; longest wait for a beat of 2 s: {longest:.1f} s")


async def test_a_form_is_told_to_come_again_while_sqlite_is_locked(make_site, fault):
    fault, site = fault("7g forms while SQLite is locked"), make_site()
    crowd = await Crowd.gather(site, times(full=20, short=4))
    with locked(site):
        sent = [asyncio.to_thread(post, site.url, "/new/one-screen/", table.pages[0].cookie) for table in crowd.tables]
        answers = await asyncio.gather(*sent)
    assert {(answer.status, answer.heading) for answer in answers} == {(503, AGAIN)}
    assert post(site.url, "/new/one-screen/", crowd.pages[0].cookie).status == 302
    async with crowd, asyncio.timeout(PATIENCE):
        await crowd.play()
    fault.tried += len(answers)
    fault.hold(await Audit.of(site, crowd))


# --- 13: a full disk and a database that can't be written


@contextlib.contextmanager
def small_disk() -> Iterator[tuple[Path, bool]]:
    """A folder that is a disk of its own of 16 MB, and whether it is: not everybody may mount one."""
    folder = Path(tempfile.mkdtemp(prefix="tictactoe-disk-"))
    command = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", folder]
    mounted = bool(shutil.which("mount")) and not subprocess.run(command, check=False, capture_output=True).returncode
    try:
        yield folder, mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", folder], check=True)
        shutil.rmtree(folder)


def fill(site: Server, disk: bool) -> Callable[[], None]:
    """Leaves the site no room for another byte of its database; returns what gives it back."""
    if disk:
        empty_log(site)
        rest = site.folder / "rest"
        with rest.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(b"-" * 4096):
                pass
        return rest.unlink
    pid, (_soft, hard) = site.process.pid, resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, hard))
    return lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard)) and None


def empty_log(site: Server) -> None:
    """Gives back the room of moves stored before, into which whole games could still be written."""
    with contextlib.closing(sqlite3.connect(site.folder / "db.sqlite3", timeout=0.1)) as connection:
        for _try in range(100):
            try:
                if connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0:
                    return
            except sqlite3.OperationalError:  # somebody writes at this moment
                continue
    raise AssertionError("the log is never empty")


def forbid(site: Server) -> Callable[[], None]:
    """Takes away the right to write the database; returns what gives it back."""
    paths = [site.folder, *site.folder.glob("db.sqlite3*")]
    modes = [path.stat().st_mode for path in paths]
    for path, mode in zip(paths, modes, strict=True):
        path.chmod(mode & ~0o222)
    return lambda: [path.chmod(mode) for path, mode in zip(paths, modes, strict=True)] and None


async def cannot_store(
    site: Server, crowd: Crowd, fault, spoil: Callable[[], Callable[[], None]], *, sockets: bool
) -> None:
    """Plays games while nothing can be stored for a while: who moves is told, pages stay readable, and it goes on.

    `sockets` says whether theirs can't either: they write to files that are open since before.
    """
    spectator = crowd.tables[0].add("")
    async with crowd, asyncio.timeout(PATIENCE):
        playing = asyncio.create_task(crowd.play(think=1))
        await asyncio.sleep(0.5)
        pages = crowd.tables[1].pages
        await eventually(lambda: any(page.board.turn for page in pages))
        heal = spoil()
        spoilt = time.monotonic()
        page = next(page for page in pages if page.board.turn)
        move = {**form_of(crowd.tables[1].choose(page.board)), "version": page.board.version}
        try:
            if sockets:
                await asyncio.gather(*(told_to_try_again(table.pages, spoilt) for table in crowd.tables[2:6]))
            room = f"/g/{page.code}/"
            answer = await asyncio.to_thread(post, site.url, f"{room}play/", page.cookie, **move)
            # A full disk may have room for one more move, in what the database holds already.
            assert (answer.status, answer.heading) in ((503, AGAIN), (302, ""))
            seen, _ = await asyncio.to_thread(site.get, room)
            assert seen.status == 200
            beats = len(spectator.beats)
            await spectator.until(lambda: len(spectator.beats) > beats)
        finally:
            heal()
        fault.recovered(await crowd.recovery())
        await playing
    assert {page.said for page in crowd.pages} <= {"", AGAIN}
    fault.tried += 1
    fault.hold(await Audit.of(site, crowd))


async def told_to_try_again(pages: list[Page], since: float) -> None:
    """Waits until one of them has been refused a move made after a moment."""

    def told(page: Page) -> bool:
        return any(click.end == "refused" and click.at > since for click in page.clicks)

    waits = [asyncio.create_task(page.until(lambda page=page: told(page))) for page in pages]
    _told, others = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        other.cancel()


async def test_the_disk_is_full(make_site, fault):
    fault = fault("13 a full disk")
    with small_disk() as (folder, disk):
        site = make_site(BEAT="2", folder=folder)
        try:
            for _time in range(times(full=5, short=1)):
                await cannot_store(site, await Crowd.gather(site, GAMES), fault, lambda: fill(site, disk), sockets=True)
        finally:
            site.stop()
        assert "Traceback" not in site.log.read_text()
        fault.note("tmpfs of 16 MB" if disk else "RLIMIT_FSIZE, for nothing could be mounted")


async def test_the_database_is_read_only(make_site, fault):
    fault, site = fault("13b a database that may not be written"), make_site(BEAT="2")
    site.stop()
    # Root may write whatever the modes of files say, unless that power is taken away.
    plain = ["setpriv", "--bounding-set=-dac_override", "--"] if os.geteuid() == 0 else []
    site.start(*plain, sys.executable, "manage.py", "serve")
    for _time in range(times(full=5, short=1)):
        await cannot_store(site, await Crowd.gather(site, GAMES), fault, lambda: forbid(site), sockets=False)
    fault.note("what the server holds open it goes on writing to")
    assert "Traceback" not in site.log.read_text()


async def test_a_column_is_added_while_games_go_on(make_site, fault):
    fault, site = fault("14 a migration that adds a column"), make_site()
    later = Server(site.folder, **site.environment | {"DJANGO_SETTINGS_MODULE": "tests.faults.later_settings"})
    for _time in range(times(full=5, short=1)):
        async with at_play(await others_of(site), site, fault):
            await asyncio.to_thread(later.manage, "migrate", "--verbosity", "0")
        fault.tried += 1
        # Games made by the code that knows nothing of the column are games like others.
        after = await Crowd.gather(site, GAMES)
        async with after, asyncio.timeout(PATIENCE):
            await after.play()
        fault.hold(await Audit.of(site, after))
        assert "mood" in later.manage("inspectdb", "games_game")
        later.manage("migrate", "games", NEWEST, "--verbosity", "0")
    assert errors(site) == []
