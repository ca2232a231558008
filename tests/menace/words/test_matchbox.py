"""The drawing of a matchbox."""

from itertools import combinations
from math import dist

import pytest

from games.menace.machine import fresh_machine, place_of
from games.menace.words.matchbox import MAX_DRAWN, Box, beads_of, box_of
from tests.support.boards import board


def box(rows: str, **drawn: int) -> Box:
    """Return the fresh box for a position."""
    position = board(rows)
    return box_of(position, fresh_machine().boxes[place_of(position).box], **drawn)


def labels(box: Box) -> list[str]:
    return [square.label for square in box.squares]


class TestSquares:
    def test_squares_that_mirror_each_other_share_one_heap(self):
        assert labels(box("___ ___ ___")) == [
            *("Top left, 4 beads", "Top middle, 4 beads", "Top right, empty"),
            *("Middle left, empty", "Centre, 4 beads", "Middle right, empty"),
            *("Bottom left, empty", "Bottom middle, empty", "Bottom right, empty"),
        ]

    def test_marks_are_where_they_are_on_the_board(self):
        shown = box("O__ _X_ ___")
        assert labels(shown)[0] == "Top left, O"
        assert [square.mark for square in shown.squares] == ["O", "", "", "", "X", "", "", "", ""]
        assert (shown.cells, shown.empty) == ("O___X____", False)
        assert box_of(board("___ ___ ___"), (0, 0, 0)).empty

    def test_the_drawn_square_is_marked_and_labelled(self):
        shown = box("___ ___ ___", drawn=4)
        assert labels(shown)[4] == "Centre, 4 beads, drawn"
        assert [square.drawn for square in shown.squares] == [cell == 4 for cell in range(9)]

    def test_after_a_game_the_changed_beads_are_marked_instead_of_the_square(self):
        shown = box("___ ___ ___", drawn=4, learnt=3)
        assert [bead.look for bead in shown.squares[4].beads] == ["", "added", "added", "added"]
        assert [square.change for square in shown.squares] == [*[""] * 4, "+3", *[""] * 4]
        assert not shown.squares[4].drawn


class TestBeads:
    @pytest.mark.parametrize(
        ("count", "learnt", "looks"),
        [
            *((0, 0, ""), (3, 0, "..."), (0, -1, "t"), (3, -1, "...t"), (4, 3, ".aaa"), (1, 3, "a")),
            *((16, 0, "." * 16), (16, -1, ".t"), (17, 0, "."), (81, 3, "a"), (81, -1, ".t")),
        ],
    )
    def test_above_sixteen_one_bead_represents_all(self, count: int, learnt: int, looks: str):
        assert "".join(bead.look[:1] or "." for bead in beads_of(count, learnt)) == looks

    def test_beads_do_not_overlap_or_leave_their_square(self):
        for count in range(1, MAX_DRAWN + 1):
            beads = beads_of(count)
            assert all(8 <= bead.x <= 92 and 3 <= bead.y <= 88 for bead in beads), count
            assert all(dist((a.x, a.y), (b.x, b.y)) > 15 for a, b in combinations(beads, 2)), count
