"""Puzzles: positions of a game in which only one move, up to symmetry, keeps the value. The classic game has 303 (of
627 unfinished positions), misère 240, Notakto 19, wild 269, and vanishing SELECTED of 4,415."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import chain, groupby, zip_longest
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Final

from games.engine.policies import medium
from games.engine.position import Move, Position
from games.engine.retrograde import graph_up_to_symmetry
from games.engine.solver import TABLES, Solver, Tabled, Value
from games.engine.symmetry import equal_moves
from games.engine.variant import Variant

SELECT_FROM: Final = 1_000  # puzzles; with this many or more, only a selection is offered
SELECTED: Final = 300  # puzzles in that selection


@dataclass(frozen=True)
class Exercise:
    """A position in which, up to symmetry, exactly one move keeps the value and at least one does not. `difficulty` is
    the number of plies to look ahead."""

    variant: Variant
    position: Position
    answers: tuple[Move, ...]
    difficulty: int

    @property
    def solver(self) -> Solver:
        return self.variant.solved

    @property
    def plausible(self) -> tuple[Move, ...]:
        """The moves that neither miss an immediate win nor allow one."""
        return medium(self.position)

    @property
    def plain(self) -> bool:
        """Whether looking at the next move of each side is enough to find the answer."""
        return set(self.plausible) <= set(self.answers)

    @property
    def hardness(self) -> tuple[int, Fraction]:
        """A sort key: the plies to look ahead, then the share of the plausible moves that are wrong."""
        wrong = set(self.plausible) - set(self.answers)
        return self.difficulty, Fraction(len(wrong), len(self.plausible))

    @property
    def tempting(self) -> tuple[Move, ...]:
        """The plausible wrong moves, else all wrong ones: one of each group of symmetric moves, the least bad first."""
        wrong = [group[0] for group in equal_moves(self.variant, self.position) if group[0] not in self.answers]
        tempting = [move for move in wrong if move in self.plausible] or wrong
        return tuple(sorted(tempting, key=lambda move: self.solver.worth_of(self.position, move).order, reverse=True))


@cache
def exercises(variant: Variant) -> tuple[Exercise, ...]:
    """Return a game's puzzles in playing order: SELECTED if there are at least SELECT_FROM, else all; none if the game
    is not solved. Those of a game with a table are stored too, because visiting all its positions takes seconds."""
    if variant.solver is None:
        return ()
    path = table_of(variant)
    if path is None:
        return _computed(variant)
    positions = (variant.position(text) for text in path.read_text().split())
    return tuple(exercise for position in positions if (exercise := exercise_at(variant, position)))


def table_of(variant: Variant) -> Path | None:
    """Return the file with a game's puzzles; None if they are computed on demand."""
    return TABLES / f"{variant.key}.exercises" if isinstance(variant.solver, Tabled) else None


def as_table(variant: Variant) -> str:
    """Return the content of a game's file (`table_of`): the positions of its puzzles in order, one per line."""
    return "".join(f"{one.position.text}\n" for one in _computed(variant))


def _computed(variant: Variant) -> tuple[Exercise, ...]:
    unfinished = (position for position in graph_up_to_symmetry(variant) if position.outcome is None)
    return _in_order(_chosen([one for position in unfinished if (one := exercise_at(variant, position))]))


Rows = list[list[Exercise]]  # one per difficulty, sorted by hash, because positions with similar texts look alike


def _chosen(every: list[Exercise]) -> Rows:
    """Return puzzles by difficulty: all, or if there are SELECT_FROM or more, a selection taken from each difficulty in
    turn."""
    in_order = sorted(every, key=lambda one: (one.difficulty, sha256(one.position.text.encode()).hexdigest()))
    rows = [[*alike] for _difficulty, alike in groupby(in_order, key=attrgetter("difficulty"))]
    if len(every) < SELECT_FROM:
        return rows
    dealt = {*[one for one in chain.from_iterable(zip_longest(*rows)) if one][:SELECTED]}
    return [[one for one in row if one in dealt] for row in rows]


def _in_order(rows: Rows) -> tuple[Exercise, ...]:
    """Order from easy to hard; but if most have the lowest difficulty, spread each difficulty evenly over the whole."""
    easiest, *harder = rows
    if len(easiest) > sum(map(len, harder)):
        return _interleaved(easiest, _interleaved(*harder))
    return tuple(chain(*rows))


def _interleaved(*rows: Sequence[Exercise]) -> tuple[Exercise, ...]:
    """Merge rows into one, spreading each evenly over the whole."""
    shares = [(Fraction(2 * place + 1, 2 * len(row)), one) for row in rows for place, one in enumerate(row)]
    return tuple(one for _share, one in sorted(shares, key=itemgetter(0)))


def exercise_at(variant: Variant, position: Position) -> Exercise | None:
    """Return the puzzle of a position; None if all moves keep its value, or several that are not symmetric."""
    answers = variant.solved.keeping_moves(position)
    if answers not in equal_moves(variant, position) or len(answers) == len(position.legal_moves):
        return None
    return Exercise(variant, position, answers, _plies_to_see(variant.solved, position, answers))


def _plies_to_see(solver: Solver, position: Position, answers: tuple[Move, ...]) -> int:
    """Return the plies to look ahead: until the win, or, to hold a draw, until the last of the other moves has lost."""
    if solver.worth(position).value is Value.WIN:
        return solver.worth(position).plies
    return max(solver.worth_of(position, move).plies for move in position.legal_moves if move not in answers)
