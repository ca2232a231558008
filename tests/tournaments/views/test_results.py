"""The permanent pages of a tournament: the standings, its games, and common mistakes."""

import codecs
import csv
import re
from dataclasses import replace

import pytest
from django.test import Client

from games.tournaments.models import Entrant, Tournament
from games.tournaments.pairing.table import Score
from games.tournaments.views import results
from games.tournaments.words.results import result_lines
from tests.support.browsers import words
from tests.support.hostile import FORMULA, STORED
from tests.support.played import add_ending, end, played
from tests.support.tournaments import entrant, now, pair, tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Client:
    return Client()


def get(browser: Client, path: str) -> str:
    answer = browser.get(f"/t/{Tournament.objects.get().code}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


class TestTable:
    def test_it_has_places_points_wins_and_mistakes(self, browser):
        played(title="Class 4b")
        page = words(get(browser, "results/"))
        assert "Place Name Points as tally marks Points Won Drawn Lost Mistakes" in page
        assert "1 Ada 4 2 0 0 0 1 Cem 4 2 0 0 0 3 Ben 0 0 0 2 1 3 Dan 0 0 0 2 1" in page
        assert "Names are deleted 30 days after the end." in page

    def test_it_says_if_names_are_kept(self, browser):
        played(keep_names=True)
        assert "Names are kept" in get(browser, "results/")

    def test_during_the_tournament_it_shows_the_current_standings(self, browser):
        tournament("Ada", "Ben")
        page = get(browser, "results/")
        assert "The tournament is still going on." in page
        assert "/review/" not in page

    def test_points_are_tally_marks_however_many(self):
        played()
        [ada, *_others] = now().table
        [line, *_others] = result_lines(replace(now(), entrants=(replace(ada, score=Score(won=23)),)))
        assert (line.points, sum(line.tally)) == (46, 46)


class TestTheFile:
    def rows(self, browser: Client) -> list[list[str]]:
        return list(csv.reader(get(browser, "results.csv").removeprefix("\ufeff").splitlines()))

    def test_it_has_the_same_standings(self, browser):
        played()
        assert self.rows(browser) == [
            ["place", "name", "points", "won", "drawn", "lost", "mistakes"],
            ["1", "Ada", "4", "2", "0", "0", "0"],
            ["1", "Cem", "4", "2", "0", "0", "0"],
            ["3", "Ben", "0", "0", "0", "2", "1"],
            ["3", "Dan", "0", "0", "0", "2", "1"],
        ]

    def test_it_has_a_byte_order_mark(self, browser):
        made = played()
        assert browser.get(f"/t/{made.code}/results.csv").content.startswith(codecs.BOM_UTF8)

    def test_it_is_saved_under_the_code(self, browser):
        made = played()
        answer = browser.get(f"/t/{made.code}/results.csv")
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert answer["Content-Disposition"] == f'attachment; filename="tournament-{made.code}.csv"'

    def test_no_cell_is_a_formula_however_it_is_split(self, browser):
        played()
        ada = entrant("Ada").pk
        for name in STORED.values():
            Entrant.objects.filter(pk=ada).update(name=name)
            lines = get(browser, "results.csv").splitlines(keepends=True)[1:]
            for separator in ",;|":
                for cells in csv.reader(lines, delimiter=separator):
                    assert not [cell for cell in cells if FORMULA.match(cell)], (name, separator)


class TestGames:
    def test_each_leads_to_its_review(self, browser):
        played()
        page = get(browser, "games/")
        assert "Ada – Ben Ada won Review" in words(page)
        links = re.findall(r'href="(/g/\w+/\?ply=0)"', page)
        assert len(links) == 4
        assert browser.get(links[0]).status_code == 200

    def test_many_are_on_several_pages(self, browser, monkeypatch):
        monkeypatch.setattr(results, "GAMES_ON_A_PAGE", 3)
        played()
        assert "Page 1 of 2" in words(get(browser, "games/"))
        assert len(re.findall(r'href="/g/', get(browser, "games/?page=2"))) == 1
        for page in ("0", "99", "x", "-1"):
            get(browser, f"games/?page={page}")


class TestTheClassReview:
    def test_the_answer_waits_for_a_press(self, browser):
        played()
        hidden, shown = get(browser, "review/"), get(browser, "review/?at=1&answer")
        assert "2 of 2 threw away the draw here." in words(hidden)
        assert ("The answer" in hidden.replace("The answer stays", ""), "The answer: centre." in shown) == (False, True)

    def test_it_names_nobody(self, browser):
        made = played()
        pages = [get(browser, "review/?answer"), browser.get(f"/p/{made.code}/").content.decode()]
        for name in ("Ada", "Ben", "Cem", "Dan"):
            assert not [page for page in pages if re.search(rf"\b{name}\b", page)]

    def test_it_leads_to_puzzles_for_everyone(self, browser):
        made = played()
        page = browser.get(f"/p/{made.code}/").content.decode()
        found = [address.replace("&amp;", "&") for address in re.findall(r'href="(/practice/\d+/[^"]*)"', page)]
        alike = list(dict.fromkeys(found))
        assert 2 <= len(alike) <= 5
        for place, address in enumerate(alike, start=1):
            assert f"Puzzle {place} of {len(alike)}" in words(browser.get(address).content.decode())

    def test_it_does_not_open_before_the_end(self, browser):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        page = get(browser, "review/?answer")
        assert "opens once the tournament is over" in page
        assert 'class="board' not in page
        assert browser.get(f"/p/{now().code}/").status_code == 404

    def test_until_the_ending_is_stored_the_page_says_so_and_reloads(self, browser):
        made = played()
        Tournament.objects.update(ending=None)
        page = get(browser, "review/")
        assert "The class review is being put together." in page
        assert '<meta http-equiv="refresh" content="3">' in page
        assert browser.get(f"/p/{made.code}/")["Location"] == f"/t/{made.code}/review/"
        wall = get(browser, "wall/")
        assert ('data-face="over"' in wall, "Practise it" in wall) == (True, False)
        add_ending()
        assert "http-equiv" not in get(browser, "review/").replace("<noscript><meta", "")
        assert 'data-face="over-missed"' in get(browser, "wall/")  # the page requests what is not pushed

    def test_without_common_mistakes_it_says_so(self, browser):
        tournament("Ada", "Ben")
        end()
        assert "No position tripped up more than one person." in get(browser, "review/")

    @pytest.mark.parametrize("at", ["0", "2", "-1", "x", "9" * 30, ""])
    def test_an_invalid_position_number_is_the_first(self, browser, at):
        played()
        assert "Class review · 1 of 1" in get(browser, f"review/?at={at}")
