"""Tournaments in the admin."""

import pytest
from django.urls import reverse

from games.engine.misere import MISERE
from tests.support.tournaments import tournament

pytestmark = pytest.mark.django_db


def test_tournaments_are_listed_with_their_number_of_people(host):
    tournament("Ada", "Ben", title="7b", variant=MISERE)
    page = host.get(reverse("admin:games_tournament_changelist")).content.decode()
    assert "7b" in page
    assert '<td class="field-game">Don’t make three</td>' in page
    assert '<td class="field-people">2</td>' in page


def test_administrators_neither_see_the_hosts_key_nor_change_anything(host):
    made = tournament("Ada", "Ben")
    for name, arguments in (("changelist", []), ("change", [made.pk])):
        page = host.get(reverse(f"admin:games_tournament_{name}", args=arguments))
        assert page.status_code == 200
        assert made.key not in page.content.decode()
    assert host.get(reverse("admin:games_tournament_delete", args=[made.pk])).status_code == 403
    assert host.get(reverse("admin:games_tournament_add")).status_code == 403
