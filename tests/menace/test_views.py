"""The pages of the matchbox machines, without a script."""

import json
import re
from fractions import Fraction

import pytest
from django.http import HttpResponse
from django.test import Client

from games.menace import machine as menace
from games.menace.models import Menace
from games.site import limits
from games.site.models import Player
from tests.support.browsers import identify, words
from tests.support.games import player
from tests.support.matchboxes import GIVES_UP_SECOND, WITHOUT_BEADS, store_machine

pytestmark = pytest.mark.django_db

OWN, HOUSE = "/menace/", "/menace/everybody/"


@pytest.fixture
def ada(client: Client) -> Player:
    """The player of `client`."""
    ada = player("Ada")
    identify(client, ada)
    return ada


def page(client: Client, address: str = OWN) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def send(client: Client, address: str = OWN, **sent: object) -> HttpResponse:
    """Post a form, which redirects to its page."""
    answer = client.post(address, sent)
    assert (answer.status_code, answer["Location"]) == (302, address)
    return answer


def press(client: Client, cell: int, address: str = OWN) -> None:
    [version] = re.findall(r'name="version" value="(\d+)"', page(client, address))
    send(client, address, cell=cell, version=version)


def teach(client: Client, games: int, opponent: str = "easy") -> None:
    [version] = re.findall(r'name="version" value="(\d+)"', page(client))
    send(client, teach=games, opponent=opponent, version=version)


class TestPages:
    @pytest.mark.parametrize("address", [OWN, HOUSE])
    def test_a_fresh_machine_is_shown_and_nothing_stored(self, client, address):
        shown = page(client, address)
        assert "Box 1 of 304" in words(shown)
        assert shown.count('aria-label="Centre, 4 beads"') == 1
        assert "It has not played yet: every box holds the beads it started with." in shown
        # How often it loses to perfect play, to random moves, and to the opponent who sees every bead.
        assert re.findall(r"<b>([^<]+%)</b>", shown) == ["76%", "27%", "91%"]
        assert not Menace.objects.exists()
        assert not Player.objects.exists()

    def test_other_pages_link_there(self, client):
        for address in ("/opponents/", "/how-to-play/"):
            assert 'href="/menace/"' in page(client, address)


class TestPlaying:
    def test_a_game_by_forms_from_the_start_to_the_lesson(self, client, ada):
        store_machine(GIVES_UP_SECOND, owner=ada)
        send(client, begin="")
        shown = page(client)
        assert "It drew a bead for top left" in words(shown)
        assert shown.count('name="cell"') == 9
        assert 'name="teach"' not in shown
        press(client, 4)
        first, last = page(client, "/menace/?step=1"), page(client)
        assert "You win! Game 1: it gave up. One bead comes out of each box" in words(last)
        assert '<b dir="ltr">\u22121</b> <small>now 8 beads</small>' in last
        assert 'name="cell"' not in last
        assert "Box 1 of 304" in words(first)
        assert first.count('class="taken"') == 2  # in the list of steps and in the open box
        assert "The dotted bead was taken out after game 1." in first
        for asked in ("", "0", "99", "x", "-1"):
            assert "Box 1 of" not in words(page(client, f"/menace/?step={asked}"))

    def test_the_houses_machine_learns_from_everyone(self, client):
        store_machine(GIVES_UP_SECOND, owner=None)
        send(client, HOUSE, begin="")
        press(client, 4, HOUSE)
        assert "It has learnt from 1 game: 0 won, 0 drawn, 1 lost." in page(Client(), HOUSE)

    @pytest.mark.parametrize("sent", [{}, {"cell": "x", "version": "1"}, {"cell": "4"}])
    def test_malformed_input_gets_an_error_page(self, client, sent):
        answer = client.post(OWN, sent)
        assert (answer.status_code, "<h1>" in answer.content.decode()) == (400, True)
        assert not Player.objects.exists()

    def test_a_stranger_who_presses_a_square_does_not_become_a_player(self, client):
        assert client.post(OWN, {"cell": "4", "version": "1"}).status_code == 409
        assert not Player.objects.exists()
        assert not Menace.objects.exists()


