"""One line of a list of games."""

from datetime import timedelta

import pytest
from django.utils.formats import date_format

from games.engine.position import Mark
from games.play import services
from games.play.models import Game
from games.play.selectors.games import games_with_seats
from games.play.selectors.results import Record, Total
from games.play.words.game_list import lines_of, row
from tests.support.games import play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=59), "59 minutes ago"),
        (timedelta(hours=23), "23 hours ago"),
        (timedelta(days=30), "30 days ago"),
        (timedelta(days=31), None),
    ],
)
def test_a_line_says_how_long_ago_a_game_was_played_and_after_a_month_on_which_day(ada, game, ago, words, still):
    played = still - ago
    Game.objects.update(changed_at=played)
    assert row(games_with_seats().get(), ada).detail == f"You’re X. Last played {words or date_format(played)}"


@pytest.mark.parametrize(
    ("squares", "words"),
    [("1 4 2 5 3", "You won as X"), ("1 4 2 5 9 6", "You lost as X"), ("1 2 3 5 4 6 8 7 9", "A draw as X")],
)
def test_a_line_says_how_and_when_a_game_ended(ada, game, squares, words):
    play(game, squares)
    assert row(games_with_seats().get(), ada).detail == f"{words} · just now"


def test_a_line_says_if_the_player_resigned(ada, ben, game):
    services.resign(code=game.code, player=ben)
    assert row(games_with_seats().get(), ben).detail == "You gave up as O · just now"
    assert row(games_with_seats().get(), ada).detail == "You won as X · just now"


def test_on_one_screen_a_line_says_which_mark_won(ada):
    code = services.start_one_screen(player=ada).code
    play(Game.objects.get(code=code), "1 4 2 5 3")
    assert row(games_with_seats().get(), ada).detail == "X won · just now"


def test_the_line_of_an_open_rematch_offer_names_its_author(ada, ben, game):
    play(game, "1 4 2 5 3")
    services.rematch(code=game.code, player=ada)
    asked, wanted = (row(games_with_seats().get(), who) for who in (ada, ben))
    assert (asked.detail, asked.for_player) == ("You asked Ben for a rematch…", False)
    assert (wanted.detail, wanted.for_player) == ("Ada would like a rematch.", True)


def test_a_total_has_a_line_for_each_side_played():
    won, lost = Record(won=2, drawn=0, lost=0, helped=1), Record(won=0, drawn=1, lost=1, mistakes=3)
    results = {"won": 2, "drawn": 1, "lost": 1, "helped": 1, "mistakes": 3}
    one = Total(**results, variant="misere", key="hard", name="", sides={Mark.X: won, Mark.O: lost})
    other = Total(
        won=0, drawn=0, lost=1, variant="notakto", key="easy", name="", sides={Mark.X: lost, Mark.O: Record(0, 0, 0)}
    )
    lines = lines_of([one, other])
    assert [[(line.opponent, line.about) for line in some] for some in lines] == [
        [("Hard", "Don’t make three"), ("", "As X"), ("", "As O")],
        [("Easy", "Only X"), ("", "As 1st")],
    ]
    assert [number for _heading, number in lines[0][0].cells] == ["5", "2", "1", "1", "1", "0.6"]
    assert dict(lines[0][0].cells)["Won with hints"] == "1"
    assert "Won with hints" not in dict(lines_of([other])[0][0].cells)
