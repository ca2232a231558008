"""Creating a tournament, joining it, and an entrant's page."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.site import limits
from games.site.models import Player
from games.tournaments.access import possible_codes
from games.tournaments.models import Entrant, Kind, Starts, Tournament
from games.tournaments.selectors.tournaments import OPEN_AFTER_END, OVERTIME
from games.tournaments.services import tournaments
from games.tournaments.words.drawn_names import drawn_names
from tests.support import tournaments as play
from tests.support.browsers import Browser
from tests.support.games import player

pytestmark = pytest.mark.django_db


def words(answer) -> str:
    """Return the text of a page, including its head."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def browser(name: str) -> Client:
    return Browser(play.person(name))


class TestCreating:
    def test_with_the_defaults(self):
        answer = Client().post("/tournament/", {"title": "Class 4b", "minutes": "20", "drawn": "on"})
        [made] = Tournament.objects.all()
        assert answer.headers["Location"] == f"/host/{made.key}/"
        assert (made.title, made.variant, made.minutes, made.seconds) == ("Class 4b", "classic", 20, 30)
        assert (made.kind, made.starts, made.keep_names, made.drawn_in) == (Kind.ARENA, Starts.DRAWN, False, "")

    @pytest.mark.parametrize(
        ("query", "estimate"),
        [
            ("", "20 min at 30 s a move: about 22 games each."),
            ("?variant=classic&minutes=45&seconds=15", "45 min at 15 s a move: about 42 games each."),
            ("?variant=classic&other_minutes=5000", ""),
            ("?variant=classic&kind=round", ""),  # it depends on the number of entrants
        ],
    )
    def test_the_form_estimates_the_number_of_games(self, query, estimate):
        page = Client().get(f"/tournament/{query}").content.decode()
        assert re.search(r'id="estimate"[^>]*>([^<]*)<', page)[1] == estimate

    def test_with_every_option(self):
        sent = {"variant": "wild", "minutes": "10", "other_minutes": "25", "seconds": "15", "kind": "round"}
        sent |= {"keep_names": "on", "draw_names": "on"}
        Client().post("/tournament/", sent, headers={"accept-language": "de"})
        [made] = Tournament.objects.all()
        assert made.drawn_in == "de"
        assert (made.title, made.variant, made.minutes, made.seconds) == ("", "wild", 25, 15)
        assert (made.kind, made.starts, made.keep_names) == (Kind.ROUND, Starts.EMPTY, True)

    def test_a_game_without_drawn_positions_starts_from_the_empty_board(self):
        Client().post("/tournament/", {"variant": "notakto", "drawn": "on"})
        assert Tournament.objects.get().starts == Starts.EMPTY

    @pytest.mark.parametrize(
        ("sent", "sentence"),
        [
            ({"other_minutes": "4"}, "A tournament can last 5 to 60 minutes"),
            ({"title": "x" * 41}, "A title can have at most 40 characters."),
            ({"seconds": "1"}, ""),
            ({"variant": "chess"}, ""),
        ],
    )
    def test_an_invalid_choice_is_refused_and_creates_no_tournament(self, sent, sentence):
        answer = Client().post("/tournament/", sent)
        assert answer.status_code == 400
        assert sentence in words(answer)
        assert not Tournament.objects.exists()

    def test_choices_are_kept_after_an_error(self):
        sent = {"variant": "wild", "other_minutes": "99", "seconds": "60"}
        page = Client().post("/tournament/", sent).content.decode()
        for value in ('value="wild" checked', 'value="60" checked', 'value="99"'):
            assert value in page
        assert 'name="drawn" checked' not in page

    @pytest.mark.parametrize("limit", ["TOURNAMENTS", "TOURNAMENTS_OF_A_DAY"])
    def test_creating_is_limited(self, limit, monkeypatch):
        monkeypatch.setattr(limits, limit, limits.Limit("few", 1, limits.DAY, getattr(limits, limit).sentence))
        assert [Client().post("/tournament/").status_code for _time in range(2)] == [302, 429]


