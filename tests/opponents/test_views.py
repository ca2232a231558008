"""The pages about computer players: gallery, watching two of them, setting up a position."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.opponents.words.gallery import Portrait, picker
from games.play.models import Ended, Game, Series, Status
from games.play.selectors.games import Record
from games.play.words.roster import names
from games.site.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Client:
    return Client()


def over(ada: Client, key: str, *, winner: str, side: str = "X", start: str = "") -> None:
    """Start a game and store this end in the database."""
    made = ada.post("/new/computer/", {"opponent": key, "side": side, **({"start": start} if start else {})})
    how = {"status": Status.FINISHED, "ended": Ended.LINE if winner else Ended.FULL, "winner": winner}
    Game.objects.filter(code=made["Location"].split("/")[2]).update(**how)


def portraits_on(page: HttpResponse) -> dict[str, Portrait]:
    """Return the computer players of a page by their keys."""
    return {one.key: one for group in page.context["groups"].values() for one in group}


class TestHome:
    def test_the_picker_offers_nine_in_order_each_with_its_strength(self, ada):
        choices = ada.get("/").context["opponents"]
        assert [choice.key for choice in choices] == [
            *("easy", "normal", "medium", "extreme-first", "centre", "corners", "extreme", "bruteforce", "hard")
        ]
        assert choices[0].truth == "luck beats it if you start"
        assert not any(choice.reached for choice in choices)

    def test_opponents_beaten_or_held_to_a_draw_are_marked_in_words(self, ada):
        for key, winner in [("easy", "X"), ("easy", "O"), ("hard", ""), ("hard", "O"), ("extreme", "O")]:
            over(ada, key, winner=winner)
        page = ada.get("/")
        choices = {choice.key: choice.reached for choice in page.context["opponents"]}
        assert (choices["easy"], choices["hard"], choices["extreme"]) == ("beaten", "held", "")
        words = page.content.decode()
        assert (words.count("You have beaten it."), words.count("You have held it to a draw.")) == (1, 1)
        assert "You have" not in Client().get("/").content.decode()

    def test_a_position_set_up_by_hand_proves_nothing(self, ada):
        over(ada, "hard", winner="X", start="XX_OO____")
        assert not any(choice.reached for choice in ada.get("/").context["opponents"])

    def test_the_chosen_side_is_remembered_for_the_next_game(self, ada):
        def selected() -> list[str]:
            return re.findall(r'<option value="(\w+)" selected', ada.get("/").content.decode())

        assert selected() == []
        ada.post("/new/computer/", {"opponent": "easy", "side": "O"})
        assert selected() == ["O", "O"]
        ada.post("/new/friend/", {"side": "either"})
        assert selected() == ["either", "either"]
        ada.post("/new/computer/", {"opponent": "easy", "side": "O", "start": "XO_______"})
        assert selected() == ["either", "either"]
        ada.post("/new/computer/", {"opponent": "easy", "side": "X"})
        assert selected() == []


class TestOpponents:
    def test_all_eleven_are_shown_with_exact_numbers(self, ada):
        page = ada.get("/opponents/").content.decode()
        for words in (*map(str, names().values()), "191/192", "887/945", "Can it be beaten?", "No, never"):
            assert words in page

    def test_the_last_card_links_to_the_workshop(self, ada):
        page = ada.get("/opponents/").content.decode()
        assert page.index('id="trickster"') < page.index('href="/robots/"') < page.index("</main>")

    def test_beatable_ones_show_the_shortest_game_that_beats_them(self, ada):
        portraits = portraits_on(ada.get("/opponents/?side=X"))
        assert [board.label for board in portraits["extreme-first"].figures.replay] == [
            "X top left",
            "O centre",
            "X bottom left",
            "O middle right",
            "X middle left",
        ]
        assert portraits["hard"].figures.replay == ()

    def test_a_replay_names_the_mark_of_each_move(self, ada):
        for variant, marks in (("notakto", "X"), ("wild", "XO")):
            portraits = portraits_on(ada.get(f"/opponents/?variant={variant}"))
            assert {board.label[0] for one in portraits.values() for board in one.figures.replay} == set(marks)

    def test_the_numbers_are_for_the_chosen_seat(self, ada):
        for side, share in (("X", "29%"), ("O", "58%")):
            portraits = portraits_on(ada.get(f"/opponents/?side={side}"))
            assert portraits["easy"].figures.results[0].words == share

    def test_your_own_record_is_shown_for_both_seats(self, ada):
        for side, winner in (("X", "X"), ("X", "O"), ("X", ""), ("O", "X")):
            over(ada, "easy", winner=winner, side=side)
        portraits = portraits_on(ada.get("/opponents/"))
        assert portraits["easy"].yours == (
            "You started: won 1, drawn 1, lost 1",
            "It started: won 0, drawn 0, lost 1",
        )
        assert portraits["hard"].yours == ()
        assert "Your games against it" not in Client().get("/opponents/").content.decode()

    def test_a_win_with_hints_earns_a_hollow_tick(self, ada):
        for record, best in ((Record(0, 1, 0, helped=1), "helped"), (Record(1, 0, 0, helped=1), "beaten")):
            choices = {one.key: one for one in picker(CLASSIC, {"easy": {Mark.X: record}})}
            assert choices["easy"].reached == best
        over(ada, "easy", winner="X")
        for helped in (True, False):
            Game.objects.update(helped=helped)
            for address in ("/", "/opponents/"):
                assert ("#i-hollow-tick" in ada.get(address).content.decode()) == helped
            assert ("You have beaten it with hints." in ada.get("/").content.decode()) == helped
            yours = "Won with hints: 1" if helped else "You started: won 1, drawn 0, lost 0"
            assert portraits_on(ada.get("/opponents/"))["easy"].yours == (yours,)


class TestWatching:
    @pytest.fixture
    def series(self, ada) -> Series:
        response = ada.post("/new/series/", {"x": "easy", "o": "hard", "count": 3})
        return Series.objects.get(code=response["Location"].split("/")[2])

    def test_games_are_stepped_through_by_links(self, ada, series):
        first = Game.objects.order_by("pk").first()
        page = ada.get(f"/w/{series.code}/").context
        assert (page["number"], page["ply"], page["on"]) == (1, 0, {"game": 1, "ply": 1})
        end = ada.get(f"/w/{series.code}/?game=1&ply=9").context
        assert end["pov"].state.record == first.record
        assert end["on"] == {"game": 2, "ply": 0}
        assert sum(end["tally"].values()) == 1

    def test_the_last_game_is_the_end(self, ada, series):
        end = ada.get(f"/w/{series.code}/?game=3&ply=9").context
        assert end["on"] is None
        assert sum(end["tally"].values()) == 3

    def test_each_game_has_its_own_url(self, ada, series):
        for game in Game.objects.all():
            assert ada.get(f"/g/{game.code}/").status_code == 200

    @pytest.mark.parametrize("query", ["?game=4", "?game=0", "?game=x", "?ply=10", "?ply=-1"])
    def test_invalid_steps_are_not_found(self, ada, series, query):
        assert ada.get(f"/w/{series.code}/{query}").status_code == 404

    @pytest.mark.parametrize(
        "data",
        [
            {},
            {"x": "easy", "o": "deep", "count": 1},
            {"x": "easy", "o": "hard", "count": 101},
            {"x": "easy", "o": "hard"},
        ],
    )
    def test_an_invalid_form_creates_nothing(self, ada, data):
        assert ada.post("/new/series/", data).status_code == 400
        assert not Series.objects.exists()
        assert not Player.objects.exists()

    def test_two_unequal_players_are_proposed(self, ada):
        page = ada.get("/watch/").content.decode()
        assert page.count(" selected>") == 2
        assert '<option value="medium" selected>' in page
        assert '<option value="extreme-first" selected>' in page

    def test_earlier_series_are_listed(self, ada, series):
        assert series.code in ada.get("/watch/").content.decode()
        assert series.code not in Client().get("/watch/").content.decode()


class TestSetup:
    @pytest.mark.parametrize(
        ("cells", "words"),
        [
            ("XO_______", "Game not finished"),
            ("XOXXOOOXX", "Draw"),
            ("XXXOO____", "X wins"),
            ("OOOXX_X__", "O wins"),
            ("XX_______", "as many Xs as Os"),
            ("XXXOOO___", "Both sides have three in a row"),
            ("XXXOO_O__", "but the other played on"),
            ("XO", "nine symbols"),
            ("<script>!", "only contain X, O and _"),
        ],
    )
    def test_shows_the_state_or_what_is_impossible(self, ada, cells, words):
        response = ada.get("/setup/", {"cells": cells})
        assert response.status_code == 200
        assert words in response.content.decode()
        assert "<script>!" not in response.content.decode()

    def test_shows_the_worth_of_each_empty_square(self, ada):
        page = ada.get("/setup/", {"cells": "XX_OO____"}).content.decode()
        assert "Top right, empty. X wins" in page
        assert "Bottom middle, empty. O wins in 1" in page

    def test_a_game_starts_from_there_in_every_way(self, ada):
        start = "XO_______"
        ada.post("/new/friend/", {"side": "X", "start": start})
        ada.post("/new/computer/", {"side": "O", "opponent": "hard", "start": start})
        ada.post("/new/one-screen/", {"start": start})
        assert list(Game.objects.values_list("start", flat=True)) == [start] * 3

    @pytest.mark.parametrize("start", ["XX_______", "XXXOO____", "nonsense!", "X"])
    def test_no_game_starts_from_an_invalid_position(self, ada, start):
        for address, data in [
            ("/new/friend/", {"side": "X"}),
            ("/new/computer/", {"side": "X", "opponent": "easy"}),
            ("/new/one-screen/", {}),
        ]:
            assert ada.post(address, {**data, "start": start}).status_code == 400
        assert not Game.objects.exists()


class TestNumpad:
    def test_is_a_setting_stored_in_the_page(self, ada):
        assert "data-numpad" not in ada.get("/").content.decode()
        ada.post("/prefer/", {"numpad": "on"})
        assert "data-numpad" in ada.get("/").content.decode()
        ada.post("/prefer/", {"numpad": "off"})
        assert "data-numpad" not in ada.get("/").content.decode()
