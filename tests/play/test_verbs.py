"""Parsing the data of a form or a frame into a move."""

import pytest
from django.utils import timezone

from games.play.verbs import move_of, perform
from games.site.refusals import Refused


@pytest.mark.parametrize(
    ("data", "move"),
    [({"cell": "4"}, "4"), ({"cell": 4}, "4"), ({"cell": "4", "write": "O"}, "4O"), ({"cell": 4, "write": "X"}, "4X")],
)
def test_a_move_is_the_pressed_square_and_the_chosen_mark(data, move):
    assert move_of(data) == move


@pytest.mark.parametrize("data", [{}, {"write": "X"}, {"cell": None}, {"cell": True}, {"cell": "4", "write": 1}])
def test_data_without_a_valid_square_is_refused(data):
    with pytest.raises(Refused):
        move_of(data)


@pytest.mark.parametrize("variant", ["chess", 7, ["wild"], {"wild": 1}])
def test_a_rematch_of_an_unknown_game_is_refused(variant):
    with pytest.raises(Refused):
        perform("rematch", code="", player=None, data={"variant": variant}, received_at=timezone.now())