class TestCodes:
    @pytest.mark.parametrize("typed", ["k7r2mx", "K7R2MX", " k7 r2-mx ", "ｋ７ｒ２ｍｘ", "k٧r۲mx"])
    def test_capitals_spaces_and_scripts_make_no_difference(self, typed):
        assert possible_codes(typed)[0] == "k7r2mx"

    @pytest.mark.parametrize("typed", ["", "k7r2", "k7r2mm3", "     ", "é" * 5000])
    def test_a_malformed_code_matches_nothing(self, typed):
        assert possible_codes(typed) == []

    @pytest.mark.parametrize(("typed", "code"), [("klrs8x", "k7r5bx"), ("K1R5B", "k7r5b")])
    def test_similar_characters_and_the_shorter_codes_of_earlier_releases_are_accepted(self, typed, code):
        Tournament.objects.create(code=code)
        assert Client().get("/join/", {"code": typed}).headers["Location"] == f"/join/{code}/"

    def test_two_similar_codes_are_not_confused(self):
        codes = ["k2r5b", "kzrsb"]
        for code in codes:
            Tournament.objects.create(code=code)
        for code in codes:
            assert Client().get("/join/", {"code": code}).headers["Location"] == f"/join/{code}/"
        assert "Six letters and numbers." in words(Client().get("/join/"))
        answer = Client().get("/join/", {"code": "k2rsb"})
        assert answer.status_code == 404
        assert "No tournament has this code. Check it and try again." in words(answer)

    @pytest.fixture
    def one_guess(self, monkeypatch) -> None:
        """Allow one wrong code for each address."""
        monkeypatch.setattr(limits, "WRONG_CODES", limits.Limit("few", 1, limits.DAY, limits.WRONG_CODES.sentence))

    @pytest.mark.parametrize(
        ("method", "path"),
        [
            *(("get", path) for path in ("/join/{}/", "/join/?code={}", "/t/{}/", "/t/{}/state/", "/t/{}/results/")),
            ("post", "/t/{}/leave/"),
        ],
    )
    def test_guessing_is_limited_on_every_page_except_for_participants(self, method, path, one_guess):
        made, eve = play.waiting("Ada"), Browser(player("Eve"))
        codes = ["22222", "33333", made.code]  # after too many wrong codes a right one is refused too
        assert [getattr(eve, method)(path.format(code)).status_code for code in codes] == [404, 429, 429]
        assert browser("Ada").get(f"/t/{made.code}/").status_code == 200

    def test_guessing_leaves_known_tournaments_open(self, one_guess):
        played_here, hosted_here, elsewhere = (play.waiting() for _ in range(3))
        Client().get(f"/t/{played_here.code}/wall/")
        assert [Client().get(f"/join/?code={code}").status_code for code in ("22222", "33333")] == [404, 429]
        Client().get(f"/host/{hosted_here.key}/")
        answers = [Client().get(f"/join/{made.code}/").status_code for made in (played_here, hosted_here, elsewhere)]
        assert answers == [200, 200, 429]

    def test_a_day_after_its_end_a_tournament_is_closed_to_its_code(self, monkeypatch):
        made, eve = play.waiting("Ada"), Browser(player("Eve"))
        tournaments.end(key=made.key)
        paths = [f"/t/{made.code}/{page}" for page in ("", "state/", "wall/", "results/", "results.csv", "games/")]
        posts = [f"/t/{made.code}/{verb}/" for verb in ("leave", "come-back", "break", "ready")]
        paths += [f"/t/{made.code}/review/", f"/join/{made.code}/", f"/join/?code={made.code}"]
        assert not {eve.get(path).status_code for path in paths} - {200, 302}
        limits.cache.clear()  # forget that the code is known at this address
        Tournament.objects.update(over_at=timezone.now() - OPEN_AFTER_END - timedelta(minutes=1))
        assert {eve.get(path).status_code for path in paths} | {eve.post(path).status_code for path in posts} == {404}
        monkeypatch.setattr(limits, "WRONG_CODES", replace(limits.WRONG_CODES, most=len(paths)))
        assert eve.get(paths[0]).status_code == 429  # those were guesses
        assert not {browser("Ada").get(path).status_code for path in paths} - {200, 302}


