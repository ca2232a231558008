"""Robots: computer players of the classic game that people build, each a list of rules written as letters.

A robot reads its rules from the top. The first one that names any square decides, and all squares it names are equally
likely; if none names one, any empty square. Its key is its letters, and no other computer player has such a key.
"""

import enum
from collections.abc import Callable, Collection
from functools import cache
from typing import Final

from games.engine.nine import CENTRE, CORNERS, EDGES, LINES, finishing, free, with_mark
from games.engine.policies import Candidates, Opponent
from games.engine.position import BLANK, Cell, Mark, Position

# The squares that a rule names, given nine symbols and the mark of the side to move.
Rule = Callable[[str, Mark], Collection[Cell]]


def win(cells: str, me: Mark) -> Collection[Cell]:
    """Squares that complete a line of mine."""
    return set(finishing(cells, me))


def block(cells: str, me: Mark) -> Collection[Cell]:
    """Squares that would complete a line of theirs."""
    return win(cells, me.other)


def fork(cells: str, me: Mark) -> Collection[Cell]:
    """Squares after which I could complete a line on two or more squares."""
    return [cell for cell in any_square(cells, me) if len(win(with_mark(cells, cell, me), me)) >= 2]


def stop_a_fork(cells: str, me: Mark) -> Collection[Cell]:
    """The squares on which they could fork now."""
    return fork(cells, me.other)


def stop_a_fork_carefully(cells: str, me: Mark) -> Collection[Cell]:
    """If the opponent can fork now, the squares after which a fork does not help them."""
    if not stop_a_fork(cells, me):
        return ()
    return [cell for cell in any_square(cells, me) if _does_them_no_good(with_mark(cells, cell, me), me)]


def _does_them_no_good(after: str, me: Mark) -> bool:
    """Return whether a fork no longer helps the opponent: I could complete a line on two or more squares; or on one,
    and their block there threatens fewer than two; or on none, and they have no fork."""
    completing = win(after, me)
    if len(completing) == 1:
        (answer,) = completing
        return len(win(with_mark(after, answer, me.other), me.other)) < 2
    return bool(completing) or not fork(after, me.other)


def pair(cells: str, me: Mark) -> Collection[Cell]:
    """Empty squares of a line with one of mine and two empty."""
    begun = (line for line in LINES if sorted(cells[cell] for cell in line) == sorted([me, BLANK, BLANK]))
    return {cell for line in begun for cell in free(cells, line)}


def centre(cells: str, me: Mark) -> Collection[Cell]:
    """The centre."""
    return free(cells, [CENTRE])


def opposite_corner(cells: str, me: Mark) -> Collection[Cell]:
    """A corner opposite to a corner of theirs."""
    return free(cells, [8 - cell for cell in CORNERS if cells[cell] == me.other])


def corner(cells: str, me: Mark) -> Collection[Cell]:
    """Any corner."""
    return free(cells, CORNERS)


def edge(cells: str, me: Mark) -> Collection[Cell]:
    """Any edge."""
    return free(cells, EDGES)


def any_square(cells: str, me: Mark) -> Collection[Cell]:
    """Any empty square."""
    return free(cells, range(9))


RULES: Final[dict[str, Rule]] = {
    "w": win,
    "b": block,
    "f": fork,
    "s": stop_a_fork,
    "t": stop_a_fork_carefully,
    "p": pair,
    "c": centre,
    "o": opposite_corner,
    "k": corner,
    "e": edge,
    "a": any_square,
}
NO_RULES: Final = "-"  # the key of the empty list
# For database queries. Matches every robot key, and also keys with a repeated letter, which are not valid.
KEY_PATTERN: Final = rf"^([{''.join(RULES)}]+|{NO_RULES})$"


class LettersError(enum.Enum):
    """Why a text is not a valid list of rules."""

    UNKNOWN = "unknown"
    TWICE = "twice"


class BadLetters(ValueError):
    """A text that is not a list of rules, because of one of its letters."""

    def __init__(self, reason: LettersError, letter: str) -> None:
        super().__init__(reason.value, letter)
        self.reason = reason
        self.letter = letter


def letters_of(key: str) -> str:
    """The rules of the robot of this key, from the top. Raises BadLetters."""
    letters = "" if key == NO_RULES else key
    for place, letter in enumerate(letters):
        if letter not in RULES:
            raise BadLetters(LettersError.UNKNOWN, letter)
        if letter in letters[:place]:
            raise BadLetters(LettersError.TWICE, letter)
    return letters


def robot(key: str) -> Opponent:
    """The robot whose rules are these letters, from the top; "-" has none. Raises BadLetters."""
    letters = letters_of(key)

    def policy(position: Position) -> Candidates:
        rule = rule_at(letters, position)
        return named(rule, position) if rule else position.legal_moves

    return Opponent(letters or NO_RULES, policy)


def is_robot(key: str) -> bool:
    """Return whether this key, in a seat or a file, is that of a robot; "" means a person."""
    try:
        return bool(key and robot(key))
    except BadLetters:
        return False


def find_robot(key: str) -> Opponent | None:
    """The robot with this key; None if it is not the key of one."""
    return robot(key) if is_robot(key) else None


def rule_at(key: str, position: Position) -> str | None:
    """The rule by which the robot of this key moves in an unfinished position; None if no rule names a square, so that
    any may be marked. Raises BadLetters."""
    return next((rule for rule in letters_of(key) if named(rule, position)), None)


@cache
def named(rule: str, position: Position) -> Candidates:
    """The squares that a rule names in an unfinished position, ascending."""
    return tuple(sorted(RULES[rule](position.cells, position.turn)))
