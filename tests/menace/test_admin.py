"""Matchbox machines in the admin."""

import pytest
from django.urls import reverse

from games.menace.models import Menace
from tests.support.games import player
from tests.support.matchboxes import play_out

pytestmark = pytest.mark.django_db


def test_machines_are_listed_and_shown(host):
    play_out(player("Ada"))
    play_out(player("Ben"), house=True)
    page = host.get(reverse("admin:games_menace_changelist")).content.decode()
    assert ">Ada</a>" in page
    assert ">Everyone’s machine</a>" in page
    shown = Menace.objects.get(player__name="Ada")
    page = host.get(reverse("admin:games_menace_change", args=[shown.pk])).content.decode()
    assert shown.beads.replace('"', "&quot;") in page
