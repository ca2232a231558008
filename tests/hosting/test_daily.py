"""The daily backup and tidying."""

import shutil
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings as given
from django.db import connection
from django.utils import timezone

from games.hosting import daily, services
from games.hosting.backups.saving import daily as daily_backups
from games.hosting.models import DailyRun
from games.hosting.selectors import tidied_at
from tests.deploy.witness import Witness
from tests.support.server import Server, free_port
from tests.support.waiting import until

SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own programs for backups")
NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
A_DAY = timedelta(days=1)


@pytest.fixture
def monitor() -> Iterator[Witness]:
    """A local monitor, like healthchecks.io."""
    with Witness() as monitor:
        yield monitor


@pytest.fixture
def backups(settings, tmp_path) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.DATA_DIR = tmp_path
    (tmp_path / "db.sqlite3").symlink_to(connection.settings_dict["NAME"])
    return settings.BACKUP_DIR


@pytest.mark.django_db(transaction=True)
class TestRun:
    @SQLITE
    def test_it_backs_up_tidies_and_reports_success(self, backups, monitor, settings):
        settings.HEALTHCHECK_PING_URL = f"{monitor.url}/secret"
        assert daily.run_if_due(timezone.now())
        assert len(daily_backups(backups)) == 1
        assert tidied_at()
        assert monitor.paths == ["/secret"]
        assert not daily.run_if_due(timezone.now())
        assert daily.run_if_due(timezone.now() + A_DAY)

    def test_with_postgresql_it_only_tidies(self, backups, settings):
        settings.DATABASE_URL = "postgres://tictactoe@database/tictactoe"
        assert daily.run_if_due(timezone.now())
        assert not daily_backups(backups)
        assert tidied_at()

    @SQLITE
    def test_a_failed_backup_is_logged_and_repeated_after_the_lease_and_tidying_still_runs(
        self, backups, monitor, settings, caplog
    ):
        settings.HEALTHCHECK_PING_URL = f"{monitor.url}/secret/?create=1"
        backups.write_text("a file where the folder belongs")
        now = timezone.now()
        assert daily.run_if_due(now)
        assert tidied_at()
        [record] = caplog.records
        assert record.getMessage().startswith(f"the daily backup failed: BACKUP_DIR {backups} can't be made")
        backups.unlink()
        assert not daily.run_if_due(now + services.LEASE - timedelta(seconds=1))
        assert daily.run_if_due(now + services.LEASE)
        assert len(daily_backups(backups)) == 1
        assert monitor.paths == ["/secret/fail?create=1", "/secret/?create=1"]

    @SQLITE
    def test_after_a_restore_the_backup_of_the_same_day_is_not_replaced(self, backups):
        daily.run_if_due(timezone.now())
        [made] = daily_backups(backups)
        before = made.read_bytes()
        DailyRun.objects.all().delete()  # as in a restored database
        assert daily.run_if_due(timezone.now())
        assert made.read_bytes() == before

    def test_an_unreachable_monitor_is_logged_without_its_url(self, backups, settings, caplog):
        settings.HEALTHCHECK_PING_URL = f"http://127.0.0.1:{free_port()}/secret"
        assert daily.run_if_due(timezone.now())
        [record] = caplog.records
        assert record.getMessage().startswith("HEALTHCHECK_PING_URL could not be reached: ")
        assert "secret" not in record.getMessage()


@pytest.mark.django_db
class TestLease:
    def test_a_second_process_takes_it_only_after_the_first_has_died(self):
        assert services.take_daily_run(due=NOON, at=NOON)
        assert not services.take_daily_run(due=NOON, at=NOON)
        assert services.take_daily_run(due=NOON, at=NOON + services.LEASE)

    def test_no_process_takes_it_after_a_success_until_it_is_due_again(self):
        services.take_daily_run(due=NOON, at=NOON)
        services.finish_daily_run(at=NOON)
        assert not services.take_daily_run(due=NOON, at=NOON + A_DAY)
        assert services.take_daily_run(due=NOON + A_DAY, at=NOON + A_DAY)


@pytest.mark.parametrize(("zone", "due"), [("UTC", "26T03"), ("America/New_York", "26T08"), ("Asia/Tokyo", "25T18")])
def test_it_is_due_at_night_in_the_sites_time_zone(zone, due):
    with timezone.override(zone):
        assert daily.last_due(NOON).astimezone(UTC).isoformat().startswith(f"2026-11-{due}:00")


def test_the_host_can_switch_it_off():
    assert not given.DAILY_RUN
    daily.start()
    assert "daily" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [("manage.py", "serve"), ("-m", "deploy.process")], ids=["manage.py serve", "deploy.process"]
)
def test_a_server_starts_it_without_any_request(command, prepared, monitor, tmp_path):
    folder = shutil.copytree(prepared, tmp_path / "site")
    site = Server(folder, DAILY_RUN="true", HEALTHCHECK_PING_URL=f"{monitor.url}/secret")
    site.start(sys.executable, *command)
    try:
        until(lambda: monitor.paths)
    finally:
        site.stop()
    assert monitor.paths == ["/secret"]
    assert len(daily_backups(site.folder / "backups")) == 1
