"""A board as drawn."""

from games.show.board import room_board, series_board
from games.show.pov import Pov
from tests.show.test_pov import ADA, BEN, EVE, RESIGNED, WON, seen_by, state


def test_only_the_side_to_move_may_play_and_only_empty_squares():
    hers, his, theirs = (room_board(seen_by(who, state("5"))) for who in (ADA, BEN, EVE))
    assert [square.cell for square in his.squares if square.closed] == [4]
    assert (hers.closed, his.closed, theirs.closed) == (True, False, True)


def test_a_press_is_drawn_in_the_ink_of_the_side_to_move_and_sends_the_move():
    board = room_board(seen_by(BEN, state("5")))
    assert (board.turn, board.field, [square.value for square in board.squares]) == ("O", "cell", list("012345678"))


def test_the_board_of_a_series_is_there_to_look_at():
    board = series_board(Pov(state("5 1")))
    assert (board.field, board.closed, len(board.squares), board.columns) == ("", False, 9, 3)


def test_squares_are_named_with_what_is_on_them():
    labels = [square.label for square in room_board(seen_by(ADA, state("5 1"))).squares]
    assert labels[0] == "Top left, O, last move"
    assert labels[4] == "Centre, X"
    assert labels[8] == "Bottom right, empty"


def test_the_winning_line_is_named_as_in_the_drawings():
    pov = seen_by(ADA, state("1 4 2 5 3", **WON))
    assert room_board(pov).line == "1-2-3"
    assert room_board(pov).ink == "X"
    assert room_board(seen_by(ADA, state("1", **RESIGNED))).line == ""
