"""The moves of a game in a strip of small boards. Small boards are put together of the drawings in _sprite.html."""

from dataclasses import dataclass

from games.engine.position import BLANK, Cell
from games.play.selectors.state import State
from games.play.words.marks import drawn_after
from games.play.words.squares import move_label

EMPTY = "tg"  # the lines of a small board
# Places beside the board of a game that may go on forever: as long as it is short all, and then the last ones.
FIRST, LAST = 9, 7


@dataclass(frozen=True)
class StripPlace:
    """One place of the strip, with the ids of its drawings.

    `newest` is the mark played, "x4"; nothing if the move is still to come. `older` are all other drawings; a place
    that only adds a mark to the one before shares its drawing. `going` is the one of them that the next move removes,
    if it removes one: then the place after this one does not begin with it.
    """

    number: int
    newest: str
    older: tuple[str, ...]
    label: str
    current: bool
    going: str = ""


def in_ink(symbol: str, cell: Cell) -> str:
    """The id of a mark drawn in full."""
    return f"{symbol.lower()}{cell}"


def paler(symbol: str, cell: Cell) -> str:
    """The id of a mark that stood there before."""
    return f"{symbol}{cell}"


def marks_on(drawn: str, newest: Cell | None) -> tuple[str, ...]:
    """The ids of all marks on a board as `marks.drawn` has it, the newest one in full and last."""
    older = tuple(paler(mark, cell) for cell, mark in enumerate(drawn) if mark != BLANK and cell != newest)
    return older if newest is None else (*older, in_ink(drawn[newest], newest))


def strip_of(state: State) -> tuple[StripPlace, ...]:
    """The moves in order, and a place for each that may still come."""
    return _strip(state, 1)


def strip_between(state: State, first: int, last: int) -> tuple[StripPlace, ...]:
    """The moves from the `first` to the `last`, by their numbers."""
    squares = [state.variant.square(move) for move in state.moves]
    return tuple(_place(state, ply, first, squares) for ply in range(first, last + 1))


def recent_strip(state: State) -> tuple[StripPlace, ...]:
    """The same beside a board. Of a long game it shows the last moves alone, so that the payload of a move does not
    grow; it begins with one of the first side's, which stand above the others."""
    return _strip(state, _first_beside_board(state))


def earlier_strip(state: State) -> tuple[StripPlace, ...]:
    """The moves before those of `recent_strip`."""
    return strip_of(state)[: _first_beside_board(state) - 1]


def _first_beside_board(state: State) -> int:
    """The number of the first move that has its place beside the board."""
    whole = state.variant.longest is not None or state.plies <= FIRST
    return 1 if whole else (state.plies - LAST + 1) | 1


def _strip(state: State, first: int) -> tuple[StripPlace, ...]:
    """The places from the `first` move on."""
    to_come = range(state.plies + 1, _places(state) + 1)
    return (*strip_between(state, first, state.plies), *(StripPlace(number, "", (), "", False) for number in to_come))


def _places(state: State) -> int:
    """How many places a strip has at least: one for each move that fits on the board, where that is known."""
    longest = state.variant.longest
    return FIRST if longest is None else longest - state.positions[0].ply


def _place(state: State, ply: int, first: int, squares: list[Cell]) -> StripPlace:
    """The place of the move with this number, in a strip that begins with the `first`. `squares` are those of all
    moves."""
    before, after, cell = drawn_after(state, ply - 1), drawn_after(state, ply), squares[ply - 1]
    position, others = state.positions[ply], after[:cell] + BLANK + after[cell + 1 :]
    going = None if position.outcome else position.going
    older: tuple[str, ...]
    if ply > first and others == before and going is None:
        previous = squares[ply - 2]
        older = (f"p{ply - 1}", paler(before[previous], previous))
    else:
        older = (EMPTY, *marks_on(others, None))
    return StripPlace(
        ply,
        in_ink(after[cell], cell),
        older,
        move_label(state.variant, position.cells[cell], cell),
        ply == len(squares),
        "" if going is None else paler(after[going], going),
    )
