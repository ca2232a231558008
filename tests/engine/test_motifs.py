"""The motif of a position."""

from functools import cache

import pytest

from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.misere import MISERE
from games.engine.motifs import Motif, motif_of
from games.engine.nine import complete_lines, free, with_mark
from games.engine.position import Move, Position
from games.engine.solver import Value
from games.engine.vanishing import VANISHING, VanishingPosition
from games.engine.variant import Symmetry, Variant
from tests.support.boards import SOLVED, board, every_position
from tests.support.truth import Truth

# Building the graph of Vanishing takes two seconds.
EVERY = [pytest.param(one, marks=pytest.mark.slow) if one is VANISHING else one for one in SOLVED.values()]


@pytest.mark.parametrize(
    ("rows", "motif"),
    [
        ("XX_ OO_ ___", Motif.LINE),
        ("XOX ___ __O", Motif.FORK),
        ("X__ _O_ O_X", Motif.BLOCK_AND_THREATEN),
        ("XX_ _O_ ___", Motif.BLOCK),
        ("XO_ ___ ___", Motif.TEMPO),
        ("X__ _O_ __X", Motif.TEMPO),
        ("X__ ___ ___", Motif.DRAW),
        ("___ ___ ___", Motif.DRAW),
        ("X_X _O_ O_X", None),
    ],
)  # fmt: skip
def test_positions_of_the_classic_game_have_their_motif(rows, motif):
    assert motif_of(CLASSIC, board(rows)) is motif


def test_where_a_line_loses_there_are_no_threats():
    motifs = {motif_of(MISERE, exercise.position) for exercise in exercises(MISERE)}
    assert motifs == {Motif.SYMMETRY, Motif.ZUGZWANG, Motif.WIN, Motif.DRAW}


@pytest.mark.parametrize("variant", EVERY, ids=repr)
def test_each_motif_is_true_by_the_rules_alone(variant):
    """The check uses no solver, and tests zugzwang by letting the other side move instead."""
    for exercise in exercises(variant):
        motif = motif_of(variant, exercise.position)
        for move in exercise.answers:
            assert TRUE[motif](variant, exercise.position.play(move)), (motif, exercise.position.text)


def wins(position: Position) -> set[Move]:
    """Return the moves with which the side to move wins immediately."""
    after = {move: position.play(move).outcome for move in position.legal_moves}
    return {move for move, end in after.items() if end and end.winner is position.turn}


def stopping_answers(after: Position) -> list[Move]:
    """Return the answers after which the side that has moved cannot win immediately."""
    return [move for move in after.legal_moves if not after.play(move).outcome and not wins(after.play(move))]


def threatens(variant: Variant, after: Position) -> bool:
    """Return whether the other side must answer on one square or lose."""
    return len({variant.square(move) for move in stopping_answers(after)}) <= 1


def lost(variant: Variant, position: Position) -> bool:
    return Truth(variant, position).best[0] == -1


def mirrors(variant: Variant, after: Position) -> bool:
    """Return whether the side that has moved keeps the value by mirroring every further move."""
    before = Truth(variant, after).best[0]

    def holds(symmetry: Symmetry, position: Position) -> bool:
        end = position.outcome
        if end:
            reached = 0 if end.winner is None else 1 if end.winner is after.turn else -1
            return reached <= before
        if position.turn is not after.turn:
            return False
        for move in position.legal_moves:
            following = position.play(move)
            if following.outcome:
                if not holds(symmetry, following):
                    return False
            elif symmetry.move(move) not in following.legal_moves or not holds(
                symmetry, following.play(symmetry.move(move))
            ):
                return False
        return True

    return len(variant.moves_by_square(after)) >= 4 and any(holds(one, after) for one in variant.symmetries[1:])


def saved_by_passing(variant: Variant, after: Position) -> bool:
    """Return whether the side to move is lost, and would not be lost if the other side had to move instead."""
    if variant is VANISHING:
        passed = VanishingPosition(after.others, after.own, after.turn.other)
        return lost(variant, after) and Truth(variant, passed).best[0] < 1
    if variant is MISERE:
        return misere(after.cells, after.turn) == -1 and misere(after.cells, after.turn.other) < 1
    return lost(variant, after)  # both sides have the same moves, so the other side would be lost too


@cache
def misere(cells: str, turn: str) -> int:
    """Return the value of a board to the side to move, whatever the number of marks."""
    other = "XO".replace(turn, "")
    if any(complete_lines(cells)):
        return 1  # the other side has completed a line, which loses
    return max((-misere(with_mark(cells, cell, turn), other) for cell in free(cells, range(9))), default=0)


TRUE = {
    Motif.LINE: lambda variant, after: after.outcome.winner is after.turn.other,
    Motif.BLOCK: lambda variant, after: not wins(after),
    Motif.BLOCK_AND_THREATEN: lambda variant, after: threatens(variant, after) and lost(variant, after),
    Motif.FORK: lambda variant, after: not stopping_answers(after) and lost(variant, after),
    Motif.TEMPO: lambda variant, after: threatens(variant, after) and bool(stopping_answers(after)),
    Motif.SYMMETRY: mirrors,
    Motif.ZUGZWANG: saved_by_passing,
    Motif.WIN: lost,
    Motif.DRAW: lambda variant, after: Truth(variant, after).best[0] == 0,
}  # fmt: skip


def test_every_position_has_a_motif_unless_it_is_lost():
    for position in every_position():
        if not position.outcome:
            lost = CLASSIC.solver.worth(position).value is Value.LOSS
            assert (motif_of(CLASSIC, position) is None) == lost
