"""The idea to find in a position: a line, a fork, a threat."""

import enum
from collections.abc import Mapping
from functools import cache
from typing import Final

from games.engine.position import Cell, Line, Position
from games.engine.solver import Value
from games.engine.symmetry import canonical
from games.engine.variant import Symmetry, Variant

MIN_TO_MIRROR: Final = 4  # empty squares; with fewer, nearly any move mirrors another


class Motif(enum.StrEnum):
    """The effect of a good move in a position."""

    LINE = "line"  # it wins at once
    BLOCK = "block"  # it takes the one square on which the other side would win at once
    BLOCK_AND_THREATEN = "block and threaten"  # it blocks, threatens to win in turn, and wins
    FORK = "fork"  # it threatens to win on two squares, of which the other side can take only one
    TEMPO = "tempo"  # it threatens to win on one square, so that the other side must answer there
    SYMMETRY = "symmetry"  # it makes the empty squares symmetric: mirroring the other side's moves keeps the value
    ZUGZWANG = "zugzwang"  # it wins because the other side must move: if that side could pass, it would not lose
    WIN = "win"  # it wins by other means
    DRAW = "draw"  # it keeps the draw by other means


def motif_of(variant: Variant, position: Position) -> Motif | None:
    """Return the motif of an unfinished position of a solved game; None if it is lost, because no move is good."""
    return _motif_of(variant, canonical(variant, variant.reduced(position)))


@cache
def _motif_of(variant: Variant, position: Position) -> Motif | None:
    solver = variant.solved
    worth, after = solver.worth(position), [position.play(move) for move in solver.best_moves(position)]
    if worth.value is Value.LOSS:
        return None
    if worth.plies == 1:
        return Motif.LINE
    threatened = [threats(variant, following) for following in after]
    if _is_block(variant, position):
        return Motif.BLOCK_AND_THREATEN if worth.value is Value.WIN and all(threatened) else Motif.BLOCK
    if all(len(squares) > 1 for squares in threatened):
        return Motif.FORK
    if all(_forces(variant, *both) for both in zip(after, threatened, strict=True)):
        return Motif.TEMPO
    if variant.longest is not None and all(_is_mirrored(variant, following) for following in after):
        return Motif.SYMMETRY
    if worth.value is Value.DRAW:
        return Motif.DRAW
    return Motif.ZUGZWANG if all(_is_zugzwang(variant, following) for following in after) else Motif.WIN


def threats(variant: Variant, after: Position) -> Mapping[Cell, Line | None]:
    """Map each square on which the side that has moved threatens to win to the line that it would complete."""
    answers = {move: _wins(variant, after.play(move)) for move in after.legal_moves if not after.play(move).outcome}
    squares = set().union(*answers.values())
    return {
        square: next(wins[square] for wins in answers.values() if square in wins)
        for square in sorted(squares)
        if all(square in wins or square == variant.square(move) for move, wins in answers.items())
    }


def _is_block(variant: Variant, position: Position) -> bool:
    """Return whether all good moves are on one square, where the other side wins after any move elsewhere."""
    keeping = variant.solved.keeping_moves(position)
    squares = {variant.square(move) for move in keeping}
    others = [move for move in position.legal_moves if variant.square(move) not in squares]
    return (
        len(squares) == 1 and bool(others) and all(squares <= {*_wins(variant, position.play(move))} for move in others)
    )


def _forces(variant: Variant, after: Position, threatened: Mapping[Cell, Line | None]) -> bool:
    """Return whether there is exactly one threat, and the other side can take its square."""
    return len(threatened) == 1 and bool(threatened.keys() & set(map(variant.square, after.legal_moves)))


def _is_mirrored(variant: Variant, after: Position) -> bool:
    """Return whether the empty squares are symmetric, and mirroring the other side's moves keeps the value."""
    moves = set(after.legal_moves)
    return len(variant.moves_by_square(after)) >= MIN_TO_MIRROR and any(
        {*map(symmetry.move, moves)} == moves and _mirrors(variant, symmetry, after)
        for symmetry in variant.symmetries[1:]
    )


def _mirrors(variant: Variant, symmetry: Symmetry, after: Position) -> bool:
    """Return whether the side that has just moved keeps the value by mirroring each move of the other side."""
    for move in after.legal_moves:
        answer, following = symmetry.move(move), after.play(move)
        if following.outcome is None and not (
            answer in variant.solved.keeping_moves(following) and _mirrors(variant, symmetry, following.play(answer))
        ):
            return False
    return True


def _is_zugzwang(variant: Variant, after: Position) -> bool:
    """Return whether the side to move loses only because it cannot pass."""
    passed = variant.passed(after)
    return passed is not None and variant.solved.worth(passed).value is not Value.WIN


def _wins(variant: Variant, position: Position) -> dict[Cell, Line | None]:
    """Map each square on which the side to move wins immediately to the line that it completes."""
    return {
        variant.square(move): end.line
        for move in position.legal_moves
        if (end := position.play(move).outcome) and end.winner is position.turn
    }