class TestJoining:
    def test_a_newcomer_enters_a_name_and_joins(self):
        made, phone = play.waiting(), Client()
        assert phone.post(f"/join/{made.code}/", {"name": "Ada"}).headers["Location"] == f"/t/{made.code}/"
        assert Entrant.objects.get().name == "Ada"
        assert Player.objects.get().name == ""  # deleted names must not be stored elsewhere
        answer = phone.get(f"/join/{made.code.upper()}/", follow=True)
        assert (answer.redirect_chain[-1][0], "You’re in." in words(answer)) == (f"/t/{made.code}/", True)

    def test_a_players_name_is_filled_in(self):
        phone = Browser(player("Ada"))
        assert 'value="Ada"' in phone.get(f"/join/{play.waiting().code}/").content.decode()

    def test_with_random_names_nobody_is_asked_for_one(self):
        made, phone = play.waiting(drawn_in="de"), Client()
        assert 'name="name"' not in phone.get(f"/join/{made.code}/").content.decode()
        phone.post(f"/join/{made.code}/")
        assert Entrant.objects.get().name in drawn_names("de")

    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("ada", "Someone in this tournament already has this name. Please choose another."),
            ("", "Please enter a name of 1 to 20 characters."),
        ],
    )
    def test_an_invalid_name_is_reported_beside_its_field_and_creates_nobody(self, name, sentence):
        made, phone = play.waiting("Ada"), Client()
        answer = phone.post(f"/join/{made.code}/", {"name": name})
        assert answer.status_code in (400, 409)
        assert sentence in words(answer)
        assert f'value="{name}"' in answer.content.decode()
        assert Player.objects.count() == 1

    def test_the_code_of_a_finished_tournament_leads_to_its_end(self):
        made = play.waiting()
        tournaments.end(key=made.key)
        answer = Client().post(f"/join/{made.code}/", {"name": "Ada"}, follow=True)
        assert "It’s over." in words(answer)
        assert f"/t/{made.code}/results/" in answer.content.decode()
        assert not Entrant.objects.exists()


