"""The classic game: three in a row wins. Its rules and its computer players. "The scan" looks at the lines in the order
of `nine.LINES`."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Final

from games.engine.nine import (
    CENTRE,
    CORNERS,
    EDGES,
    LINES,
    NUMPAD,
    MarkingGame,
    MarkingPosition,
    finishes,
    finishing,
    free,
)
from games.engine.policies import Candidates, easy, highest, opponents
from games.engine.position import Mark, Position
from games.engine.robots import find_robot, robot
from games.engine.solver import Minimax


class ClassicPosition(MarkingPosition):
    """Three in a row wins."""


SOLVER: Final = Minimax()

# --- rule lists


def normal(position: Position) -> Candidates:
    """Take any edge on the second player's first move; otherwise make one pass over the lines."""
    return free(position.cells, EDGES) if position.ply == 1 else _scan(position)


def centre(position: Position) -> Candidates:
    """Take the centre, else a corner, on its first move; after that complete, else block, the first line of the scan;
    else take the first edge; else any square."""
    if position.ply <= 1:
        return free(position.cells, [CENTRE]) or free(position.cells, CORNERS)
    completing, blocking = finishing(position.cells, position.turn), finishing(position.cells, position.turn.other)
    return completing[:1] or blocking[:1] or free(position.cells, EDGES)[:1] or position.legal_moves


def corners(position: Position) -> Candidates:
    """Complete a line, else block one, on the lowest such square; else a corner, else the centre, else an edge."""
    completing, blocking = finishing(position.cells, position.turn), finishing(position.cells, position.turn.other)
    if completing or blocking:
        return (min(completing or blocking),)
    return free(position.cells, CORNERS) or free(position.cells, [CENTRE]) or free(position.cells, EDGES)


def extreme_first(position: Position) -> Candidates:
    """Take the centre, else a corner, on the second player's first move; otherwise make one pass over the lines."""
    if position.ply == 1:
        return free(position.cells, [CENTRE]) or free(position.cells, CORNERS)
    return _scan(position)


def extreme(position: Position) -> Candidates:
    """Return the moves of `extreme_first` that keep the value. If there are none, all moves that keep it."""
    keeping = SOLVER.keeping_moves(position)
    return tuple(cell for cell in extreme_first(position) if cell in keeping) or keeping


# --- search


def bruteforce(position: Position) -> Candidates:
    """Minimax that may delay a win: return the first square in number-pad order that keeps the value."""
    keeping = SOLVER.keeping_moves(position)
    return (next(cell for cell in NUMPAD if cell in keeping),)


def hard(position: Position) -> Candidates:
    """Minimax: return all squares of the quickest win, else of a draw, else of the slowest loss."""
    return SOLVER.best_moves(position)


def trickster(position: Position) -> Candidates:
    """Return the value-keeping squares with the best expected result against random answers."""
    return highest(SOLVER.keeping_moves(position), lambda cell: _expected(position.play(cell), position.turn))


def giveaway(position: Position) -> Candidates:
    """Return the moves likeliest to lose against random answers. Consider only moves after which no adversary can force
    this side to complete a line; if there are none, consider all moves."""
    me = position.turn
    safe = tuple(cell for cell in position.legal_moves if not _can_be_forced(position.play(cell), me))
    return highest(safe or position.legal_moves, lambda cell: _losing(position.play(cell), me))


# --- helpers


def _scan(position: Position) -> Candidates:
    """Return the squares of the first line to complete, to block, or to extend outside the corners; else every move."""
    mark = position.turn
    for line in LINES:
        found = finishes(position.cells, mark, line) or finishes(position.cells, mark.other, line)
        symbols = [position.cells[cell] for cell in line]
        if not found and symbols.count(mark) == 1 and mark.other not in symbols:
            found = tuple(cell for cell in free(position.cells, line) if cell not in CORNERS)
        if found:
            return found
    return position.legal_moves


Rest = Callable[[Position, Mark], Fraction]


def _against_random(position: Position, me: Mark, policy: Callable[[Position], Candidates], rest: Rest) -> Fraction:
    """Return the mean of `rest` over the next positions: `me` draws from its policy, the other from all moves."""
    cells = policy(position) if position.turn == me else position.legal_moves
    return sum((rest(position.play(cell), me) for cell in cells), Fraction()) / len(cells)


@cache
def _expected(position: Position, me: Mark) -> Fraction:
    """Return the expected result (1, 0 or -1) of `trickster` playing `me` from here against random answers."""
    if position.outcome:
        winner = position.outcome.winner
        return Fraction(0 if winner is None else 1 if winner == me else -1)
    return _against_random(position, me, trickster, _expected)


@cache
def _losing(position: Position, me: Mark) -> Fraction:
    """Return the probability that `giveaway`, playing `me` from here against random answers, loses."""
    if position.outcome:
        return Fraction(position.outcome.winner == me.other)
    return _against_random(position, me, giveaway, _losing)


@cache
def _can_be_forced(position: Position, me: Mark) -> bool:
    """Return whether an adversary can force `me` to complete a line."""
    if position.outcome:
        return position.outcome.winner == me
    following = (_can_be_forced(position.play(cell), me) for cell in position.legal_moves)
    return all(following) if position.turn == me else any(following)


CLASSIC: Final = MarkingGame(
    key="classic",
    start=ClassicPosition(),
    solver=SOLVER,
    # From gentle to perfect, as the pages list them.
    opponents=opponents(
        {
            "giveaway": giveaway,
            "easy": easy,
            "normal": normal,
            "medium": robot("wb").policy,
            "centre": centre,
            "corners": corners,
            "extreme-first": extreme_first,
            "extreme": extreme,
            "bruteforce": bruteforce,
            "hard": hard,
            "trickster": trickster,
        }
    ),
    robot=find_robot,
)
