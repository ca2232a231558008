"""The pages of the computer players: picker, gallery, series of games, and set-up positions."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from games.opponents.words.gallery import Portrait
from games.play.models import Ended, Game, Series, Status
from games.play.words.roster import names
from games.site.models import Player

pytestmark = pytest.mark.django_db


def store_finished_game(client: Client, key: str, *, winner: str, side: str = "X", start: str = "") -> None:
    """Start a game, and store its end directly in the database."""
    made = client.post("/new/computer/", {"opponent": key, "side": side, **({"start": start} if start else {})})
    ended = Ended.LINE if winner else Ended.FULL
    game = Game.objects.filter(code=made["Location"].split("/")[2])
    game.update(status=Status.FINISHED, ended=ended, winner=winner)


def portraits_on(page: HttpResponse) -> dict[str, Portrait]:
    """Return the computer players of a page by their keys."""
    return {one.key: one for group in page.context["groups"].values() for one in group}


class TestHome:
    def test_opponents_that_were_beaten_or_held_to_a_draw_are_marked_in_words(self, client):
        for key, winner in [("easy", "X"), ("easy", "O"), ("hard", ""), ("hard", "O"), ("extreme", "O")]:
            store_finished_game(client, key, winner=winner)
        page = client.get("/")
        choices = {choice.key: choice.reached for choice in page.context["opponents"]}
        assert (choices["easy"], choices["hard"], choices["extreme"]) == ("beaten", "held", "")
        words = page.content.decode()
        assert (words.count("You have beaten it."), words.count("You have held it to a draw.")) == (1, 1)
        assert "You have" not in Client().get("/").content.decode()

    def test_a_win_from_a_set_up_position_does_not_count(self, client):
        store_finished_game(client, "hard", winner="X", start="XX_OO____")
        assert not any(choice.reached for choice in client.get("/").context["opponents"])

    def test_the_chosen_side_is_remembered_for_the_next_game(self, client):
        def selected() -> list[str]:
            return re.findall(r'<option value="(\w+)" selected', client.get("/").content.decode())

        assert selected() == []
        client.post("/new/computer/", {"opponent": "easy", "side": "O"})
        assert selected() == ["O", "O"]
        client.post("/new/friend/", {"side": "either"})
        assert selected() == ["either", "either"]
        client.post("/new/computer/", {"opponent": "easy", "side": "O", "start": "XO_______"})
        assert selected() == ["either", "either"]
        client.post("/new/computer/", {"opponent": "easy", "side": "X"})
        assert selected() == []


class TestOpponents:
    def test_all_eleven_are_shown_with_exact_numbers(self, client):
        page = client.get("/opponents/").content.decode()
        for words in (*map(str, names().values()), "191/192", "887/945", "Can it be beaten?", "No, never"):
            assert words in page

    def test_a_replay_names_the_mark_of_each_move(self, client):
        for variant, marks in (("notakto", "X"), ("wild", "XO")):
            portraits = portraits_on(client.get(f"/opponents/?variant={variant}"))
            assert {board.label[0] for one in portraits.values() for board in one.figures.replay} == set(marks)

    def test_the_numbers_are_for_the_chosen_seat(self, client):
        for side, share in (("X", "29%"), ("O", "58%")):
            portraits = portraits_on(client.get(f"/opponents/?side={side}"))
            assert portraits["easy"].figures.results[0].words == share

    def test_the_visitors_record_is_shown_for_both_seats(self, client):
        for side, winner in (("X", "X"), ("X", "O"), ("X", ""), ("O", "X")):
            store_finished_game(client, "easy", winner=winner, side=side)
        portraits = portraits_on(client.get("/opponents/"))
        assert portraits["easy"].yours == (
            "You started: won 1, drawn 1, lost 1",
            "It started: won 0, drawn 0, lost 1",
        )
        assert portraits["hard"].yours == ()
        assert "Your games against it" not in Client().get("/opponents/").content.decode()

    def test_a_win_with_hints_earns_a_hollow_tick(self, client):
        store_finished_game(client, "easy", winner="X")
        for helped in (True, False):
            Game.objects.update(helped=helped)
            for address in ("/", "/opponents/"):
                assert ("#i-hollow-tick" in client.get(address).content.decode()) == helped
            assert ("You have beaten it with hints." in client.get("/").content.decode()) == helped
            yours = "Won with hints: 1" if helped else "You started: won 1, drawn 0, lost 0"
            assert portraits_on(client.get("/opponents/"))["easy"].yours == (yours,)


class TestWatching:
    @pytest.fixture
    def series(self, client) -> Series:
        response = client.post("/new/series/", {"x": "easy", "o": "hard", "count": 3})
        return Series.objects.get(code=response["Location"].split("/")[2])

    def test_games_are_stepped_through_by_links(self, client, series):
        first = Game.objects.order_by("pk").first()
        page = client.get(f"/w/{series.code}/").context
        assert (page["number"], page["ply"], page["on"]) == (1, 0, {"game": 1, "ply": 1})
        end = client.get(f"/w/{series.code}/?game=1&ply=9").context
        assert end["pov"].state.record == first.record
        assert end["on"] == {"game": 2, "ply": 0}
        assert sum(end["tally"].values()) == 1
        last = client.get(f"/w/{series.code}/?game=3&ply=9").context
        assert (last["on"], sum(last["tally"].values())) == (None, 3)

    def test_each_game_has_its_own_url(self, client, series):
        for game in Game.objects.all():
            assert client.get(f"/g/{game.code}/").status_code == 200

    @pytest.mark.parametrize("query", ["?game=4", "?game=0", "?game=x", "?ply=10", "?ply=-1"])
    def test_an_unknown_moment_is_not_found(self, client, series, query):
        assert client.get(f"/w/{series.code}/{query}").status_code == 404

    @pytest.mark.parametrize(
        "data",
        [
            {"x": "easy", "o": "deep", "count": 1},
            {"x": "easy", "o": "hard", "count": 101},
        ],
    )
    def test_an_invalid_form_creates_nothing(self, client, data):
        assert client.post("/new/series/", data).status_code == 400
        assert not Series.objects.exists()
        assert not Player.objects.exists()

    def test_two_unequal_players_are_proposed(self, client):
        page = client.get("/watch/").content.decode()
        assert re.findall(r'<option value="([\w-]+)" selected>', page) == ["medium", "extreme-first"]

    def test_earlier_series_are_listed(self, client, series):
        assert series.code in client.get("/watch/").content.decode()
        assert series.code not in Client().get("/watch/").content.decode()


class TestSetUp:
    def test_it_says_why_a_position_is_impossible_and_shows_it_only_as_text(self, client):
        page = client.get("/setup/", {"cells": "<script>!"}).content.decode()
        assert "only contain X, O and _" in page
        assert "<script>!" not in page

    def test_every_kind_of_game_can_start_from_a_position(self, client):
        start = "XO_______"
        client.post("/new/friend/", {"side": "X", "start": start})
        client.post("/new/computer/", {"side": "O", "opponent": "hard", "start": start})
        client.post("/new/one-screen/", {"start": start})
        assert list(Game.objects.values_list("start", flat=True)) == [start] * 3

    @pytest.mark.parametrize("start", ["XX_______", "XXXOO____"])
    def test_no_game_starts_from_an_invalid_position(self, client, start):
        assert client.post("/new/one-screen/", {"start": start}).status_code == 400
        assert not Game.objects.exists()
