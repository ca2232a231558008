"""The page of a league, whose state is in the URL, and the form that creates one."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils.html import strip_tags

from games.engine.classic import CLASSIC
from games.robots import views
from games.robots.words import league as leagues
from games.site import limits, links

pytestmark = pytest.mark.django_db

LEAGUE = "/robots/league/"
NO_ROBOTS = ["http://testserver/g/2222222222/", "http://testserver/robots/", "https://example.org/"]
NO_ROBOTS += ["http://[/robots/wb/", "<b>x</b>/"]
THREE = f"{LEAGUE}?robot=wb~Rusty&robot=wbtck&computer=easy"


@pytest.fixture(autouse=True)
def no_results() -> Iterator[None]:
    """Forget computed results before and after each test."""
    leagues._results.clear()
    yield
    leagues._results.clear()


@pytest.fixture
def one_pair_at_a_time(monkeypatch) -> None:
    monkeypatch.setattr(views, "COMPUTING_TIME", 0)


def complete(client: Client, address: str) -> str:
    """Return the page of a league once its computation is complete."""
    while "data-again" in (page := client.get(address).content.decode()):
        pass
    return page


def text(html: str) -> str:
    return " ".join(strip_tags(html).split())


def table(page: str) -> list[list[str]]:
    """Return the rows of the standings, cell by cell."""
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.S)
    return [[text(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)] for row in rows]


def errors(answer: HttpResponse) -> str:
    """Return the error shown on the page."""
    page = answer.content.decode()
    return " ".join(map(text, re.findall(r'class="error"[^>]*>(.*?)</p>', page, re.S)))


class TestTable:
    def test_shows_points_games_and_pairwise_results(self, client):
        page = complete(client, THREE)
        head, *rows = table(page)
        assert head == ["Place", "Robot", "Points", "Won", "Drawn", "Lost", "Robot wbtck", "Rusty", "Easy"]
        assert [row[:2] for row in rows] == [["1", "Robot wbtck"], ["2", "Rusty"], ["3", "Easy"]]
        assert rows[0][5:7] == ["0", ""]  # it never loses, and does not play itself
        cells = re.findall(r'<td[^>]* title="([^"]*)"[^>]*>([^<]*)</td>', page)
        assert cells
        for exact, rounded in cells:
            assert ("." in rounded) == ("/" in exact)
            assert not exact or f"{float(Fraction(exact)):.2f}" == rounded

    def test_links_to_every_robot_and_computer_player(self, client):
        page = complete(client, f"{LEAGUE}?robot=wb~R%26D%3F&robot=-&computer=easy")
        paths = re.findall(r'scope="row" class="who"><a href="([^"]+)"', page)
        assert sorted(paths) == ["/opponents/#easy", "/robots/-/", "/robots/wb/?name=R%26D%3F"]

    def test_robots_with_equal_rules_share_a_place_and_one_listed_twice_plays_once(self, client):
        page = complete(client, f"{LEAGUE}?robot=wb~Ada&robot=wb~Ben&robot=wb~Ada" + 2 * "&computer=easy")
        assert [row[:2] for row in table(page)[1:]] == [["1", "Ada"], ["1", "Ben"], ["3", "Easy"]]


class TestProgress:
    @pytest.mark.usefixtures("one_pair_at_a_time")
    def test_a_bar_shows_the_progress_of_the_computation(self, client):
        progress = []
        while found := re.search(r'max="9" value="(\d+)"', page := client.get(THREE).content.decode()):
            progress.append(int(found[1]))
            assert '<noscript><meta http-equiv="refresh"' in page
        assert progress == list(range(1, 9))
        assert len(table(page)) == 4
        assert "refresh" not in page

    def test_only_one_league_is_computed_at_a_time(self, client):
        with leagues.computing():
            page = client.get(THREE).content.decode()
        assert 'max="9" value="0"' in page

    def test_computations_are_limited_by_address(self, client, settings):
        settings.LIMITS = True
        here = "192.0.2.77"
        limits.take(limits.LEAGUES, here, many=limits.LEAGUES.most)
        refused = Client(REMOTE_ADDR=here).get(THREE)
        assert refused.status_code == 429
        assert "Your network has asked for too many leagues at once" in refused.content.decode()
        complete(client, THREE)
        assert Client(REMOTE_ADDR=here).get(THREE).status_code == 429
        assert Client(REMOTE_ADDR=here).get(LEAGUE).status_code == 200


class TestForm:
    def test_the_page_asks_for_at_least_two_players(self, client):
        assert client.get(LEAGUE).content.decode().count('type="checkbox"') == len(CLASSIC.opponents)
        assert "A league needs at least two." in client.get(f"{LEAGUE}?robot=wb~Rusty").content.decode()

    @pytest.mark.parametrize(
        ("line", "robot"),
        [
            ("  wb   Rusty  Two ", "wb~Rusty+Two"),
            ("- Luck", "-~Luck"),
            ("https://elsewhere.example/robots/wb/?name=R%C3%A9my&truth", "wb~R%C3%A9my"),
            ("http://testserver/robots/?rules=wb&name=Rusty&add=f", "wbf~Rusty"),
            ("/robots/-/", "-"),
            ("wb a/b~c", "wb~a%2Fb~c"),
        ],
    )
    def test_a_line_is_a_url_or_letters_and_a_name(self, client, line, robot):
        made = client.post(LEAGUE, {"lines": f"\r\nk Corner\r\n\r\n{line}\r\n", "computer": ["easy", "hard"]})
        assert made["Location"] == f"{LEAGUE}?robot=k~Corner&robot={robot}&computer=easy&computer=hard"

    def test_the_page_of_a_league_has_its_url_and_the_form_filled_in(self, client):
        page = complete(client, f"{LEAGUE}?robot=wb~Rusty+Two&robot=k&computer=easy")
        assert f'value="http://testserver{LEAGUE}?robot=wb~Rusty+Two&amp;robot=k&amp;computer=easy"' in page
        assert ">wb Rusty Two\nk</textarea>" in page
        assert re.findall(r'value="(\w+)" checked', page) == ["easy"]

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ("wbz Rusty", "Line 2: No robot can read this card: “z” is not a rule."),
            (f"wb {'n' * 21}", "Line 2: A name can have at most 20 characters."),
            *((line, "Line 2: This is not the address of a robot.") for line in NO_ROBOTS),
        ],
    )
    def test_a_bad_line_is_reported_by_number_and_kept(self, client, line, sentence):
        answer = client.post(LEAGUE, {"lines": f"wb Rusty\n{line}"})
        assert answer.status_code == 400
        assert errors(answer) == sentence
        assert "wb Rusty\n" in answer.content.decode()

    def test_several_bad_lines_are_all_reported(self, client):
        message = errors(client.post(LEAGUE, {"lines": "wz\nwb\nk k\nxx"}))
        assert re.findall(r"Line \d", message) == ["Line 1", "Line 4"]

    @pytest.mark.parametrize(
        ("query", "sentence"),
        [
            ("robot=wb&robot=wz", "Line 2: No robot can read this card: “z” is not a rule."),
            ("robot=wb&computer=harder", "There is no computer player “harder”."),
            ("robot=wb~a%00b", "Null characters are not allowed."),
        ],
    )
    def test_a_bad_url_is_explained_and_can_be_corrected(self, client, query, sentence):
        answer = client.get(f"{LEAGUE}?{query}")
        assert answer.status_code == 404
        assert sentence in errors(answer)

    def test_more_than_forty_robots_are_too_many(self, client):
        lines = ["".join(rules) for rules in permutations("wbfst", 3)][:41]
        assert errors(client.post(LEAGUE, {"lines": "\n".join(lines)})) == (
            "A league can have at most 40 robots, and you have listed 41."
        )
        assert client.post(LEAGUE, {"lines": "\n".join(lines[1:])}).status_code == 302

    def test_forty_long_names_fit_a_url_in_most_scripts(self, client):
        def make(name: str) -> HttpResponse:
            lines = [f"wbfstpcokea {name[2:]}{number:02}" for number in range(40)]
            return client.post(LEAGUE, {"lines": "\n".join(lines)})

        for name in ("م" * 20, "中" * 14):
            assert len(make(name)["Location"]) <= links.LONGEST_URL
        assert "too long for an address" in errors(make("🦊" * 20))
