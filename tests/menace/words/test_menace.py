"""The text on the page of a matchbox machine. Nothing is stored."""

import pytest

from games.menace.models import Menace, MenaceGame
from games.menace.words.menace import MachinePage


def page(record: str = "", *, house: bool = False, asked: int | None = None, of: dict | None = None, **game: object):
    """Return the page of a machine with these values and a game with these moves."""
    return MachinePage(house, Menace(**of or {}), MenaceGame(record=record, **game), asked)


class TestInPlay:
    @pytest.mark.parametrize(
        ("beads", "said"),
        [
            ([4, 4, 4], "It drew a bead for centre: that square had 4 of the 12 in the box. Your turn."),
            ([0, 0, 1], "It drew the only bead, for centre. Your turn."),
        ],
    )
    def test_it_says_which_bead_it_drew_from_how_many(self, beads, said):
        assert page("4", boxes=[beads]).said == said

    def test_the_box_is_the_one_it_drew_from_and_empty_squares_can_be_pressed(self):
        shown = page("4", boxes=[[4, 4, 4]])
        assert [square.label for square in shown.box.squares if square.drawn] == ["Centre, 4 beads, drawn"]
        assert shown.caption == "It drew a bead from the highlighted square."
        assert (shown.board.field, shown.board.turn, shown.may_begin) == ("cell", "O", False)
        assert [square.cell for square in shown.board.squares if square.closed] == [4]


class TestFinished:
    @pytest.mark.parametrize(
        ("record", "winner", "said", "heading", "lesson"),
        [
            ("03142", "X", "It marked top right. The machine wins.", "Game 7: it won.", "Three beads go into"),
            ("031485", "O", "You win!", "Game 7: it lost.", "One bead comes out of"),
            ("02", "O", "No beads left: it gives up. You win!", "Game 7: it gave up.", "One bead comes out of"),
            ("048712635", "", "It marked middle right. Draw. Good game.", "Game 7: a draw.", "One bead goes into"),
        ],
    )
    def test_the_result_is_described_for_both_sides(self, record, winner, said, heading, lesson):
        shown = page(record, number=7, winner=winner)
        assert (shown.said, shown.heading) == (said, heading)
        assert shown.lesson.startswith(lesson)

    def test_after_teaching_the_player_is_not_congratulated(self):
        shown = page("031485", number=30, winner="O", teacher="medium", results=[5, 10, 15])
        assert shown.said == ""
        assert shown.lessons == "Medium taught it over 30 games: 5 won, 10 drawn, 15 lost."


class TestSteps:
    @pytest.mark.parametrize(
        ("winner", "before", "after", "change"),
        [("X", 4, 7, "+3"), ("", 4, 5, "+1"), ("O", 4, 3, "\u22121"), ("O", 0, 0, "0")],
    )
    def test_each_step_shows_the_beads_added_and_removed(self, winner, before, after, change):
        (step,) = page("4", number=1, winner=winner, boxes=[[4, 4, after]], before=[before]).steps
        looks = ["taken"] * (after < before) + ["added"] * (after - before)
        assert (step["change"], [bead.look for bead in step["beads"] if bead.look]) == (change, looks)


class TestTotals:
    def test_before_and_after_the_first_games(self):
        assert page().totals == "It has not played yet: every box holds the beads it started with."
        assert page(of={"won": 1, "lost": 2}).totals == "It has learnt from 3 games: 1 won, 0 drawn, 2 lost."

    def test_earlier_generations_are_mentioned(self):
        assert page(of={"won": 1}).generations == ""
        text = page(of={"won": 1, "generation": 2, "earlier_games": 99}).generations
        assert text == "It has run out of beads and started over once: 100 games in all."

    def test_only_the_houses_machine_plays_on_without_beads(self):
        empty = {"beads": '{"_________":[0,0,0]}'}
        assert not page(of=empty).may_begin
        assert page(of=empty).end.startswith("It has died: no bead is left in its first box")
        assert page(of=empty, house=True).may_begin
        assert page(of=empty, house=True).end.endswith("It will start over with the next game.")
        assert page().end == ""
