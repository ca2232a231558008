"""Vanishing: each side has three marks, and its fourth removes its oldest, before lines are checked.

Three of a side's marks in a line win. Only an empty square can be marked, not the one that the same move vacates. When
the same position occurs for the third time, with marks of the same ages and the same side to move, the game is a draw.
Positions are equal if the rules treat them alike. Each refers to the previous one, so that its occurrences can be
counted. A worth assumes a first occurrence; the solver looks for a third one move ahead.
"""

import re
from dataclasses import dataclass, field
from functools import cached_property
from math import perm
from typing import Final

from games.engine.nine import LINES, SquareGame
from games.engine.policies import perfect_and_simple
from games.engine.position import (
    BLANK,
    Cell,
    IllegalMove,
    ImpossiblePosition,
    Mark,
    Move,
    MoveError,
    Outcome,
    Position,
    PositionError,
    Termination,
)
from games.engine.solver import Tabled, Worth

MARKS_PER_SIDE: Final = 3
MAX_OCCURRENCES: Final = 3  # of a position; the last makes the game a draw
Cells = tuple[Cell, ...]
LINE_OF: Final = {frozenset(line): line for line in LINES}


@dataclass(frozen=True)
class VanishingPosition:
    """The squares of both sides, from the oldest mark to the newest; `own` are those of the side to move. Equality
    ignores the history: the position `before`, the number of moves so far (`ply`), and whether a position before this
    one has occurred twice (`repeated`)."""

    own: Cells = ()
    others: Cells = ()
    turn: Mark = Mark.X
    before: "VanishingPosition | None" = field(default=None, compare=False, repr=False)
    ply: int = field(default=0, compare=False)
    repeated: bool = field(default=False, compare=False)

    @property
    def text(self) -> str:
        """The side to move and its squares by age, then the same for the other side: "X159O37"."""
        own, others = ("".join(str(cell + 1) for cell in cells) for cells in (self.own, self.others))
        return f"{self.turn}{own}{self.turn.other}{others}"

    @cached_property
    def cells(self) -> str:
        marks = {**dict.fromkeys(self.own, self.turn), **dict.fromkeys(self.others, self.turn.other)}
        return "".join(marks.get(cell, BLANK) for cell in range(9))

    @property
    def going(self) -> Cell | None:
        return self.own[0] if len(self.own) == MARKS_PER_SIDE else None

    @cached_property
    def occurrences(self) -> int:
        count, earlier = 1, self.before and self.before.before
        while earlier:  # the same side is to move in every second position
            count += earlier == self
            earlier = earlier.before and earlier.before.before
        return count

    @cached_property
    def outcome(self) -> Outcome | None:
        line = LINE_OF.get(frozenset(self.others))
        if line:
            return Outcome(self.turn.other, Termination.LINE, line)
        return Outcome(None, Termination.REPEATED) if self.occurrences >= MAX_OCCURRENCES else None

    @cached_property
    def legal_moves(self) -> Cells:
        """The empty cells, ascending; none once the game is over."""
        return () if self.outcome else tuple(cell for cell in range(9) if cell not in self.own + self.others)

    def play(self, move: Move) -> "VanishingPosition":
        if not isinstance(move, int) or move not in range(9):
            raise IllegalMove(MoveError.NOT_A_SQUARE)
        if self.outcome:
            raise IllegalMove(MoveError.OVER)
        if move in self.own + self.others:
            raise IllegalMove(MoveError.GOING if move == self.going else MoveError.TAKEN)
        own = (*self.own, move)[-MARKS_PER_SIDE:]
        repeated = self.repeated or self.occurrences > 1
        return VanishingPosition(self.others, own, self.turn.other, self, self.ply + 1, repeated)

    def turned(self, way: Cells) -> "VanishingPosition":
        """Return the position with the content of cell way[i] on cell i, without its history."""
        own, others = (tuple(way.index(cell) for cell in cells) for cells in (self.own, self.others))
        return VanishingPosition(own, others, self.turn, ply=self.ply)

    @property
    def without_history(self) -> "VanishingPosition":
        return VanishingPosition(self.own, self.others, self.turn, ply=self.ply)