class TestTeaching:
    def test_a_newcomers_machine_is_taught(self, client):
        teach(client, 10)
        shown = page(client)
        row = Menace.objects.get()
        results = f"{row.won} won, {row.drawn} drawn, {row.lost} lost."
        assert f"Easy taught it over 10 games: {results}" in shown
        assert f"It has learnt from 10 games: {results}" in shown
        assert "Game 10: " in shown
        assert '<option value="easy" selected>' in shown

    def test_a_robot_teaches_it_and_stays_chosen(self, client):
        assert 'href="/menace/?teacher=wbf">Let it teach your matchboxes</a>' in page(client, "/robots/wbf/?name=Rusty")
        assert '<option value="wbf" selected>Robot wbf</option>' in page(client, "/menace/?teacher=wbf")
        teach(client, 1, "wbf")
        assert '<option value="wbf" selected>Robot wbf</option>' in page(client)
        assert "Robot wbf taught it over 1 game:" in page(client)
        assert '<option value="w" selected>Beginner</option>' in page(Client(), "/menace/?teacher=zz")

    @pytest.mark.parametrize("sent", [{"opponent": "zz"}, {"opponent": ""}, {"teach": "2"}, {"teach": "x"}])
    def test_unknown_opponents_and_counts_are_refused(self, client, sent):
        answer = client.post(OWN, {"teach": "1", "opponent": "easy", "version": "0", **sent})
        assert answer.status_code == 400
        assert "Please choose a robot and 1, 10 or 100 games." in answer.content.decode()
        assert not Player.objects.exists()

    def test_the_houses_machine_learns_only_from_its_games(self, client):
        shown = page(client, HOUSE)
        assert [f'name="{verb}"' in shown for verb in ("begin", "teach", "reset")] == [True, False, False]
        for sent in ({"teach": "1", "opponent": "easy", "version": "1"}, {"reset": ""}, {"refill": ""}):
            assert client.post(HOUSE, sent).status_code == 400
        assert not Menace.objects.exists()

    def test_too_much_teaching_is_refused(self, client, settings, monkeypatch, ada):
        settings.LIMITS = True
        monkeypatch.setattr(
            "games.site.limits.TEACHING", limits.Limit("teaching", 1, limits.DAY, limits.TEACHING.sentence)
        )
        teach(client, 1)
        answer = client.post(OWN, {"teach": "1", "opponent": "easy", "version": "2"})
        assert (answer.status_code, "It has learnt enough" in answer.content.decode()) == (429, True)


class TestRestoring:
    def test_the_page_asks_before_it_resets_the_machine(self, client):
        teach(client, 10)
        assert "Forget all that it has learnt" in page(client)
        send(client, reset="")
        assert "It has not played yet" in page(client)

    def test_the_page_says_why_the_machine_died_and_a_press_refills_its_first_box(self, client, ada):
        teach(client, 1, opponent="hard")
        assert '<option value="hard" selected>' in page(client)
        store_machine(WITHOUT_BEADS, owner=ada)
        shown = words(page(client))
        assert "It has died: no bead is left in its first box" in shown
        assert "Play it" not in shown
        send(client, refill="")
        assert "It has died" not in page(client)
        assert '<option value="w" selected>' in page(client)  # not the teacher that emptied it


class TestFile:
    def test_it_has_all_boxes_the_results_and_the_curve(self, client):
        teach(client, 10)
        answer = client.get("/menace/machine.json")
        assert answer["Content-Disposition"] == 'attachment; filename="menace.json"'
        exported, machine = json.loads(answer.content), menace.read(Menace.objects.get().beads)
        assert (exported["format"], exported["version"], len(exported["boxes"])) == ("MENACE", 1, 304)
        assert sum(exported["games"].values()) == 10
        assert [game for game, _chance in exported["curve"]] == [*range(1, 11)]
        losses = machine.losses()
        assert Fraction(exported["beaten"]) == losses.exploiter
        assert exported["loses"] == {"perfect": str(losses.perfect), "random": str(losses.random)}
        assert [tuple(box["beads"].values()) for box in exported["boxes"]] == [
            tuple(machine.beads(box).values()) for box in menace.boxes()
        ]

    def test_without_a_stored_machine_it_has_a_fresh_one(self, client):
        for address in ("/menace/machine.json", "/menace/everybody/machine.json"):
            exported = json.loads(client.get(address).content)
            assert exported["boxes"][0] == {"position": "_" * 9, "beads": {"1": 4, "2": 4, "5": 4}}
            assert exported["games"] == {"won": 0, "drawn": 0, "lost": 0}
