"""Robots: computer players of the classic game that people build from rules. Each rule is a letter, and the letters
are the robot's key; no other computer player has such a key. The first rule from the top that names any square decides,
and all squares it names are equally likely. If no rule names one, the robot takes any empty square."""

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
    """Return the squares that complete a line of mine."""
    return set(finishing(cells, me))


def block(cells: str, me: Mark) -> Collection[Cell]:
    """Return the squares that would complete a line of theirs."""
    return win(cells, me.other)


def fork(cells: str, me: Mark) -> Collection[Cell]:
    """Return the squares after which I threaten to complete a line on two or more squares."""
    return [cell for cell in any_square(cells, me) if len(win(with_mark(cells, cell, me), me)) >= 2]


def stop_a_fork(cells: str, me: Mark) -> Collection[Cell]:
    """Return the squares on which they could fork now."""
    return fork(cells, me.other)


def stop_a_fork_carefully(cells: str, me: Mark) -> Collection[Cell]:
    """Return the squares after which a fork does not help the opponent; none if they cannot fork now."""
    if not stop_a_fork(cells, me):
        return ()
    return [cell for cell in any_square(cells, me) if _defuses_forks(with_mark(cells, cell, me), me)]


def _defuses_forks(after: str, me: Mark) -> bool:
    """Return whether a fork no longer helps the opponent: I threaten two or more squares; or one, and their block there
    threatens fewer than two; or none, and they have no fork."""
    completing = win(after, me)
    if len(completing) == 1:
        (answer,) = completing
        return len(win(with_mark(after, answer, me.other), me.other)) < 2
    return bool(completing) or not fork(after, me.other)


def pair(cells: str, me: Mark) -> Collection[Cell]:
    """Return the empty squares of lines with one mark of mine and two empty squares."""
    begun = (line for line in LINES if sorted(cells[cell] for cell in line) == sorted([me, BLANK, BLANK]))
    return {cell for line in begun for cell in free(cells, line)}


def centre(cells: str, me: Mark) -> Collection[Cell]:
    """Return the centre if it is empty."""
    return free(cells, [CENTRE])


def opposite_corner(cells: str, me: Mark) -> Collection[Cell]:
    """Return the corners opposite a corner of theirs."""
    return free(cells, [8 - cell for cell in CORNERS if cells[cell] == me.other])


def corner(cells: str, me: Mark) -> Collection[Cell]:
    """Return the empty corners."""
    return free(cells, CORNERS)


def edge(cells: str, me: Mark) -> Collection[Cell]:
    """Return the empty edges."""
    return free(cells, EDGES)


def any_square(cells: str, me: Mark) -> Collection[Cell]:
    """Return all empty squares."""
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
# For database queries. Also matches keys with a repeated letter, which are invalid.
KEY_PATTERN: Final = rf"^([{''.join(RULES)}]+|{NO_RULES})$"


class LettersError(enum.Enum):
    """The reason a text is not a valid list of rules."""

    UNKNOWN = "unknown"
    TWICE = "twice"


class BadLetters(ValueError):
    """A text that is not a list of rules: the reason, and the wrong letter."""

    def __init__(self, reason: LettersError, letter: str) -> None:
        super().__init__(reason.value, letter)
        self.reason = reason
        self.letter = letter


def letters_of(key: str) -> str:
    """Return the rules of the robot with this key, from the top. Raises BadLetters."""
    letters = "" if key == NO_RULES else key
    for place, letter in enumerate(letters):
        if letter not in RULES:
            raise BadLetters(LettersError.UNKNOWN, letter)
        if letter in letters[:place]:
            raise BadLetters(LettersError.TWICE, letter)
    return letters


def robot(key: str) -> Opponent:
    """Return the robot with this key: its rules from the top, or "-" for none. Raises BadLetters."""
    letters = letters_of(key)

    def policy(position: Position) -> Candidates:
        rule = rule_at(letters, position)
        return named(rule, position) if rule else position.legal_moves

    return Opponent(letters or NO_RULES, policy, symmetric=True)


def is_robot(key: str) -> bool:
    """Return whether the key of a seat is that of a robot; "" means a person."""
    return find_robot(key) is not None


def find_robot(key: str) -> Opponent | None:
    """Return the robot with this key, or None."""
    try:
        return robot(key) if key else None
    except BadLetters:
        return None


def rule_at(key: str, position: Position) -> str | None:
    """Return the rule by which this robot moves in an unfinished position, if any fits. Raises BadLetters."""
    return next((rule for rule in letters_of(key) if named(rule, position)), None)


@cache
def named(rule: str, position: Position) -> Candidates:
    """Return the squares that a rule names in an unfinished position, ascending."""
    return tuple(sorted(RULES[rule](position.cells, position.turn)))
