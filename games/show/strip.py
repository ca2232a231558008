"""The moves of a game in a strip of small boards. Small boards are put together of the drawings in _sprite.html."""

from dataclasses import dataclass

from games.engine.position import BLANK, Cell
from games.selectors.state import State
from games.show.squares import move_label

EMPTY = "tg"  # the lines of a small board


@dataclass(frozen=True)
class StripPlace:
    """One place of the strip, with the ids of its drawings.

    `newest` is the mark played, "x4"; nothing if the move is still to come. `older` are all other drawings; where this
    place only adds a mark to the place before, that place counts as one.
    """

    number: int
    newest: str
    older: tuple[str, ...]
    label: str
    current: bool


def in_ink(symbol: str, cell: Cell) -> str:
    """The id of a mark drawn in full."""
    return f"{symbol.lower()}{cell}"


def paler(symbol: str, cell: Cell) -> str:
    """The id of a mark that stood there before."""
    return f"{symbol}{cell}"


def marks_on(cells: str, newest: Cell | None) -> tuple[str, ...]:
    """The ids of all marks on a board, the newest one in full and last."""
    older = tuple(paler(symbol, cell) for cell, symbol in enumerate(cells) if symbol != BLANK and cell != newest)
    return older if newest is None else (*older, in_ink(cells[newest], newest))


def strip_of(state: State) -> tuple[StripPlace, ...]:
    """The moves in order, and a place for each that may still come."""
    squares = [state.variant.square(move) for move in state.moves]
    drawn = [_place(state, ply, squares) for ply in range(1, len(squares) + 1)]
    to_come = range(len(squares) + 1, _places(state) + 1)
    return (*drawn, *(StripPlace(number, "", (), "", False) for number in to_come))


def _places(state: State) -> int:
    """How many places the strip has: one for each move that fits on the board, where that is known."""
    longest = state.variant.longest
    return state.plies if longest is None else longest - state.positions[0].ply


def _place(state: State, ply: int, squares: list[Cell]) -> StripPlace:
    """The place of the move with this number. `squares` are those of all moves."""
    before, after, cell = state.positions[ply - 1].cells, state.positions[ply].cells, squares[ply - 1]
    others = after[:cell] + BLANK + after[cell + 1 :]
    older: tuple[str, ...]
    if ply > 1 and others == before:
        previous = squares[ply - 2]
        older = (f"p{ply - 1}", paler(before[previous], previous))
    else:
        older = (EMPTY, *marks_on(others, None))
    mark = after[cell]
    return StripPlace(ply, in_ink(mark, cell), older, move_label(mark, cell), ply == len(squares))
