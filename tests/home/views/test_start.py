"""The home page, its forms, and the form for a name."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.engine.classic import CLASSIC
from games.opponents.words.gallery import picker
from games.opponents.words.odds import every_opponent
from games.play.models import Game
from games.site import links
from games.site.models import Player

pytestmark = pytest.mark.django_db


class TestHome:
    def test_viewing_creates_no_player_and_no_session(self, game, client):
        for address in ("/", "/games/", "/name/", "/day/", "/practice/1/", f"/g/{game.code}/"):
            assert client.get(address).status_code == client.head(address).status_code == 200
        assert "sessionid" not in client.cookies
        assert Player.objects.count() == 2

    def test_games_in_which_it_is_the_players_turn_come_first(self, ada, game):
        other = ada.make("friend", side="O")
        shown = ada.get("/")
        assert [(row["code"], row["side"]) for row in shown.context["turns"]] == [(game.code, "X")]
        assert [row["code"] for row in shown.context["unfinished"]] == [other.code]
        link = f'<h1><a class="now" href="/g/{game.code}/"><span>Your turn</span></a></h1>'
        assert link in shown.content.decode()
        for _more in range(5):
            ada.make("computer", opponent="easy", side="O")
        shown = ada.get("/").context
        assert [len(shown["turns"]), len(shown["unfinished"])] == [4, 3]

    def test_a_rematch_offer_stays_on_top_until_it_is_answered(self, ada, ben, game):
        room = f"/g/{game.code}/"
        for verb in ("resign", "rematch"):
            ada.post(f"{room}{verb}/")
        Game.objects.update(changed_at=timezone.now() - timedelta(days=5))
        for one in (ada, ben):
            for _number in range(6):
                one.mark(one.make("one_screen"), 5)
            assert one.get("/games/").context["rows"][0]["code"] == game.code
        assert [line["code"] for line in ben.get("/").context["turns"]] == [game.code]
        assert ada.get("/").context["unfinished"][0]["offer"].startswith("You asked ")
        assert f"{room}withdraw/" in ada.see(room)
        assert f"{room}decline/" in ben.see(room)
        ben.post(f"{room}decline/")
        for one in (ada, ben):
            shown = one.get("/").context
            assert game.code not in {line["code"] for line in [*shown["turns"], *shown["unfinished"]]}

    def test_solo_games_without_a_move_are_omitted(self, ada):
        started = ada.make("one_screen")
        ada.mark(started, 5)
        ada.make("one_screen")
        ada.make("computer", opponent="easy", side="X")
        waiting = ada.make("friend", side="X")
        shown = ada.get("/").context
        assert {row["code"] for row in [*shown["turns"], *shown["unfinished"]]} == {started.code, waiting.code}

    @pytest.mark.parametrize(
        ("form", "data"), [("friend", {"side": "Z"}), ("computer", {"side": "X", "opponent": "deep"})]
    )
    def test_an_invalid_form_creates_nothing(self, client, form, data):
        address = reverse(f"games:new_{form}")
        response = client.post(address, data)
        assert (response.status_code, "Please choose" in response.content.decode()) == (400, True)
        assert not (Game.objects.exists() or Player.objects.exists())
        assert client.get(address)["Location"] == "/"  # when the error page is reloaded


def test_the_claims_of_how_to_play_about_computer_players_are_true(ada):
    assert "In the classic game some never lose." in ada.see("/how-to-play/")
    assert 0 in [max(every_opponent(CLASSIC)[choice["key"]].beaten.values()) for choice in picker(CLASSIC, {})]


class TestName:
    def test_it_is_stored_for_a_newcomer_and_can_be_changed(self, client):
        assert "What should we call you?" in client.get("/name/").content.decode()
        assert client.post("/name/", {"name": "x" * 21}).status_code == 400
        assert not Player.objects.exists()
        assert client.post("/name/", {"name": "  Ada   L. ", "next": "/games/"})["Location"] == "/games/"
        assert Player.objects.get().name == "Ada L."
        assert "Change your name" in client.get("/name/").content.decode()

    @pytest.mark.parametrize(
        "wanted",
        [
            *("https://elsewhere.example/", "//elsewhere.example/?x", "/\\elsewhere.example?x"),
            *("javascript:alert(1)", "foo", "?x", "/games/?".ljust(links.LONGEST_URL + 1, "x")),
        ],
    )
    def test_its_form_redirects_only_within_this_site(self, ada, wanted):
        assert ada.post("/name/", {"name": "Ada", "next": wanted})["Location"] == "/"

    def test_a_form_leads_back_to_a_page_with_a_query(self, ada):
        wanted = "/robots/league/?robot=".ljust(links.LONGEST_URL, "w")
        assert ada.post("/prefer/", {"theme": "dark", "next": wanted})["Location"] == wanted
        [link] = re.findall(r'href="(/name/[^"]*)"', ada.see("/?variant=misere"))
        assert '<input type="hidden" name="next" value="/?variant=misere">' in ada.see(link)


class TestPuttingAway:
    def test_a_game_against_the_computer_leaves_the_lists_until_it_is_brought_back_or_played_on(self, ada):
        game = ada.make("computer", opponent="easy", side="X")
        address = f"/games/{game.code}/put-away/"
        assert address in ada.see("/games/")
        for bring_back in (lambda: ada.post(address, {"away": "off"}), lambda: ada.mark(game, 5)):
            assert ada.post(address, {"away": "on"})["Location"] == "/games/"
            assert [game.code in ada.see(page) for page in ("/", "/games/", "/games/?away")] == [False, False, True]
            bring_back()
            assert game.code in ada.see("/games/")

    def test_a_game_with_a_friend_cannot_be_put_away(self, ada, game):
        answer = ada.post(f"/games/{game.code}/put-away/", {"away": "on"})
        assert (answer.status_code, "someone is waiting for you" in answer.content.decode()) == (409, True)