class TestPage:
    def test_between_opponents_a_player_reviews_the_match_until_ready(self):
        made = play.playing("Ada Ben")
        play.lose("Ada", "Ben")
        made.entrants.update(free_since=play.in_seconds(60))
        page = browser("Ada").get(f"/t/{made.code}/")
        assert "Your next game is coming up." in words(page)
        assert re.search(r'id="clock"[^>]* data-left="(60|59|58)"', page.content.decode())
        ready = words(browser("Ada").post(f"/t/{made.code}/ready/", follow=True))
        assert ("You’re up next." in ready, "I’m ready" in ready) == (True, False)

    def test_it_leads_to_each_new_game_and_back(self):
        made = play.tournament("Ada", "Ben", title="Class 4b")
        ada = browser("Ada")
        assert "You’re up next." in words(ada.get(f"/t/{made.code}/"))
        play.pair("Ada Ben")
        game = play.game_of("Ada")
        assert ada.get(f"/t/{made.code}/").headers["Location"] == f"/g/{game.code}/"
        room = ada.get(f"/g/{game.code}/")
        assert "Game 1 of 2" in words(room)
        assert "tournaments/match" in room.content.decode()  # the script that leads back
        play.move_twice("Ada")
        answer = ada.post(f"/g/{game.code}/resign/")
        assert answer.headers["Location"] == f"/t/{made.code}/"
        page = words(ada.get(f"/t/{made.code}/"))
        assert "Ben and you Ben won game 1, you started" in page
        play.settle()
        assert ada.get(f"/t/{made.code}/").headers["Location"] == f"/g/{play.game_of('Ada').code}/"
        assert "Game 2 of 2 · 2nd of 2" in words(ada.get(f"/g/{play.game_of('Ada').code}/"))

    def test_at_most_three_earlier_matches_are_listed(self):
        made = play.tournament("Ada", "Ben", "Cem")
        for other in ("Ben", "Cem", "Ben", "Cem"):
            play.pair(f"Ada {other}")
            play.lose("Ada", "Ada")
        page = browser("Ada").get(f"/t/{made.code}/").content.decode()
        assert page.count('<li class="row">') == 2  # below the latest

    def test_an_unpaired_player_is_led_to_a_game_against_a_computer(self):
        made = play.tournament("Ada")
        play.start_computer_games()
        room = browser("Ada").get(f"/t/{made.code}/", follow=True)
        assert "While you wait, a game against the computer. It doesn’t count." in words(room)
        assert 'id="clock"' not in room.content.decode()

    def test_in_a_round_robin_leaving_is_final_and_needs_confirmation(self):
        made = play.tournament("Ada", "Ben", "Cem", kind=Kind.ROUND)
        ada = browser("Ada")
        assert "Leave for good?" in words(ada.get(f"/t/{made.code}/"))
        page = words(ada.post(f"/t/{made.code}/leave/", follow=True))
        assert "you can’t come back once you’ve left" in page
        assert "Come back" not in page
        assert ada.post(f"/t/{made.code}/come-back/").status_code == 409

    def test_it_follows_the_tournament_to_its_end(self):
        made = play.waiting("Ada", "Ben")

        def shown(path: str = "") -> str:
            return browser("Ada").get(f"/t/{made.code}/{path}").content.decode()

        assert 'http-equiv="refresh"' in shown()  # without a script
        tournaments.start(key=made.key)
        assert "You’re up next." in shown("state/?lang=en&seen=")  # without a socket
        assert re.search(r'data-left="\d+" data-ends="\d+">\d+:\d\d<', shown())
        tournaments.pause(key=made.key)
        assert ("Paused for everyone." in shown(), "data-left" in shown()) == (True, False)
        tournaments.resume(key=made.key)
        Tournament.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
        assert "The last games are being finished." in shown()
        play.finish(timezone.now() + OVERTIME)
        assert ("It’s over." in shown(), "http-equiv" in shown()) == (True, False)

    def test_without_a_script_a_game_leads_back_while_waiting_and_after_a_timeout(self, still):
        made = play.playing("Ada Ben", seconds=15, at=still)
        address = f"/g/{play.game_of('Ada').code}/"

        def refresh(viewer: Client) -> str:
            return re.search(r'"refresh" content="(.*?)"', viewer.get(address).content.decode())[1]

        assert refresh(browser("Ada")) == f"23; url=/t/{made.code}/"  # 15 s, 5 for the first move, and a margin
        assert refresh(browser("Ben")) == f"3; url=/t/{made.code}/"
        assert refresh(Client()) == "5; url=?over"
        tournaments.pause(key=made.key)
        assert refresh(browser("Ada")) == f"10; url=/t/{made.code}/"

    def test_a_review_leads_back_and_to_the_next_game(self):
        made = play.playing("Ada Ben")
        play.resign("Ada")
        address, polls = f"/g/{play.game_of('Ada').code}/?ply=0", f'data-tournament-state="/t/{made.code}/state/"'
        review = browser("Ada").get(address)
        assert "Back to the tournament" in words(review)
        assert polls in review.content.decode()
        assert polls not in Client().get(address).content.decode()
        play.settle()
        next_game = f"/g/{play.game_of('Ada').code}/"
        assert not address.startswith(next_game)
        assert browser("Ada").get(address).headers["Location"] == next_game
        assert Client().get(address).status_code == 200
        tournaments.end(key=made.key)
        play.finish(timezone.now() + OVERTIME)
        assert polls not in browser("Ada").get(address).content.decode()
