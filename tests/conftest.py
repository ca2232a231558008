"""What all tests share, and the word at the end about what could not run."""

import os

import pytest

from tests.redis import Redis, missing
from tests.server import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A real server on data of its own. Tests in other processes' time: they meet only through it."""
    server = Server(tmp_path_factory.mktemp("site"), BEAT="1", CLAIM_AFTER="3")  # seconds; otherwise 10 and 40
    server.prepare()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def redis():
    """A Redis server of its own."""
    if missing():
        pytest.skip("no redis-server, which several processes need between them")
    server = Redis()
    server.start()
    yield server
    server.stop()


def pytest_collection_modifyitems(items):
    """Puts the browser tests last: the quick ones tell sooner what is wrong."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def could_not_run(terminal) -> list:
    return [*terminal.stats.get("skipped", []), *terminal.stats.get("xfailed", [])]


def pytest_terminal_summary(terminalreporter):
    missing = could_not_run(terminalreporter)
    if missing:
        terminalreporter.section("Could not run")
    for report in missing:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.wasxfail
        terminalreporter.line(f"{report.nodeid}: {reason.removeprefix('Skipped: ')}")


def pytest_sessionfinish(session, exitstatus):
    """Where nobody reads the list above, in CI, a test that could not run counts as failed."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if exitstatus == pytest.ExitCode.OK and could_not_run(terminal) and os.environ.get("CI") == "true":
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
