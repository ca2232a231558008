"""The moves of a game as a strip of small boards, composed of drawings in _sprite.html."""

from dataclasses import dataclass

from games.engine.position import BLANK, Cell
from games.play.selectors.state import State
from games.play.words.marks import drawn_after, mark_of
from games.play.words.squares import move_label

EMPTY = "tg"  # the lines of a small board
# In a game that may go on forever the strip has at least PLACES places. Up to WHOLE_UP_TO moves it shows all of them,
# after that only the last RECENT moves, or one fewer.
PLACES, WHOLE_UP_TO, RECENT = 9, 4, 2


@dataclass(frozen=True)
class StripPlace:
    """One place of the strip, with the ids of its drawings.

    `newest` is the mark played, "x4"; "" if the move is still to come. `older` are all other drawings; a place that
    only adds a mark reuses the drawing of the previous place. `going` is the drawing of the mark that the next move
    removes, if any; the next place then does not reuse this one.
    """

    number: int
    newest: str
    older: tuple[str, ...]
    label: str
    current: bool
    going: str = ""


def in_ink(symbol: str, cell: Cell) -> str:
    """Return the id of a mark drawn in full."""
    return f"{symbol.lower()}{cell}"


def paler(symbol: str, cell: Cell) -> str:
    """Return the id of an older mark, drawn paler."""
    return f"{symbol}{cell}"


def heads_of(state: State) -> tuple[str, str]:
    """Return the drawings of both sides' marks, to head two columns of moves; the side that moves first comes first."""
    first = state.positions[0].turn
    return mark_of(state.variant, first), mark_of(state.variant, first.other)


def strip_of(state: State, first: int = 1) -> tuple[StripPlace, ...]:
    """Return a place for each move from number `first` on, and for those that may still come."""
    to_come = range(state.plies + 1, _places(state) + 1)
    return (*strip_between(state, first, state.plies), *(StripPlace(number, "", (), "", False) for number in to_come))


def strip_between(state: State, first: int, last: int) -> tuple[StripPlace, ...]:
    """Return the moves from number `first` to `last`."""
    squares = [state.variant.square(move) for move in state.moves]
    return tuple(_place(state, ply, first, squares) for ply in range(first, last + 1))


def recent_strip(state: State) -> tuple[StripPlace, ...]:
    """Return the strip beside a board: to keep pushes small, only the last moves of a long game."""
    return strip_of(state, _first_beside_board(state))


def earlier_strip(state: State) -> tuple[StripPlace, ...]:
    """Return the moves before those of `recent_strip`."""
    return strip_of(state)[: _first_beside_board(state) - 1]


def _first_beside_board(state: State) -> int:
    """Return the number of the first move in the strip beside the board: one of the first side, which is on top."""
    whole = state.variant.longest is not None or state.plies <= WHOLE_UP_TO
    return 1 if whole else (state.plies - RECENT + 1) | 1


def _places(state: State) -> int:
    """Return the minimum number of places: the length of the longest game, or PLACES if that has no limit."""
    longest = state.variant.longest
    return PLACES if longest is None else longest - state.positions[0].ply


def _place(state: State, ply: int, first: int, squares: list[Cell]) -> StripPlace:
    """Return the place of move number `ply` in a strip from move `first` on. `squares` are those of all moves."""
    before, after, cell = drawn_after(state, ply - 1), drawn_after(state, ply), squares[ply - 1]
    position, others = state.positions[ply], after[:cell] + BLANK + after[cell + 1 :]
    going = None if position.outcome else position.going
    older: tuple[str, ...]
    if ply > first and others == before and going is None:
        previous = squares[ply - 2]
        older = (f"p{ply - 1}", paler(before[previous], previous))
    else:
        older = (EMPTY, *(paler(mark, cell) for cell, mark in enumerate(others) if mark != BLANK))
    return StripPlace(
        ply,
        in_ink(after[cell], cell),
        older,
        move_label(state.variant, position.cells[cell], cell),
        ply == len(squares),
        "" if going is None else paler(after[going], going),
    )
