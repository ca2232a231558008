"""The matchbox machine."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from games.engine.classic import CLASSIC
from games.engine.policies import Opponent
from games.engine.position import Mark, Move, Position, positions_after
from games.engine.robots import robot
from games.engine.symmetry import equal_moves
from games.menace.machine import (
    BadMachine,
    Losses,
    Machine,
    boxes,
    fresh_machine,
    learn,
    place_of,
    play,
    read,
    train,
    write,
)
from games.menace.words.menace import BEGINNER
from tests.support.boards import board, every_position

FRESH = fresh_machine()
best = CLASSIC.solver.keeping_moves
WITH_A_CHOICE = [
    position
    for position in every_position()
    if not position.outcome and position.turn is Mark.X and len(position.legal_moves) > 1
]


def filled(machine: Machine, rows: str, heaps: tuple[int, ...]) -> Machine:
    """Return the machine with these beads in the box for a position."""
    box = place_of(board(rows)).box
    return replace(machine, boxes=(*machine.boxes[:box], heaps, *machine.boxes[box + 1 :]))


class TestBoxes:
    def test_are_304(self):
        assert Counter(box.ply for box in boxes()) == {0: 1, 2: 12, 4: 108, 6: 183}

    def test_cover_every_position_in_which_x_has_a_choice(self):
        assert {place_of(position).box for position in WITH_A_CHOICE} == set(range(304))
        for position in set(every_position()) - set(WITH_A_CHOICE):
            assert place_of(position) is None

    def test_have_a_heap_for_each_square_up_to_symmetry(self):
        assert place_of(CLASSIC.start).moves == (0, 1, 4)
        for position in WITH_A_CHOICE:
            assert set(place_of(position).moves) == {group[0] for group in equal_moves(CLASSIC, position)}


class TestBeads:
    def test_are_four_three_two_one_at_first(self):
        assert FRESH.beads(board("___ ___ ___")) == {0: 4, 1: 4, 4: 4}
        assert FRESH.beads(board("X__ _O_ ___")) == {1: 3, 2: 3, 5: 3, 8: 3}
        assert FRESH.beads(board("XOX OXO ___")) == {6: 1, 7: 1}

    def test_are_shared_by_equal_positions(self):
        machine = filled(FRESH, "X__ _O_ ___", (7, 0, 5, 6))
        assert machine.beads(board("X__ _O_ ___")) == {1: 7, 2: 0, 5: 5, 8: 6}
        assert machine.beads(board("__X _O_ ___")) == {0: 0, 1: 7, 3: 5, 6: 6}

    def test_are_drawn_in_proportion_to_their_number(self):
        machine = filled(FRESH, "___ ___ ___", (1, 0, 3))
        drawn = Counter(machine.draw(CLASSIC.start, Random(number)) for number in range(2000))
        assert set(drawn) == {0, 4}
        assert drawn[4] == pytest.approx(1500, abs=100)

    def test_are_drawn_from_the_first_box_until_it_is_empty_and_the_machine_gives_up(self):
        empty = filled(FRESH, "___ ___ ___", (0, 0, 0))
        assert (FRESH.gives_up, empty.gives_up, empty.draw(CLASSIC.start, Random(1))) == (False, True, None)


class TestLearning:
    @pytest.mark.parametrize(
        ("moves", "beads"),
        [((0, 4, 8, 2, 6, 3, 7), [7, 6, 5, 4]), ((0, 4, 8, 1, 7, 6, 2, 5, 3), [5, 4, 3, 2]), ((0, 4, 8, 2), [3, 2])],
    )
    def test_adds_three_beads_for_a_win_one_for_a_draw_and_takes_one_for_a_loss(self, moves, beads):
        lesson = learn(FRESH, moves)  # in the draw, the last square has no box
        assert [before for _box, before in lesson.drawn] == [4, 3, 2, 1][: len(beads)]
        assert sum(map(sum, lesson.machine.boxes)) == sum(map(sum, FRESH.boxes)) + len(beads) * (beads[0] - 4)
        for (box, before), position, move, after in zip(
            lesson.drawn, positions_after(CLASSIC.start, moves)[::2], moves[::2], beads, strict=False
        ):
            assert place_of(position).box == box
            assert FRESH.beads(position)[move] == before
            assert lesson.machine.beads(position)[move] == after

    def test_changes_the_heap_of_a_symmetric_move(self):
        lesson = learn(FRESH, (8, 4))
        assert (lesson.drawn, lesson.machine.beads(CLASSIC.start)) == (((0, 4),), {0: 3, 1: 4, 4: 4})

    def test_takes_nothing_from_an_empty_heap(self):
        lesson = learn(filled(FRESH, "___ ___ ___", (0, 4, 4)), (0, 4))
        assert (lesson.drawn, lesson.machine.beads(CLASSIC.start)) == (((0, 0),), {0: 0, 1: 4, 4: 4})


class TestPlaying:
    def test_resigns_at_an_empty_box(self):
        machine = filled(filled(FRESH, "___ ___ ___", (0, 0, 1)), "O__ _X_ ___", (0, 0, 0, 0))
        assert play(machine, Opponent("first", lambda at: at.legal_moves[:1]), Random(1)) == (4, 0)

    def test_training_builds_on_earlier_games(self):
        lessons = list(islice(train(FRESH, robot("wb"), Random(3)), 5))
        machine = FRESH
        for lesson in lessons:
            assert lesson == learn(machine, lesson.moves)
            machine = lesson.machine


Answers = Callable[[Position], Iterable[Move]]


def loses(machine: Machine, answers: Answers, position: Position = CLASSIC.start) -> Fraction:
    """Return the probability that the machine loses from this position against equally likely answers."""
    if position.outcome:
        return Fraction(position.outcome.winner is Mark.O)
    mine = position.turn is Mark.X
    weights = machine.beads(position) if mine else dict.fromkeys(answers(position), 1)
    chances = [weight * loses(machine, answers, position.play(move)) for move, weight in weights.items() if weight]
    return sum(chances) / sum(weights.values()) if chances else Fraction(1)


class TestLosses:
    def test_of_a_fresh_machine_are_known(self):
        assert FRESH.losses() == Losses(loses(FRESH, best), Fraction(1549447, 5806080), Fraction(859, 945))

    def test_are_exact_after_games(self):
        machine = next(islice(train(FRESH, CLASSIC.opponents["hard"], Random(7)), 200, None)).machine
        found = machine.losses()
        random = loses(machine, lambda position: position.legal_moves)
        assert (found.perfect, found.random) == (loses(machine, best), random)
        assert found.exploiter > max(found.perfect, found.random)

    def test_are_certain_for_a_machine_that_resigns_immediately(self):
        assert filled(FRESH, "___ ___ ___", (0, 0, 0)).losses() == Losses(1, 1, 1)


@pytest.mark.slow
def test_machines_taught_as_the_page_recommends_survive_and_improve():
    ends = []
    for number in range(100):
        random, machine = Random(number), FRESH
        for teacher, games in ((BEGINNER, 200), ("hard", 300)):
            for lesson in islice(train(machine, CLASSIC.opponent(teacher), random), games):
                machine = lesson.machine
                assert not machine.gives_up
        ends.append(machine.losses().perfect)
    assert sum(perfect < Fraction(1, 10) for perfect in ends) >= 90


class TestText:
    def test_is_parsed_as_it_is_written(self):
        machine = next(islice(train(FRESH, CLASSIC.opponents["easy"], Random(5)), 300, None)).machine
        assert read(write(machine)) == machine
        assert len(write(machine)) < 8000

    def test_has_the_boxes_that_have_changed(self):
        assert write(FRESH) == "{}"
        assert write(learn(FRESH, (0, 4)).machine) == '{"_________":[3,4,4]}'
        [name] = json.loads(write(filled(FRESH, "X__ _O_ ___", (9, 9, 9, 9))))
        assert name == boxes()[place_of(board("X__ _O_ ___")).box].text

    @pytest.mark.parametrize(
        "text",
        [
            *("", "[]", "[" * 100_000, '{"_________":' + "9" * 5000 + "}", '{"X________":[1,1,1]}'),
            *('{"_________":[1,1]}', '{"_________":[1,1,-1]}', '{"_________":[1,1,true]}', '{"_________":null}'),
        ],
    )
    def test_that_describes_no_machine_is_refused(self, text):
        with pytest.raises(BadMachine):
            read(text)
