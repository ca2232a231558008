"""A board as drawn."""

from dataclasses import replace

from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from games.play.words.board import Square, room_board, series_board
from games.play.words.pov import Pov
from tests.support.states import ADA, BEN, EVE, RESIGNED, WON, WON_BY_O, seen_by, state


def test_only_the_side_to_move_may_play_and_only_empty_squares():
    hers, his, theirs = (room_board(seen_by(who, state("5"))) for who in (ADA, BEN, EVE))
    assert [square.cell for square in his.squares if square.closed] == [4]
    assert (hers.closed, his.closed, theirs.closed) == (True, False, True)


def test_a_press_is_drawn_in_the_ink_of_the_side_to_move_and_sends_the_move():
    board, without_buttons = room_board(seen_by(BEN, state("5"))), series_board(Pov(state("5 1")))
    assert (board.turn, board.field, [square.value for square in board.squares]) == ("O", "cell", list("012345678"))
    assert (without_buttons.field, without_buttons.closed) == ("", False)


def test_squares_are_labelled_with_their_content():
    labels = [square.label for square in room_board(seen_by(ADA, state("5 1"))).squares]
    assert (labels[0], labels[4], labels[8]) == ("Top left, O, last move", "Centre, X", "Bottom right, empty")


def test_the_winning_line_has_the_name_of_its_drawing_and_its_squares_are_labelled():
    won = room_board(seen_by(ADA, state("1 4 2 5 3", **WON)))
    assert (won.line, won.ink) == ("1-2-3", "X")
    labels = [square.label for square in won.squares]
    assert labels[:2] == ["Top left, X, winning line", "Top middle, X, winning line"]
    assert labels[2:4] == ["Top right, X, last move, winning line", "Middle left, O"]
    assert room_board(seen_by(ADA, state("1", **RESIGNED))).line == ""


def test_a_losing_line_is_in_neither_ink():
    lost = room_board(seen_by(ADA, state("1 4 2 5 3", variant=MISERE, **WON_BY_O)))
    assert (lost.line, lost.ink, lost.squares[0].label) == ("1-2-3", "", "Top left, X, losing line")
    lost = room_board(seen_by(ADA, state("1 2 3", variant=NOTAKTO, **WON_BY_O)))
    assert (lost.line, lost.ink, [square.mark for square in lost.squares[:3]]) == ("1-2-3", "", ["X", "H", "X"])


def test_if_both_sides_write_x_a_square_is_labelled_x():
    board = room_board(seen_by(ADA, state("1 2", variant=NOTAKTO)))
    assert [square.label for square in board.squares[:2]] == ["Top left, X", "Top middle, X, last move"]
    his = room_board(seen_by(BEN, state("1", variant=NOTAKTO)))
    assert (board.turn, his.turn) == ("X", "H")


def test_the_winner_in_a_square_is_drawn_not_written():
    drawn = Square(0, "", "", worth="O wins in 2", winner="O").worth_drawn
    assert drawn == '<svg><use href="#O-0"/></svg> wins in 2'
    assert Square(0, "", "", worth="draw").worth_drawn == "draw"
    assert Square(0, "", "", worth="1st wins in 2", winner="X").worth_drawn == "1st wins in 2"


class TestNextToDisappear:
    """X has marked 1, 2 and 4 in this order, O 6, 8 and 9."""

    SIX = state("1 6 2 8 4 9", variant=VANISHING)

    def test_everyone_sees_the_oldest_mark_of_the_side_to_move(self):
        for who in (ADA, BEN, EVE):
            squares = room_board(seen_by(who, self.SIX)).squares
            assert [square.cell for square in squares if square.look == "going"] == [0]
            assert squares[0].label == "Top left, X, disappears next"
        assert room_board(seen_by(ADA, self.SIX)).squares[0].closed

    def test_the_ages_of_all_other_marks_are_numbered_and_labelled(self):
        squares = room_board(seen_by(EVE, self.SIX)).squares
        assert [square.age for square in squares] == [1, 2, 0, 3, 0, 1, 0, 2, 3]
        assert [squares[cell].label for cell in (1, 3, 5, 7, 8)] == [
            "Top middle, X, second oldest",
            "Middle left, X, newest",
            "Middle right, O, oldest",
            "Bottom middle, O, second oldest",
            "Bottom right, O, last move",
        ]

    def test_ages_and_disappearance_begin_with_the_second_and_the_fourth_mark_and_end_with_the_game(self):
        over = replace(self.SIX, **RESIGNED)
        for shown in (state("1 6", VANISHING), state("1 6 2 8 3", VANISHING), over):
            assert not any(square.age for square in room_board(seen_by(ADA, shown)).squares)
        for shown in (state("1 6 2 8 4", VANISHING), over):
            assert "going" not in [square.look for square in room_board(seen_by(ADA, shown)).squares]

    def test_a_vacated_square_counts_as_never_marked(self):
        squares = room_board(seen_by(BEN, state("1 6 2 8 4 9 5", variant=VANISHING))).squares
        assert [square.move for square in squares] == [0, 3, 0, 5, 7, 2, 0, 4, 6]


class TestChoice:
    def test_a_player_chooses_the_mark_and_a_press_sends_only_the_square(self):
        board = room_board(seen_by(ADA, state("5O", variant=WILD)))
        assert (board.choices, board.chosen) == (("X", "O"), "X")
        assert [square.value for square in board.squares] == list("012345678")

    def test_a_chosen_mark_stays_chosen_and_is_what_a_press_draws(self):
        board = room_board(replace(seen_by(ADA, state(variant=WILD)), write="O"))
        assert (board.chosen, board.turn) == ("O", "O")

    def test_both_players_have_a_choice_during_a_game_that_offers_one(self):
        during, over = state(variant=WILD), state("1X 4X 2X 5X 3X", variant=WILD, **WON)
        assert [bool(room_board(seen_by(who, during)).choices) for who in (ADA, BEN, EVE)] == [True, True, False]
        assert room_board(seen_by(ADA, over)).choices == room_board(seen_by(ADA, state())).choices == ()
