"""Servers, started by `make run` and otherwise, as real processes."""

import contextlib
import os
import re
import resource
import shutil
import signal
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from games.management.commands.serve import MAX_OPEN_FILES, allow_open_files
from tests.support.commands import run
from tests.support.server import NEW_GAME, Server, free_port
from tests.support.waiting import PATIENCE
from tictactoe_site import network

SERVERS = [("manage.py", "serve"), ("-m", "deploy.process")]
# Root may write everywhere, unless it drops these capabilities.
CAPABILITIES = "-dac_override,-dac_read_search"
WITHOUT_THE_RIGHTS_OF_ROOT = (
    ("setpriv", f"--inh-caps={CAPABILITIES}", f"--bounding-set={CAPABILITIES}") if os.geteuid() == 0 else ()
)


@pytest.fixture
def site(prepared, tmp_path):
    site = Server(shutil.copytree(prepared, tmp_path / "site"))
    yield site
    if site.process and site.process.poll() is None:
        site.process.kill()
        site.process.wait()


@pytest.fixture(scope="module")
def barely_migrated(tmp_path_factory) -> Path:
    """A database with the first of the site's migrations only."""
    site = Server(tmp_path_factory.mktemp("barely"))
    site.manage("migrate", "games", "0001", "--verbosity", "0")
    return site.folder / "db.sqlite3"


def test_a_foreign_host_is_refused_in_one_line(server):
    logged = len(server.log.read_text())
    response, page = server.get("/", Host="evil.example")
    assert response.status == 400
    assert "This site does not go by the name in the address." in page.decode()
    assert "set PUBLIC_URL to the address that people open" in page.decode()
    [line] = server.log.read_text()[logged:].splitlines()
    assert "'evil.example' is not one of this site's addresses: set PUBLIC_URL to" in line


def test_a_server_may_open_as_many_files_as_the_system_allows():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 1_024), hard))
    allow_open_files()
    allowed, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert allowed == (MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES))