class Vanishing(SquareGame):
    """A game in which a position's text also records the ages of its marks, which are not drawn."""

    def position(self, text: str) -> VanishingPosition:
        found = _TEXT.fullmatch(text)
        if not found:
            raise ImpossiblePosition(PositionError.SYMBOLS)
        own, others = (tuple(int(digit) - 1 for digit in digits) for digits in found.group(2, 4))
        return _position(Mark(found[1]), own, others)

    def drawn(self, inks: str) -> VanishingPosition:
        if len(inks) != self.squares:
            raise ImpossiblePosition(PositionError.LENGTH)
        x, o = (tuple(cell for cell, symbol in enumerate(inks) if symbol == mark) for mark in Mark)
        moved_last = Mark.O if len(x) == len(o) and not any(set(line) == set(x) for line in LINES) else Mark.X
        own, others = (o, x) if moved_last is Mark.X else (x, o)
        return _position(moved_last.other, own, others)

    def by_age(self, position: Position) -> dict[Mark, Cells]:
        assert isinstance(position, VanishingPosition)
        return {position.turn: position.own, position.turn.other: position.others}

    def passed(self, position: Position) -> VanishingPosition | None:
        assert isinstance(position, VanishingPosition)
        if len(position.own) + len(position.others) < 2 * MARKS_PER_SIDE:
            return None
        return VanishingPosition(position.others, position.own, position.turn.other, ply=position.ply)

    def reduced(self, position: Position) -> VanishingPosition:
        """Drop the history; with three marks on each side, let X move."""
        assert isinstance(position, VanishingPosition)
        turn = Mark.O if (len(position.own) + len(position.others)) % 2 else Mark.X
        return VanishingPosition(position.own, position.others, turn, ply=position.ply)


# The side to move comes first.
_TEXT: Final = re.compile(r"(X|O)([1-9]{0,3})(?!\1)(X|O)([1-9]{0,3})")


def _position(turn: Mark, own: Cells, others: Cells) -> VanishingPosition:
    """Return the position with these marks. Raises ImpossiblePosition if no game can reach it."""
    placed = len(own) + len(others)
    more = len(others) - len(own)
    if len(set(own + others)) < placed or max(len(own), len(others)) > MARKS_PER_SIDE:
        raise ImpossiblePosition(PositionError.COUNTS)
    if more != (turn is Mark.O) and not (more == 0 and placed == 2 * MARKS_PER_SIDE):
        raise ImpossiblePosition(PositionError.COUNTS)
    if any(set(line) == set(own) for line in LINES):
        raise ImpossiblePosition(PositionError.PLAYED_ON)
    return VanishingPosition(own, others, turn, ply=placed)


def rank(position: Position) -> int:
    """Return the number of a position among all ways to place up to three marks each, whichever side is to move:
    ordered by the number of marks, then by their squares."""
    assert isinstance(position, VanishingPosition)
    placed, left, number = (*position.own, *position.others), list(range(9)), 0
    for cell in placed:
        number = number * len(left) + left.index(cell)
        left.remove(cell)
    return number + sum(perm(9, fewer) for fewer in range(len(placed)))


class VanishingSolver(Tabled):
    """A table of the worths of first occurrences. After a repetition, it looks one move ahead for a third."""

    def __init__(self) -> None:
        super().__init__("vanishing", rank, ranks=sum(perm(9, placed) for placed in range(2 * MARKS_PER_SIDE + 1)))

    def worth(self, position: Position) -> Worth:
        assert isinstance(position, VanishingPosition)
        if not (position.repeated or position.occurrences > 1) or position.outcome:
            return super().worth(position)
        return max((self.worth_of(position, move) for move in position.legal_moves), key=lambda found: found.order)

    def worth_of(self, position: Position, move: Move) -> Worth:
        return super().worth(position.play(move)).before


SOLVER: Final = VanishingSolver()
VANISHING: Final = Vanishing(
    key="vanishing",
    start=VanishingPosition(),
    longest=None,
    solver=SOLVER,
    opponents=perfect_and_simple(SOLVER),
    ages=True,
)
