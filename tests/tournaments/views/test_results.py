"""The lasting pages of a tournament: the standings, its games, and common mistakes."""

import re

import pytest
from django.test import Client

from games.tournaments.models import Entrant, Tournament
from games.tournaments.views import results
from tests.support import tournaments as play
from tests.support.browsers import words
from tests.support.games import play as moves
from tests.support.played import add_ending, end, played

pytestmark = pytest.mark.django_db


def get(client: Client, path: str) -> str:
    answer = client.get(f"/t/{Tournament.objects.get().code}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


class TestTable:
    @pytest.mark.parametrize(
        ("keep", "kept"), [(False, "Names are deleted 30 days after the end."), (True, "Names are kept")]
    )
    def test_it_has_places_points_wins_and_mistakes(self, client, keep, kept):
        played(title="Class 4b", keep_names=keep)
        page = words(get(client, "results/"))
        assert "Place Name Points as tally marks Points Won Drawn Lost Mistakes" in page
        assert "1 Ada 4 2 0 0 0 1 Cem 4 2 0 0 0 3 Ben 0 0 0 2 1 3 Dan 0 0 0 2 1" in page
        assert kept in page

    def test_during_the_tournament_it_shows_the_current_standings(self, client):
        play.tournament("Ada", "Ben")
        page = get(client, "results/")
        assert "The tournament is still going on." in page
        assert "/review/" not in page


class TestFile:
    def test_it_has_the_same_standings_in_utf_8_with_a_byte_order_mark_and_without_formulas(self, client):
        made = played()
        Entrant.objects.filter(name="Dan").update(name="=Dan")
        answer = client.get(f"/t/{made.code}/results.csv")
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert answer["Content-Disposition"] == f'attachment; filename="tournament-{made.code}.csv"'
        assert answer.content.decode().splitlines() == [
            "\ufeffplace,name,points,won,drawn,lost,mistakes",
            "1,Ada,4,2,0,0,0",
            "1,Cem,4,2,0,0,0",
            "3,Ben,0,0,0,2,1",
            "3,'=Dan,0,0,0,2,1",
        ]


class TestGames:
    def test_each_has_a_link_to_its_review(self, client):
        played()
        page = get(client, "games/")
        assert "Ada – Ben Ada won Review" in words(page)
        links = re.findall(r'href="(/g/\w+/\?ply=0)"', page)
        assert len(links) == 4
        assert client.get(links[0]).status_code == 200

    def test_draws_and_games_that_do_not_count_are_named(self, client):
        play.playing("Ada Ben")
        play.resign_at_once("Ada")
        play.settle()
        moves(play.game_of("Ada"), "1 2 3 5 4 6 8 7 9")
        page = words(get(client, "games/"))
        assert "Ada – Ben Does not count" in page
        assert "Ben – Ada a draw" in page

    def test_many_games_are_split_into_pages(self, client, monkeypatch):
        monkeypatch.setattr(results, "GAMES_ON_A_PAGE", 3)
        played()
        assert "Page 1 of 2" in words(get(client, "games/"))
        assert len(re.findall(r'href="/g/', get(client, "games/?page=2"))) == 1


class TestClassReview:
    def test_the_answer_is_hidden_until_it_is_requested(self, client):
        played()
        hidden, shown = get(client, "review/"), get(client, "review/?at=1&answer")
        assert "2 of 2 threw away the draw here." in words(hidden)
        for invalid in ("0", "2", "x"):
            assert "Class review · 1 of 1" in get(client, f"review/?at={invalid}")
        assert ("The answer" in hidden.replace("The answer stays", ""), "The answer: centre." in shown) == (False, True)

    def test_it_names_nobody(self, client):
        made = played()
        pages = [get(client, "review/?answer"), client.get(f"/p/{made.code}/").content.decode()]
        for name in ("Ada", "Ben", "Cem", "Dan"):
            assert not [page for page in pages if re.search(rf"\b{name}\b", page)]

    def test_its_puzzles_are_open_to_everyone(self, client):
        made = played()
        page = client.get(f"/p/{made.code}/").content.decode()
        addresses = dict.fromkeys(re.findall(r'href="(/practice/\d+/[^"]*)"', page.replace("&amp;", "&")))
        assert 2 <= len(addresses) <= 5
        for place, address in enumerate(addresses, start=1):
            assert f"Puzzle {place} of {len(addresses)}" in words(client.get(address).content.decode())

    def test_it_does_not_open_before_the_end(self, client):
        play.playing("Ada Ben")
        page = get(client, "review/?answer")
        assert "opens once the tournament is over" in page
        assert 'class="board' not in page
        assert client.get(f"/p/{play.current_state().code}/").status_code == 404

    def test_until_the_ending_is_stored_the_page_says_so_and_reloads(self, client):
        made = played()
        Tournament.objects.update(ending=None)
        page = get(client, "review/")
        assert "The class review is being put together." in page
        assert '<meta http-equiv="refresh" content="3">' in page
        assert client.get(f"/p/{made.code}/")["Location"] == f"/t/{made.code}/review/"
        wall = get(client, "wall/")
        assert ('data-face="over"' in wall, "Practise it" in wall) == (True, False)
        add_ending()
        assert "http-equiv" not in get(client, "review/").replace("<noscript><meta", "")
        assert 'data-face="over-missed"' in get(client, "wall/")

    def test_after_a_tournament_without_games_it_says_that_there_were_no_common_mistakes(self, client):
        play.tournament("Ada", "Ben")
        end()
        assert "No position tripped up more than one person." in get(client, "review/")
