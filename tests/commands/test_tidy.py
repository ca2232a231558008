"""Clearing up what nobody came back for."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from games import services
from games.engine.daily import FIRST
from games.engine.position import Mark
from games.models import Daily, Game, Player, Status
from games.selectors.upkeep import stale_invites
from games.services import upkeep
from tests.games import friends, player

pytestmark = pytest.mark.django_db


def tidy(*options: str) -> str:
    out = StringIO()
    call_command("tidy", *options, stdout=out)
    return out.getvalue().strip()


@pytest.fixture(autouse=True)
def site() -> None:
    """An invite and a game in play, with a guest who never played; everything older than 14 days, and as much new."""
    for _age in range(2):
        services.invite(player=player("Ada"), side=Mark.X)
        friends(x=player("Ben"), o=player("Eve"))
        player("Ned")
        if not _age:
            old = timezone.now() - timedelta(days=15)
            Game.objects.update(changed_at=old)
            Player.objects.update(created_at=old)


def test_old_invites_end_and_old_guests_without_games_are_forgotten():
    assert tidy() == "Ended 1 invites and forgot 1 guests, 0 visits, 0 server processes and 0 sessions."
    assert sorted(Game.objects.values_list("status", flat=True)) == ["cancelled", "started", "started", "waiting"]
    assert Player.objects.filter(name="Ned").count() == 1
    assert tidy() == "Ended 0 invites and forgot 0 guests, 0 visits, 0 server processes and 0 sessions."


def test_a_guest_who_has_tried_a_position_of_the_day_is_kept():
    Daily.objects.create(player=Player.objects.filter(name="Ned").earliest("created_at"), day=FIRST)
    assert tidy() == "Ended 1 invites and forgot 0 guests, 0 visits, 0 server processes and 0 sessions."


def test_a_dry_run_says_what_it_would_do_and_does_nothing():
    assert tidy("--dry-run") == "Would end 1 invites and forget 1 guests, 0 visits, 0 server processes and 0 sessions."
    assert Game.objects.filter(status=Status.WAITING).count() == 2
    assert Player.objects.filter(name="Ned").count() == 2


def test_an_invite_taken_meanwhile_is_left_alone():
    code = stale_invites().get().code
    services.join(code=code, player=player())
    assert services.expire(code=code).status == Status.STARTED


def test_sessions_past_their_end_go_and_the_others_stay_however_many_there_are(monkeypatch):
    monkeypatch.setattr(upkeep, "DELETED_AT_ONCE", 2)
    now = timezone.now()
    for number in range(5):
        Session.objects.create(session_key=f"old{number}", expire_date=now - timedelta(seconds=1))
    Session.objects.create(session_key="new", expire_date=now + timedelta(days=1))
    assert tidy("--dry-run").endswith("and 5 sessions.")
    assert tidy() == "Ended 1 invites and forgot 1 guests, 0 visits, 0 server processes and 5 sessions."
    assert [session.session_key for session in Session.objects.all()] == ["new"]
