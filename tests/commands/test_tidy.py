"""Deleting abandoned data."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.utils import timezone

from games.engine.position import Mark
from games.hosting import services as hosting_services
from games.hosting.backups.database import database
from games.hosting.backups.restoring import at_rest
from games.hosting.selectors import stale_invites
from games.play import services as play_services
from games.play.models import Game, Status
from games.practice.daily import FIRST_DAY
from games.practice.models import Daily
from games.site.models import Player
from games.tournaments.models import Entrant, Match, Phase, Tournament
from games.tournaments.services import directing, tournaments
from tests.support.commands import output_of
from tests.support.games import friends, player
from tests.support.growth import rows, store_a_day
from tests.support.tournaments import tournament, waiting

pytestmark = pytest.mark.django_db
SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own programs for this")


def tidy(*options: str) -> str:
    return output_of("tidy", *options).strip()


def report(*, invites: int, guests: int, offers: int = 0, sessions: int = 0, dry: bool = False) -> str:
    """Return the expected output of `tidy` if there is nothing else to delete."""
    ended, forgot = ("Would end", "forget") if dry else ("Ended", "forgot")
    return (
        f"{ended} {invites} invites, {offers} offers and 0 tournaments, and {forgot} 0 cancelled invites, "
        f"0 tournaments without a match, {guests} guests, 0 visits, 0 server processes, {sessions} sessions, 0 wrong "
        "passwords, 0 admin log entries and 0 names."
    )


@pytest.fixture(autouse=True)
def site() -> None:
    """An invite, a game in play and a guest who never played: an old one and a new one of each."""
    for age in (timedelta(days=15), timedelta()):
        play_services.invite(player=player("Ada"), side=Mark.X)
        friends(x=player("Ben"), o=player("Eve"))
        player("Ned")
        Game.objects.update(changed_at=F("changed_at") - age)
        Player.objects.update(created_at=F("created_at") - age)


def test_old_invites_end_and_old_guests_without_games_are_forgotten():
    assert tidy() == report(invites=1, guests=1)
    assert sorted(Game.objects.values_list("status", flat=True)) == ["cancelled", "started", "started", "waiting"]
    assert Player.objects.filter(name="Ned").count() == 1
    assert tidy() == report(invites=0, guests=0)


def test_an_unanswered_rematch_offer_is_withdrawn_after_14_days():
    for days in (13, 15):
        ada = player("Ada")
        game = friends(x=ada, o=player("Ben"))
        play_services.resign(code=game.code, player=ada)
        play_services.rematch(code=game.code, player=ada)
        Game.objects.filter(pk=game.pk).update(changed_at=timezone.now() - timedelta(days=days))
    assert tidy() == report(invites=1, offers=1, guests=1)
    assert Game.objects.exclude(offered_by="").count() == 1


@SQLITE
@pytest.mark.parametrize("command", ["tidy", "backup"])
def test_it_refuses_to_run_during_a_restore(command):
    with at_rest(database()), pytest.raises(CommandError, match="A restore is in progress"):
        call_command(command)


@SQLITE
def test_replaced_databases_are_deleted_on_request():
    aside = settings.DATA_DIR / "db.sqlite3.replaced_20261122_120000"
    aside.touch()
    assert tidy("--replaced", "--dry-run").endswith(f"\nWould delete {aside.name}.")
    assert (tidy().count("elete"), aside.exists()) == (0, True)
    assert tidy("--replaced").endswith(f"\nDeleted {aside.name}.")
    assert tidy("--replaced").endswith("\nDeleted no replaced database.")
    assert not aside.exists()


def test_on_postgresql_it_names_the_programs_to_use_and_does_nothing(settings):
    settings.DATABASE_URL = "postgres://tictactoe@database/tictactoe"
    for command, *arguments in (["tidy", "--replaced"], ["backup"], ["restore", "file"]):
        with pytest.raises(CommandError, match="save and restore it with pg_dump and pg_restore"):
            call_command(command, *arguments)
    assert tidy() == report(invites=1, guests=1)


@pytest.mark.parametrize("of", ["a daily puzzle", "a tournament"])
def test_a_guest_who_has_something_is_kept(of):
    ned = Player.objects.filter(name="Ned").earliest("created_at")
    if of == "a daily puzzle":
        Daily.objects.create(player=ned, day=FIRST_DAY)
    else:
        tournaments.join(code=waiting().code, player=ned, name="Ned")
    assert tidy() == report(invites=1, guests=0)


def test_a_dry_run_only_reports():
    assert tidy("--dry-run") == report(invites=1, guests=1, dry=True)
    assert Game.objects.filter(status=Status.WAITING).count() == 2
    assert Player.objects.filter(name="Ned").count() == 2


def test_abandoned_tournaments_end():
    made = [waiting("Fay"), waiting("Gus"), tournament("Hal", "Ian"), tournament("Jim", "Kay")]
    numbers = tuple(made[2].entrants.values_list("pk", flat=True))
    directing.pair(tournament=made[2].pk, pairs=[numbers], at=timezone.now())
    for one in made[2:]:
        tournaments.pause(key=one.key)
    long_ago = timezone.now() - timedelta(days=15)
    Tournament.objects.exclude(pk=made[1].pk).update(created_at=long_ago)  # the last one was paused today
    Tournament.objects.filter(pk=made[2].pk).update(paused_at=long_ago)
    assert tidy("--dry-run").startswith("Would end 1 invites, 0 offers and 2 tournaments,")
    assert tidy().startswith("Ended 1 invites, 0 offers and 2 tournaments,")
    phases = [one.phase for one in Tournament.objects.order_by("pk")]
    assert phases == [Phase.OVER, Phase.WAITING, Phase.OVER, Phase.PAUSED]
    assert not Match.objects.filter(ended_at=None)


def test_names_of_tournaments_are_wiped_unless_the_host_keeps_them():
    made = [waiting("Fay"), waiting("Gus", keep_names=True), waiting("Hal")]
    for one in made:
        Match.objects.create(tournament=one, number=1, first=one.entrants.get(), start="", ended_at=timezone.now())
        tournaments.end(key=one.key)
    Tournament.objects.exclude(pk=made[2].pk).update(over_at=timezone.now() - timedelta(days=31))
    assert tidy("--dry-run").endswith(" and 1 names.")
    assert tidy().endswith(" and 1 names.")
    assert [entrant.name for entrant in Entrant.objects.order_by("pk")] == ["", "Gus", "Hal"]


def test_a_tournament_without_a_match_is_deleted_with_its_guests():
    for name in ("Fay", "Gus"):
        tournaments.end(key=waiting(name).key)
    Tournament.objects.filter(entrants__name="Fay").update(over_at=timezone.now() - timedelta(days=31))
    Player.objects.filter(name="Fay").update(created_at=timezone.now() - timedelta(days=31))
    assert " 1 tournaments without a match, 2 guests," in tidy()  # including the guest who never played
    assert [one.name for one in Entrant.objects.all()] == ["Gus"]


def test_a_cancelled_invite_is_deleted_with_its_guest():
    tidy()
    assert " 1 cancelled invites," not in tidy()
    Game.objects.filter(status=Status.CANCELLED).update(changed_at=timezone.now() - timedelta(days=15))
    assert " 1 cancelled invites, 0 tournaments without a match, 1 guests," in tidy()
    assert not Game.objects.filter(status=Status.CANCELLED)


def test_an_invite_accepted_meanwhile_is_left_alone():
    code = stale_invites().get().code
    play_services.join(code=code, player=player())
    assert hosting_services.expire(code=code).status == Status.STARTED


def test_only_expired_sessions_are_deleted_however_many_there_are(monkeypatch):
    monkeypatch.setattr(hosting_services, "DELETED_AT_ONCE", 2)
    now = timezone.now()
    for number in range(5):
        Session.objects.create(session_key=f"old{number}", expire_date=now - timedelta(seconds=1))
    Session.objects.create(session_key="new", expire_date=now + timedelta(days=1))
    assert tidy("--dry-run").count(" 5 sessions,") == 1
    assert tidy() == report(invites=1, guests=1, sessions=5)
    assert [session.session_key for session in Session.objects.all()] == ["new"]


# The rows that each call of `store_a_day` leaves forever: three guests played, and there was one tournament.
KEPT_OF_A_DAY = {
    "Player": 3,
    "Game": 4,
    "Seat": 8,
    "Move": 20,
    "Series": 1,
    "Practice": 3,
    "Daily": 3,
    "KeptRobot": 1,
    "Menace": 1.25,
    "MenaceGame": 1,
    "Tournament": 1,
    "Entrant": 2,
    "Match": 1,
}


def test_after_a_year_only_lasting_data_remains(monkeypatch):
    """Nothing grows forever: only the data listed in SECURITY.md is kept."""
    Game.objects.all().delete()
    Player.objects.all().delete()
    start = timezone.now()
    for number in range(4):
        monkeypatch.setattr(timezone, "now", lambda day=number: start + timedelta(days=day))
        store_a_day(number, games=4, guests=6)
    assert {table for table, count in rows().items() if count} >= {*KEPT_OF_A_DAY, "Session", "Process"}
    for day in (*range(5, 60, 5), 366 + 4):
        monkeypatch.setattr(timezone, "now", lambda day=day: start + timedelta(days=day))
        tidy()
    left = {table: count for table, count in rows().items() if count}
    assert left.pop("DailyRun") == 1
    assert {table: count / 4 for table, count in left.items()} == KEPT_OF_A_DAY
    assert set(Entrant.objects.values_list("name", flat=True)) == {""}
    assert tidy().startswith("Ended 0 invites, 0 offers and 0 tournaments, and forgot 0 cancelled invites,")
