"""The moves of a game as a strip of small boards, composed of drawings in _sprite.html: "x4" for an X drawn in full,
"X4" for a paler one."""

from typing import Any

from games.engine.position import BLANK, Cell
from games.play.selectors.state import State
from games.play.words.marks import drawn_after, mark_of
from games.play.words.squares import move_label

EMPTY = "tg"  # the lines of a small board
# In a game that may go on forever the strip has at least PLACES places. Up to WHOLE_UP_TO moves it shows all of them,
# after that only the last RECENT moves, or one fewer.
PLACES, WHOLE_UP_TO, RECENT = 9, 4, 2


def heads_of(state: State) -> tuple[str, str]:
    """Return the drawings of both sides' marks, to head two columns of moves; the side that moves first comes first."""
    first = state.positions[0].turn
    return mark_of(state.variant, first), mark_of(state.variant, first.other)


def strip_of(state: State, first: int = 1) -> list[dict[str, Any]]:
    """Return a place for each move from number `first` on, and for those that may still come."""
    longest = state.variant.longest
    places = PLACES if longest is None else longest - state.positions[0].ply
    to_come = range(state.plies + 1, places + 1)
    return [*strip_between(state, first, state.plies), *({"number": number} for number in to_come)]


def strip_between(state: State, first: int, last: int) -> list[dict[str, Any]]:
    """Return the places of the moves from number `first` to `last`, with the ids of their drawings.

    `newest` is the mark played, and `older` are all other drawings; a place that only adds a mark reuses the drawing of
    the previous place. `going` is the drawing of the mark that the next move removes, if any; the next place then does
    not reuse this one.
    """
    squares = [state.variant.square(move) for move in state.moves]
    return [_place(state, ply, first, squares) for ply in range(first, last + 1)]


def recent_strip(state: State) -> list[dict[str, Any]]:
    """Return the strip beside a board: to keep pushes small, only the last moves of a long game."""
    return strip_of(state, _first_beside_board(state))


def earlier_strip(state: State) -> list[dict[str, Any]]:
    """Return the moves before those of `recent_strip`."""
    return strip_of(state)[: _first_beside_board(state) - 1]


def _first_beside_board(state: State) -> int:
    """Return the number of the first move in the strip beside the board: one of the first side, which is on top."""
    whole = state.variant.longest is not None or state.plies <= WHOLE_UP_TO
    return 1 if whole else (state.plies - RECENT + 1) | 1


def _place(state: State, ply: int, first: int, squares: list[Cell]) -> dict[str, Any]:
    """Return the place of move number `ply` in a strip from move `first` on. `squares` are those of all moves."""
    before, after, cell = drawn_after(state, ply - 1), drawn_after(state, ply), squares[ply - 1]
    position, others = state.positions[ply], after[:cell] + BLANK + after[cell + 1 :]
    going = None if position.outcome else position.going
    if ply > first and others == before and going is None:
        previous = squares[ply - 2]
        older = [f"p{ply - 1}", f"{before[previous]}{previous}"]
    else:
        older = [EMPTY, *(f"{mark}{square}" for square, mark in enumerate(others) if mark != BLANK)]
    return {
        "number": ply,
        "newest": f"{after[cell].lower()}{cell}",
        "older": older,
        "label": move_label(state.variant, position.cells[cell], cell),
        "current": ply == len(squares),
        "going": "" if going is None else f"{after[going]}{going}",
    }
