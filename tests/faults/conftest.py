"""Fixtures for the sites to break, and the report at the end."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import with_static_files
from tests.faults import report
from tests.faults.installation import Installation
from tests.faults.network import NoNetworks
from tests.faults.report import Fault
from tests.support.server import WARNINGS_OF_A_CLUSTER, Server
from tools.cluster.cluster import Cluster

BROKEN = (sys.executable, "tests/faults/broken_server.py")
MakeSite = Callable[..., Server]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("faults")
            if sys.platform != "linux":
                item.add_marker(pytest.mark.skip(reason="these faults need Linux"))


@pytest.fixture
def make_site(prepared, tmp_path) -> Iterator[MakeSite]:
    """Create and start sites: `make_site(BEAT="1")`, or, with a fault of broken_server.py, `make_site("lossy",
    "0.3")`."""
    sites = []

    def make(*broken: str, folder: Path | None = None, **variables: str) -> Server:
        folder = folder or tmp_path / f"site{len(sites)}"
        shutil.copytree(prepared, folder, dirs_exist_ok=True)
        (folder / "log").unlink(missing_ok=True)
        sites.append(Server(folder, **variables))
        sites[-1].start(*([*BROKEN, *broken] if broken else []))
        return sites[-1]

    yield make
    for site in sites:
        if site.process and site.process.poll() is None:
            site.stop()


@pytest.fixture(scope="session")
def cluster(programs, prepared, tmp_path_factory) -> Iterator[Cluster]:
    """Two processes on PostgreSQL and Redis, behind nginx. Tests must restart what they stop."""
    folder = with_static_files(prepared, tmp_path_factory.mktemp("faults-cluster"))
    with Cluster(folder, processes=2, BEAT="2", PYTHONWARNINGS=WARNINGS_OF_A_CLUSTER) as site:
        yield site
    assert "Traceback" not in "".join(process.log.read_text() for process in site.processes)


@pytest.fixture
def target(request, make_site) -> Server | Cluster:
    """The site to break: one process on SQLite ("run"), or two on PostgreSQL and Redis ("cluster")."""
    return request.getfixturevalue("cluster") if request.param == "cluster" else make_site(BEAT="2")


@pytest.fixture(scope="session")
def installation(programs, prepared, tmp_path_factory) -> Iterator[Installation]:
    """Two machines with two processes each, and others with nginx, Redis and two databases. Tests must repair what they
    break."""
    folder = with_static_files(prepared, tmp_path_factory.mktemp("faults-machines"))
    try:
        installation = Installation(folder, BEAT="10" if report.FULL else "2")
    except NoNetworks as none:
        pytest.skip(str(none))
    with installation as site:
        yield site
    assert "Traceback" not in "".join(process.log.read_text() for process in site.processes)


@pytest.fixture
def machines(installation) -> Iterator[Installation]:
    """The installation, with the test's players on a machine in its network."""
    with installation.people.entered():
        yield installation


@pytest.fixture(scope="module")
def default_beat(cluster) -> Iterator[Cluster]:
    with pytest.MonkeyPatch.context() as patched:
        patched.delitem(cluster.environment, "BEAT")
        cluster.rolling_restart()
        yield cluster
    cluster.rolling_restart()


@pytest.fixture
def fault() -> Callable[[str], Fault]:
    """Return a function that returns the report's line with a name, and creates it if necessary."""
    return report.line


def pytest_terminal_summary(terminalreporter) -> None:
    if report.FAULTS:
        terminalreporter.section(f"Faults ({'in full' if report.FULL else 'shortened'})")
        for line in report.table():
            terminalreporter.line(line)
        report.write()