@pytest.mark.slow
class TestProcess:
    @pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
    def test_stops_immediately_with_open_sockets(self, site, by):
        site.start()
        code = site.manage("shell", "--verbosity", "0", "--command", NEW_GAME).strip()
        sockets = [site.open_socket(f"/ws/g/{code}/") for _ in range(3)]
        assert [status for status, _ in sockets] == [101, 101, 101]
        assert site.stop(by) == 0
        for _, connection in sockets:
            connection.close()
        assert site.log.read_text().splitlines() == [
            f"Open {site.url} in a browser. Ctrl-C stops it.",
            "Only this computer can open it; with HOST=0.0.0.0 others on its network can too.",
        ]

    def test_make_run_prepares_and_serves_in_one_process(self, site):
        """A second process would load the whole site again, while people wait after a crash."""
        dry = run("make", "--dry-run", "run", check=True).stdout
        [command] = re.findall(r"manage\.py .*", dry)
        (site.folder / "db.sqlite3").unlink()
        (site.folder / "static" / "site").rename(site.folder / "lost")
        site.start(sys.executable, *command.split())
        response, home = site.get("/")
        sheet = re.search(r"/static/[\w./-]+\.css", home.decode())[0]
        assert (response.status, site.get(sheet)[0].status) == (200, 200)

    def test_prints_the_url_for_friends(self, site):
        site.environment["HOST"] = "0.0.0.0"
        site.start()
        site.get("/healthz")
        site.stop()
        first, *friends = site.log.read_text().splitlines()
        assert first == f"Open {site.url} in a browser. Ctrl-C stops it."
        address = network.main_address()
        assert friends == ([f"A friend on the same network opens http://{address}:{site.port}"] if address else [])

    @pytest.mark.parametrize(
        "second",
        [
            ["manage.py", "serve"],
            ["manage.py", "runserver", "--noreload", "0"],
            ["-m", "daphne", "-p", "0", "tictactoe_site.asgi:application"],
            ["-m", "deploy.process"],
        ],
        ids=" ".join,
    )
    def test_a_second_server_on_the_same_data_is_refused_with_a_sentence(self, site, second):
        site.start()
        begun = len(site.log.read_text())
        assert site.launch(sys.executable, *second).wait(timeout=PATIENCE) == 1
        output = site.log.read_text()[begun:]
        assert f"A server is already running on the data in {site.folder}: stop it first, or set DATA_DIR." in output
        assert "Traceback" not in output
        site.stop()
        site.start()  # the lock ends with its process

    @pytest.mark.parametrize("command", [("manage.py", "serve"), ("manage.py", "verify")])
    def test_an_unreachable_database_is_reported_in_one_line(self, site, command):
        site.environment["DATABASE_URL"] = f"postgresql://127.0.0.1:{free_port()}/tictactoe"
        assert re.fullmatch("The database can't be used: .*Connection refused\n", self.refusal(site, *command))

    @pytest.mark.parametrize("command", [*SERVERS, ("manage.py", "verify"), ("manage.py", "tidy")])
    def test_a_damaged_database_is_reported_without_a_traceback(self, site, command):
        (site.folder / "db.sqlite3").write_text("no database at all")
        assert self.refusal(site, *command) == "The database can't be used: file is not a database\n"

    @pytest.mark.parametrize("command", [*SERVERS, ("manage.py", "verify"), ("manage.py", "tidy")])
    def test_an_incomplete_migration_is_reported(self, site, command, barely_migrated):
        shutil.copy(barely_migrated, site.folder / "db.sqlite3")
        output = self.refusal(site, *command).removeprefix("CommandError: ")
        assert output.startswith("This database is not ready for this release")
        assert output.endswith("Run `manage.py migrate`.\n")

    @pytest.mark.parametrize("command", SERVERS)
    def test_the_database_of_a_newer_release_is_reported(self, site, command):
        with contextlib.closing(sqlite3.connect(site.folder / "db.sqlite3")) as newer, newer:
            newer.execute("INSERT INTO django_migrations VALUES (9999, 'games', '9999_ink', '2030-01-01')")
        output = self.refusal(site, *command).removeprefix("CommandError: ")
        assert output.startswith("A newer release has changed this database (games.9999_ink)")

    @pytest.mark.parametrize("command", SERVERS)
    def test_an_incomplete_collectstatic_is_reported(self, site, command):
        (site.folder / "static" / "staticfiles.json").unlink()  # collectstatic writes this last
        output = self.refusal(site, *command)
        assert output == f"The static files in {site.folder}/static are not complete: run `manage.py collectstatic`.\n"

    @pytest.mark.parametrize("name", ["", "db.sqlite3", "db.lock"])
    @pytest.mark.parametrize("command", [*SERVERS, ("manage.py", "verify")])
    def test_unwritable_data_is_reported(self, site, name, command):
        path = site.folder / name
        if not path.exists():
            path.touch()
        path.chmod(0o500)
        try:
            output = self.refusal(site, *command, by=WITHOUT_THE_RIGHTS_OF_ROOT)
        finally:
            path.chmod(0o700)
        assert output == f"DATA_DIR: {path} can't be written: its volume is read-only, or it belongs to another user.\n"

    def test_an_unwritable_static_folder_is_reported(self, site, tmp_path):
        site.environment["STATIC_ROOT"] = str(tmp_path / "closed" / "static")
        (tmp_path / "closed").mkdir(mode=0o500)
        output = self.refusal(site, "manage.py", "serve", "--collectstatic", by=WITHOUT_THE_RIGHTS_OF_ROOT)
        assert output == f"CommandError: STATIC_ROOT {tmp_path}/closed/static can't be written: Permission denied.\n"

    def refusal(self, site: Server, *command: str, by: Sequence[str] = ()) -> str:
        done = run(*by, sys.executable, *command, env=site.environment)
        assert (done.returncode, done.stdout) == (1, "")
        return done.stderr

    @pytest.mark.parametrize("command", SERVERS)
    def test_a_port_in_use_is_reported_without_a_traceback(self, site, server, command):
        site.environment["PORT"] = str(server.port)
        assert site.launch(sys.executable, *command).wait(timeout=PATIENCE) != 0
        assert "ddress already in use" in site.log.read_text()
        assert "Traceback" not in site.log.read_text()

    def test_sqlite_waits_briefly_and_is_durable(self, site):
        pragmas = "from django.db import connection as c\nwith c.cursor() as cursor:\n"
        for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys"):
            pragmas += f"    print(*cursor.execute('PRAGMA {name}').fetchone())\n"
        assert site.manage("shell", "--verbosity", "0", "--command", pragmas).split() == ["wal", "2", "2000", "1"]
