"""The page of stored personal data: its list, the download, and the deletion after two presses."""

import pytest
from django.test import Client
from django.urls import reverse

from games.home.views import you
from games.play import services
from games.play.models import Game
from games.review.exchange import from_json, to_json
from games.site.models import Player
from tests.support.browsers import Browser, identify
from tests.support.games import friends, play, player
from tests.support.stored import digest, store_everything

pytestmark = pytest.mark.django_db


def page(browser: Client) -> str:
    return browser.get("/you/").content.decode()


def finished(ada: Player, count: int) -> list[str]:
    return [play(friends(x=ada, o=player("Ben")), "1 4 2 5 3").code for _number in range(count)]


def test_a_new_visitor_reads_that_nothing_is_stored_and_stays_unknown(client):
    assert "Nothing: we don’t know you yet" in page(client)
    assert client.post("/you/forget/", {"sure": "yes"}).status_code == 302
    assert Player.objects.count() == 0


class TestDownload:
    def lines(self, browser: Client, part: int | str = 1) -> list[str]:
        answer = browser.get("/you/games.jsonl", {"part": part})
        assert answer["Content-Disposition"] == 'attachment; filename="tic-tac-toe-games.jsonl"'
        return answer.content.decode().splitlines()

    def test_each_line_is_a_game_that_can_be_opened_again(self, ada):
        store_everything(ada.who)
        services.resign(code=services.start_one_screen(player=ada.who).code, player=ada.who)
        lines = self.lines(ada)
        assert len(lines) == 3
        for line in lines:
            state = from_json(line)
            code = line.partition('"code": "')[2][:10]
            assert to_json(Game.objects.get(code=code))["moves"] == [move + 1 for move in state.moves]
            assert ada.post(reverse("games:open"), {"pasted": line}, follow=True).status_code == 200

    def test_many_games_are_split_into_several_files(self, ada, monkeypatch):
        monkeypatch.setattr(you, "GAMES_IN_A_FILE", 2)
        codes = finished(ada.who, 3)
        assert page(ada).count("/you/games.jsonl?part=") == 2
        files = [self.lines(ada, part) for part in (1, 2, 3)]
        assert [len(lines) for lines in files] == [2, 1, 0]
        assert all(code in line for code, line in zip(codes, files[0] + files[1], strict=True))

    def test_an_invalid_part_means_the_first(self, ada):
        finished(ada.who, 1)
        for part in ("", "0", "-1", "x", "9" * 30, "²"):
            assert len(self.lines(ada, part)) == 1

    def test_the_download_has_no_games_of_others(self, ada, client):
        finished(ada.who, 1)
        assert self.lines(client) == self.lines(Browser(player("Eve"))) == []


class TestForgetting:
    def test_the_first_press_only_lists_the_consequences(self, ada):
        store_everything(ada.who)
        before = digest()
        question = ada.get("/you/forget/").content.decode()
        assert digest() == before
        for sentence in (
            "2 finished games stay, without the name.",
            "3 games in progress end: those against a person count as given up, the others as draws.",
            "1 invite that nobody has accepted expires.",
            "1 series of games between robots stays.",
            "Robots’ names are removed from 3 games.",
            "1 kept robot is deleted.",
            "Results of 3 puzzles are deleted.",
            "The matchbox machine is deleted.",
        ):
            assert sentence in question

    def test_the_second_press_forgets_on_every_device(self, ada):
        store_everything(ada.who)
        other_device = Browser(ada.who)
        answer = ada.post("/you/forget/", {"sure": "yes"}, follow=True)
        assert "Nothing: we don’t know you yet, or we have forgotten you." in answer.content.decode()
        assert not Player.objects.filter(name="Ada").exists()
        assert "sessionid" not in ada.cookies or not ada.cookies["sessionid"].value
        assert "Nothing: we don’t know you" in page(other_device)
        assert ada.get("/you/forget/").headers["Location"] == "/you/"
        assert other_device.post("/new/one-screen/").status_code == 302  # as a new player

    def test_an_administrator_stays_signed_in(self, ada, admin_user):
        ada.force_login(admin_user, backend="django.contrib.auth.backends.ModelBackend")
        identify(ada, ada.who)
        ada.post("/you/forget/", {"sure": "yes"})
        assert ada.get(reverse("admin:index")).status_code == 200
        assert "player" not in ada.session
