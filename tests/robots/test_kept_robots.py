"""The robots that a player keeps: the list in the workshop, their games with others, and other pages that offer
them."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from games.engine.position import Mark
from games.play import services as play_services
from games.play.models import Seat
from games.play.selectors.state import State
from games.robots.models import KeptRobot
from games.site.models import Player
from tests.support.browsers import Browser, words
from tests.support.games import player

pytestmark = pytest.mark.django_db

WORKSHOP, MINE, RUSTY = "/robots/", "/robots/mine/", {"rules": "ew", "name": "Rusty"}


@pytest.fixture
def ada() -> Browser:
    browser = Browser(player("Ada"))
    browser.post(MINE, {"keep": "", **RUSTY})
    return browser


def owner() -> Player:
    return Player.objects.get(name="Ada")


def page(browser: Client, address: str = WORKSHOP) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def kept(browser: Client) -> str:
    """Return the text of the list of kept robots."""
    return words(page(browser)).partition("My robots")[2]


def beaten_by(name: str, *squares: int, rules: str = "ew", robot: str = "Rusty") -> State:
    """Return a game against a robot that marks edges; the squares 5, 1, 9 and 7 beat it."""
    who = player(name) if name else Player.objects.create()
    state = play_services.start_against_computer(player=who, opponent=rules, name=robot, side=Mark.X)
    for square in squares or (5, 1, 9, 7, 3):
        if state.position.outcome is None and state.position.cells[square - 1] == "_":
            state = play_services.play(code=state.code, player=who, move=str(square - 1), version=state.version)
    return state


class TestKeeping:
    def test_a_robot_is_kept_once_and_listed(self, ada):
        ada.post(MINE, {"keep": "", **RUSTY})
        assert KeptRobot.objects.count() == 1
        assert "Rusty No one else has played it yet." in kept(ada)
        assert "My robots" not in page(Browser(player("Ben")))

    def test_a_newcomer_who_keeps_one_becomes_a_guest(self, client):
        answer = client.post(MINE, {"keep": "", **RUSTY})
        assert answer["Location"] == "/robots/?rules=ew&name=Rusty"
        assert KeptRobot.objects.get().player == Player.objects.get()

    def test_only_a_robot_with_a_name_can_be_kept(self, ada):
        assert 'name="keep"' in page(ada, "/robots/?rules=wb&name=Tin")
        assert 'name="keep"' not in page(ada, "/robots/?rules=wb")

    def test_one_that_is_kept_is_not_offered_again(self, ada):
        shown = page(ada, "/robots/?rules=ew&name=Rusty")
        assert 'name="keep"' not in shown
        assert "You keep this robot." in shown
        assert 'name="keep"' in page(ada, "/robots/?rules=we&name=Rusty")

    @pytest.mark.parametrize(
        ("sent", "sentence"),
        [
            ({"rules": "wb"}, "Please enter a name of 1 to 20 characters."),
            ({"rules": "wz", "name": "Tin"}, "“z” is not a rule."),
            ({"rules": "wb", "name": "n" * 21}, "A name can have at most 20 characters."),
            ({}, "Please enter a name of 1 to 20 characters."),
        ],
    )
    def test_bad_input_gets_a_sentence_and_nothing_is_kept(self, client, sent, sentence):
        answer = client.post(MINE, {"keep": "", **sent})
        assert (answer.status_code, sentence in answer.content.decode()) == (400, True)
        assert not Player.objects.exists()

    def test_twenty_are_the_most(self, ada, settings):
        settings.LIMITS = True
        answers = [ada.post(MINE, {"keep": "", "rules": "wb", "name": f"Tin {number}"}) for number in range(20)]
        assert [answer.status_code for answer in answers] == [302] * 19 + [429]
        assert "You already keep 20 robots." in answers[-1].content.decode()
        ada.post(MINE, {"delete": "", **RUSTY})
        assert ada.post(MINE, {"keep": "", "rules": "wb", "name": "Tin 19"}).status_code == 302

    def test_deleting_one_keeps_its_games_and_others_robots(self, ada):
        ben = Browser(player("Ben"))
        ben.post(MINE, {"keep": "", **RUSTY})
        beaten_by("Cleo")
        ada.post(MINE, {"delete": "", **RUSTY})
        assert ([row.player.name for row in KeptRobot.objects.all()], Seat.objects.filter(name="Rusty").count()) == (
            ["Ben"],
            1,
        )


class TestGames:
    def test_others_games_and_wins_are_counted_and_the_winners_named(self, ada):
        assert beaten_by("Ben").winner == beaten_by("").winner == "X"
        beaten_by("Cleo", 5)  # goes on
        assert "Rusty Played by others: 2. Beaten: 2. Last beaten by: Guest Ben Change its rules" in kept(ada)

    def test_a_game_that_it_wins_does_not_count_as_beaten(self, ada):
        ada.post(MINE, {"keep": "", "rules": "wbftcoke", "name": "Tin"})
        assert beaten_by("Ben", 2, 4, 3, 6, 8, rules="wbftcoke", robot="Tin").winner == "O"
        assert "Tin Played by others: 1. Beaten: 0." in kept(ada)

    def test_only_games_of_others_against_its_name_and_rules_count(self, ada):
        beaten_by("Ben", robot="Tin")
        ada.post(MINE, {"keep": "", "rules": "ew", "name": "Tin"})  # after that game
        assert "Tin No one else has played it yet." in kept(ada)
        beaten_by("Ben", rules="we")
        beaten_by("Ben", robot="Dusty")
        mine = play_services.start_against_computer(player=owner(), opponent="ew", name="Rusty", side=Mark.X)
        play_services.resign(code=mine.code, player=owner())
        play_services.start_series(player=owner(), x="ew", x_name="Rusty", o="easy", count=1)
        assert "Rusty No one else has played it yet." in kept(ada)

    def test_a_win_is_announced_until_the_notice_is_confirmed(self, ada):
        state = beaten_by("Ben")
        text = page(ada)
        assert "Ben has beaten Rusty." in text
        assert f'href="/g/{state.code}/robot/"' in text
        ada.post(MINE, {"seen": ""})
        assert "has beaten" not in page(ada)
        beaten_by("Cleo")
        assert "Cleo has beaten Rusty." in page(ada)


class TestChoosing:
    @pytest.fixture
    def met(self, ada) -> Browser:
        """Ada, who has also played another robot, and one without a name."""
        for name in ("Tin", ""):
            play_services.start_against_computer(player=owner(), opponent="wb", name=name, side=Mark.X)
        play_services.start_against_computer(player=owner(), opponent="hard", side=Mark.X)
        return ada

    def test_the_league_offers_own_robots_and_those_met(self, met):
        offered = re.findall(r'name="known" value="([^"]*)"', page(met, "/robots/league/").replace("\n", " "))
        assert offered == ["ew Rusty", "wb", "wb Tin"]
        answer = met.post("/robots/league/", {"lines": "k Kit", "known": ["ew Rusty", "wb"]})
        assert answer["Location"] == "/robots/league/?robot=k~Kit&robot=ew~Rusty&robot=wb"
        assert 'value="wb Tin"' in page(met, answer["Location"])
        assert 'value="ew Rusty"' not in page(met, answer["Location"])

    def test_a_robot_is_watched_against_another(self, met):
        assert '<option value="ew Rusty">Rusty</option>' in page(met, "/watch/?variant=classic")
        assert "Rusty" not in page(met, "/watch/?variant=misere")
        made = met.post("/new/series/", {"x": "ew Rusty", "o": "wb", "count": "2"})
        assert {(seat.opponent, seat.name) for seat in Seat.objects.exclude(game__series=None)} == {
            ("ew", "Rusty"),
            ("wb", ""),
        }
        assert "Rusty" in page(met, made["Location"])
        assert "Rusty against Robot wb" in words(page(met, "/watch/"))
        shown = page(met, made["Location"])
        for side in Mark:  # each plate draws the face that the page holds
            assert (shown.count(f'"#robot-{side}"'), shown.count(f'<symbol id="robot-{side}"')) == (1, 1)

    def test_a_robots_page_leads_to_watching_it(self, client):
        [path] = re.findall(r'href="(/watch/[^"]+)"', page(client, "/robots/wb/?name=R%26D"))
        shown = page(client, path.replace("&amp;", "&"))
        assert '<option value="wb R&amp;D" selected>R&amp;D</option>' in shown

    @pytest.mark.parametrize(
        "sent", [{"x": "wz Tin"}, {"x": f"wb {'n' * 21}"}, {"o": "wb Tin", "variant": "misere"}, {"x": " "}]
    )
    def test_a_bad_robot_is_not_watched(self, client, sent):
        answer: HttpResponse = client.post("/new/series/", {"x": "easy", "o": "hard", "count": "1", **sent})
        assert answer.status_code == 400
        assert not Player.objects.exists()
