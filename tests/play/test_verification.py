"""The check of stored games detects tampering."""

import pytest

from games.play.models import Game, Move
from games.play.verification import problems_of
from tests.support.games import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def won(game) -> None:
    play(game, "5 4 7 3 1 6 9")


def problems() -> list[str]:
    return problems_of(Game.objects.get())


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
        ({"record": "4362"}, "it has ('X', 'line') stored, but the game on its board is not over"),
    ],
)
@pytest.mark.usefixtures("won")
def test_a_tampered_game_is_found(changes, problem):
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
@pytest.mark.usefixtures("won")
def test_a_tampered_move_is_found(changes, problem):
    Move.objects.filter(ply=7).update(**changes)
    assert problem in problems()


@pytest.mark.usefixtures("game")
def test_an_unknown_ending_is_no_problem():
    Game.objects.update(status="finished", ended="nonsense")
    assert problems() == []
