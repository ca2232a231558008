"""The check of stored games finds any tampering."""

import pytest

from games.engine.position import Mark
from games.play import services
from games.play.models import Game, Move
from games.play.verification import problems_of
from tests.support.games import friends, play, player, take_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    game = friends(x=player(), o=player())
    play(game, "5 4 7 3 1 6 9")
    return Game.objects.get(pk=game.pk)


def problems() -> list[str]:
    return problems_of(Game.objects.get())


def test_games_stored_by_services_are_valid():
    ada, ben = player(), player()
    game = friends(x=ada, o=ben)
    play(game, "5 1")
    take_back(code=game.code, player=ada)
    services.allow(code=game.code, player=ben)
    play(game, "1 5")
    services.resign(code=game.code, player=ada)
    services.invite(player=ada, side=None)
    services.start_against_computer(player=ada, opponent="easy", side=Mark.O)
    services.start_one_screen(player=ada, start="X________")
    services.start_series(player=ada, x="easy", o="hard", count=20)
    assert [found for one in Game.objects.all() for found in problems_of(one)] == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"winner": "O"}, "its board says ('X', 'line'), but it has ('O', 'line') stored"),
        ({"ended": "resigned"}, "its board says ('X', 'line'), but it has ('X', 'resigned') stored"),
        ({"record": "436205"}, "the rows of its moves differ from its record"),
        ({"record": "4362050"}, "move 7 is illegal: taken"),
        ({"record": "436205x"}, "move 7 is illegal: not a square"),
        ({"start": "XXX______"}, "it starts from an impossible position: counts"),
        ({"x_mistakes": 5}, "its verdicts differ from its moves"),
        ({"thrown_away": True}, "its verdicts differ from its moves"),
    ],
)
def test_a_tampered_game_is_found(game, changes, problem):
    Game.objects.update(**changes)
    assert problem in problems()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"mark": "O"}, "move 7 has the wrong mark"),
        ({"ply": 9}, "move 7 has the number 9"),
        ({"text": "7"}, "the rows of its moves differ from its record"),
    ],
)
def test_a_tampered_row_is_found(game, changes, problem):
    Move.objects.filter(ply=7).update(**changes)
    assert problem in problems()


def test_an_end_that_contradicts_the_board(game):
    Game.objects.update(record="4362")
    assert "it has ('X', 'line') stored, but the game on its board is not over" in problems()


def test_an_unknown_end_is_no_error():
    friends(x=player(), o=player())
    Game.objects.update(status="finished", ended="nonsense")
    assert problems() == []
