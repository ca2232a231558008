"""The robots that a player keeps: their list in the workshop, their games, and the pages that offer them."""

import re

import pytest
from django.test import Client

from games.engine.position import Mark
from games.play import services as play_services
from games.play.models import Seat
from games.play.selectors.state import State
from games.robots.models import KeptRobot
from games.site.models import Player
from tests.support.browsers import Browser, words
from tests.support.games import against_robot, player

pytestmark = pytest.mark.django_db

WORKSHOP, MINE, RUSTY = "/robots/", "/robots/mine/", {"rules": "ew", "name": "Rusty"}


@pytest.fixture
def ada() -> Browser:
    browser = Browser(player("Ada"))
    browser.post(MINE, {"keep": "", **RUSTY})
    return browser


def page(browser: Client, address: str = WORKSHOP) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def kept(browser: Client) -> str:
    """Return the text of the list of kept robots."""
    return words(page(browser)).partition("My robots")[2]


def beaten_by(name: str, rules: str = "ew", robot: str = "Rusty") -> State:
    """Return a game that this person has won against a robot."""
    state = against_robot(player(name), rules, robot)
    assert state.winner == "X"
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

    @pytest.mark.parametrize(
        ("rules", "name", "offered"),
        [("wb", "Tin", True), ("we", "Rusty", True), ("wb", "", False), ("ew", "Rusty", False)],
    )
    def test_only_a_robot_with_a_name_that_is_not_kept_yet_can_be_kept(self, ada, rules, name, offered):
        shown = page(ada, f"/robots/?rules={rules}&name={name}")
        assert ('name="keep"' in shown, "You have kept this robot." in shown) == (offered, rules == "ew")

    @pytest.mark.parametrize(
        ("sent", "sentence"),
        [
            ({"rules": "wz", "name": "Tin"}, "“z” is not a rule."),
            ({}, "Please enter a name of 1 to 20 characters."),
        ],
    )
    def test_an_invalid_robot_is_refused_with_a_sentence(self, client, sent, sentence):
        answer = client.post(MINE, {"keep": "", **sent})
        assert (answer.status_code, sentence in answer.content.decode()) == (400, True)
        assert not Player.objects.exists()

    def test_at_most_twenty_are_kept(self, ada, settings):
        settings.LIMITS = True
        answers = [ada.post(MINE, {"keep": "", "rules": "wb", "name": f"Tin {number}"}) for number in range(20)]
        assert [answer.status_code for answer in answers] == [302] * 19 + [429]
        assert "You already keep 20 robots." in answers[-1].content.decode()
        ada.post(MINE, {"delete": "", **RUSTY})
        assert ada.post(MINE, {"keep": "", "rules": "wb", "name": "Tin 19"}).status_code == 302

    def test_deleting_a_robot_leaves_its_games_and_the_robots_of_others(self, ada):
        ben = Browser(player("Ben"))
        ben.post(MINE, {"keep": "", **RUSTY})
        beaten_by("Cleo")
        ada.post(MINE, {"delete": "", **RUSTY})
        assert [row.player.name for row in KeptRobot.objects.all()] == ["Ben"]
        assert Seat.objects.filter(name="Rusty").count() == 1


class TestGames:
    def test_others_games_and_wins_are_counted_and_the_winners_named(self, ada):
        beaten_by("Ben")
        beaten_by("")
        play_services.start_against_computer(player=player("Cleo"), opponent="ew", name="Rusty", side=Mark.X)
        assert "Rusty Played by others: 2. Beaten: 2. Last beaten by: Guest Ben Change its rules" in kept(ada)

    def test_a_game_won_by_the_robot_does_not_count_as_beaten(self, ada):
        ada.post(MINE, {"keep": "", "rules": "wbftcoke", "name": "Tin"})
        assert against_robot(player("Ben"), "wbftcoke", "Tin", squares="2 4 3 6 8").winner == "O"
        assert "Tin Played by others: 1. Beaten: 0." in kept(ada)

    def test_only_games_of_others_against_its_name_and_rules_count(self, ada):
        beaten_by("Ben", robot="Tin")
        ada.post(MINE, {"keep": "", "rules": "ew", "name": "Tin"})  # after that game
        assert "Tin No one else has played it yet." in kept(ada)
        beaten_by("Ben", rules="we")
        beaten_by("Ben", robot="Dusty")
        owner = Player.objects.get(name="Ada")
        against_robot(owner, "ew", "Rusty")
        play_services.start_series(player=owner, x="ew", x_name="Rusty", o="easy", count=1)
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
    def ada(self, ada) -> Browser:
        """Ada, after games against another robot and one without a name."""
        for key, name in (("wb", "Tin"), ("wb", ""), ("hard", "")):
            ada.post("/new/computer/", {"opponent": key, "name": name, "side": "X"})
        return ada

    def test_the_league_offers_robots_that_were_kept_or_played(self, ada):
        offered = re.findall(r'name="known" value="([^"]*)"', page(ada, "/robots/league/").replace("\n", " "))
        assert offered == ["ew Rusty", "wb", "wb Tin"]
        answer = ada.post("/robots/league/", {"lines": "k Kit", "known": ["ew Rusty", "wb"]})
        assert answer["Location"] == "/robots/league/?robot=k~Kit&robot=ew~Rusty&robot=wb"
        assert 'value="wb Tin"' in page(ada, answer["Location"])
        assert 'value="ew Rusty"' not in page(ada, answer["Location"])

    def test_a_robot_is_watched_against_another(self, ada):
        assert '<option value="ew Rusty">Rusty</option>' in page(ada, "/watch/?variant=classic")
        assert "Rusty" not in page(ada, "/watch/?variant=misere")
        made = ada.post("/new/series/", {"x": "ew Rusty", "o": "wb", "count": "2"})
        seats = Seat.objects.exclude(game__series=None).values_list("opponent", "name")
        assert set(seats) == {("ew", "Rusty"), ("wb", "")}
        assert "Rusty against Robot wb" in words(page(ada, "/watch/"))
        shown = page(ada, made["Location"])
        for side in Mark:  # each plate draws the face that the page holds
            assert (shown.count(f'"#robot-{side}"'), shown.count(f'<symbol id="robot-{side}"')) == (1, 1)

    def test_the_page_of_a_robot_leads_to_watching_it(self, client):
        [path] = re.findall(r'href="(/watch/[^"]+)"', page(client, "/robots/wb/?name=R%26D"))
        shown = page(client, path.replace("&amp;", "&"))
        assert '<option value="wb R&amp;D" selected>R&amp;D</option>' in shown

    @pytest.mark.parametrize(
        "sent", [{"x": "wz Tin"}, {"x": f"wb {'n' * 21}"}, {"o": "wb Tin", "variant": "misere"}, {"x": " "}]
    )
    def test_an_invalid_robot_is_not_watched(self, client, sent):
        assert client.post("/new/series/", {"x": "easy", "o": "hard", "count": "1", **sent}).status_code == 400
        assert not Player.objects.exists()
