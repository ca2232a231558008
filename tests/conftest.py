"""Fixtures for all tests, and the summary of tests that could not run."""

import asyncio
import fcntl
import gc
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connection
from django.utils import timezone, translation

from games.play import tabs
from games.play.news import send
from games.site import limits
from games.site.models import Player
from games.site.selectors import forget_blocked_players
from games.site.threads import reading, writing
from tests.support.commands import run
from tests.support.desk import games_of_every_kind, host, won  # noqa: F401
from tests.support.games import player
from tests.support.room_pages import room_page  # noqa: F401
from tests.support.server import METRICS_TOKEN, WARNINGS_OF_A_CLUSTER, Server
from tests.support.waiting import PATIENCE
from tools.cluster.cluster import Cluster
from tools.cluster.programs import Postgres, Redis


@pytest.fixture(scope="session")
def prepared(tmp_path_factory) -> Path:
    """A data folder to copy, with an empty database and static files, shared by all workers of a run."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    done = shared / "prepared"
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            site = Server(tmp_path_factory.mktemp("prepared"))
            site.prepare()
            site.folder.rename(done)
    return done


def with_static_files(prepared: Path, folder: Path) -> Path:
    """Copy the collected static files to the folder of a site of several processes, because collecting takes long."""
    shutil.copytree(prepared / "static", folder / "site" / "static")
    return folder


@pytest.fixture(scope="session")
def server(prepared, tmp_path_factory):
    """A real server with its own data, shared by a worker's tests."""
    folder = shutil.copytree(prepared, tmp_path_factory.mktemp("server") / "site")
    server = Server(folder, BEAT="2", CLAIM_AFTER="3")  # seconds; the defaults are 10 and 40
    server.start()
    yield server
    server.stop()
    server.close_shell()


@pytest.fixture(scope="session")
def uvicorn(prepared, tmp_path_factory) -> Iterator[Server]:
    """A server started as in `deploy/`. Tests must restart it if they stop it."""
    server = Server(shutil.copytree(prepared, tmp_path_factory.mktemp("uvicorn") / "site"), BEAT="2")
    server.start(sys.executable, "-m", "deploy.process")
    yield server
    server.stop()
    assert not re.search("ERROR|Traceback", server.log.read_text())


@pytest.fixture(scope="module", params=["server", "uvicorn"])
def either(request) -> Server:
    """Each of the two servers. Tests must restart it if they stop it."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def programs() -> None:
    """Skip the test unless the servers of tools/servers are installed."""
    found = run("tools/servers")
    if found.returncode:
        pytest.skip(found.stderr.strip())


@pytest.fixture(scope="session")
def site(programs, prepared, tmp_path_factory) -> Iterator[Cluster]:
    """Two processes behind nginx. Tests must restart what they stop."""
    folder = with_static_files(prepared, tmp_path_factory.mktemp("cluster"))
    variables = {"BEAT": "1", "METRICS_TOKEN": METRICS_TOKEN, "PYTHONWARNINGS": WARNINGS_OF_A_CLUSTER}
    with Cluster(folder, processes=2, **variables) as site:
        yield site
    logs = "".join(log.read_text() for log in sorted(folder.glob("process-*.log")))
    assert "Traceback" not in logs


@pytest.fixture
def postgres(programs, tmp_path) -> Iterator[Postgres]:
    server = Postgres(tmp_path / "postgresql")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def redis(programs, tmp_path) -> Iterator[Redis]:
    server = Redis(tmp_path / "redis")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def ada(db) -> Player:
    return player("Ada")


@pytest.fixture
def still(monkeypatch) -> datetime:
    """Freeze the time and return it, so that intervals stay exact."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


@pytest.fixture
def clock(monkeypatch) -> SimpleNamespace:
    """The time of the limits, in seconds, which only the test advances, so that it stays in one window."""
    now = SimpleNamespace(now=1_000_000.0)
    clock = SimpleNamespace(time=lambda: now.now, monotonic=lambda: now.now)
    monkeypatch.setattr(limits, "time", clock)
    return now


@pytest.fixture(autouse=True)
def sockets_done(request):
    """Wait for the database threads and close their connections before the database is flushed."""
    marker = request.node.get_closest_marker("django_db")
    if not marker or not marker.kwargs.get("transaction"):
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    for on_thread in (reading, writing, sync_to_async):
        asyncio.run(on_thread(lambda: connection.close())())  # each thread has its own connection


@pytest.fixture
async def little_grace(monkeypatch):
    """Shorten GRACE, so that a player without an open tab is absent immediately, and let writes and news finish before
    the test's loop ends."""
    monkeypatch.setattr(tabs, "GRACE", 0.01)
    yield
    await asyncio.sleep(2 * tabs.GRACE)
    if tabs._write.task and tabs._write.task.get_loop() is asyncio.get_running_loop():
        await asyncio.wait([tabs._write.task], timeout=PATIENCE)
    await asyncio.sleep(0)  # start sending news from other threads
    if telling := [task for task in asyncio.all_tasks() if getattr(task.get_coro(), "__name__", "") == send.__name__]:
        await asyncio.wait(telling, timeout=PATIENCE)


@pytest.fixture(autouse=True)
def reset() -> None:
    """Reset rate limits, because all tests share one address and player ids repeat, and the language, because requests
    leave theirs active."""
    translation.deactivate()
    cache.clear()
    forget_blocked_players()
    limits._cache_down_until = 0.0
    limits._moves.clear()


QUICK = "not (slow or faults or browser and not tour)"


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="run only the quick tests, unless some are selected")


def selects(config) -> bool:
    """Return whether particular tests were selected, by path, -k, -m or --last-failed."""
    options = config.option
    return bool(
        config.args_source == config.ArgsSource.ARGS
        or options.keyword
        or options.markexpr
        or getattr(options, "lf", False)
    )


def pytest_xdist_auto_num_workers(config):
    """Use no workers for selected tests, so that debuggers and prints work and all faults are in one report."""
    return 0 if config.option.quick and selects(config) else None


@pytest.hookimpl(tryfirst=True)  # before pytest reads -m
def pytest_configure(config):
    """Select the quick tests, in each worker, unless tests were selected."""
    if config.option.quick and not selects(config):
        config.option.markexpr = QUICK


def pytest_collection_modifyitems(config, items):
    """With --quick, run browser tests last, because others fail sooner. Otherwise run slow files and browser tests
    first, because they would delay the end."""
    browser, slow = ({item.path for item in items if item.get_closest_marker(mark)} for mark in ("browser", "slow"))
    if config.option.quick:
        items.sort(key=lambda item: item.path in browser)
    else:
        items.sort(key=lambda item: (item.path not in slow, item.path not in browser))


def pytest_collection_finish():
    """Let the garbage collector skip all imported objects."""
    gc.freeze()


def could_not_run(terminal) -> list:
    return [*terminal.stats.get("skipped", []), *terminal.stats.get("xfailed", [])]


def reason_of(report) -> str:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.wasxfail
    return reason.removeprefix("Skipped: ")


def pytest_terminal_summary(terminalreporter):
    """Print a line for each reason why tests could not run; -rs lists the tests."""
    reasons = Counter(map(reason_of, could_not_run(terminalreporter)))
    if reasons:
        terminalreporter.section("Could not run")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count} test{'s' if count > 1 else ''}: {reason}")


def pytest_sessionfinish(session, exitstatus):
    """In CI, where nobody reads that list, fail if a test could not run."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")  # xdist workers have none
    if terminal and exitstatus == pytest.ExitCode.OK and could_not_run(terminal) and os.environ.get("CI") == "true":
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
