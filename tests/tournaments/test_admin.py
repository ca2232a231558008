"""Tournaments at the review desk."""

import pytest
from django.urls import reverse

from games.engine.misere import MISERE
from tests.support.tournaments import tournament

pytestmark = pytest.mark.django_db


def test_tournaments_are_listed_with_how_many_play(host):
    tournament("Ada", "Ben", title="7b", variant=MISERE)
    page = host.get(reverse("admin:games_tournament_changelist")).content.decode()
    assert "7b" in page
    assert '<td class="field-game">Don’t make three</td>' in page
    assert '<td class="field-people">2</td>' in page


def test_nobody_sees_the_key_of_a_host_or_changes_anything(host):
    made = tournament("Ada", "Ben")
    for address in (
        reverse("admin:games_tournament_changelist"),
        reverse("admin:games_tournament_change", args=[made.pk]),
    ):
        page = host.get(address)
        assert page.status_code == 200
        assert made.key not in page.content.decode()
    assert host.get(reverse("admin:games_tournament_delete", args=[made.pk])).status_code == 403
    assert host.get(reverse("admin:games_tournament_add")).status_code == 403
