"""A board as drawn: in a room, a review, an exercise, the set-up and a series, all by templates/games/_board.html."""

from dataclasses import dataclass, replace

from games.engine.position import BLANK, Cell, Position
from games.engine.variant import Variant
from games.show.pov import Pov
from games.show.squares import square_label
from games.show.verdicts import worths_in_words

DRAWINGS = 4  # of each mark: neighbours are not drawn alike


@dataclass(frozen=True)
class Square:
    """One square of a board.

    `value` is what pressing it sends; `closed` says that pressing it is no use. `look` is "last" for the square marked
    last, and "wrong" for one tried in vain. `move` is the number of the move that marked it, 0 if none did, where the
    board counts them. `worth` says what marking it leads to, where that is shown, and `winner` who would win.
    """

    cell: Cell
    mark: str
    label: str
    value: str = ""
    closed: bool = False
    look: str = ""
    move: int | None = None
    worth: str = ""
    winner: str = ""

    @property
    def drawing(self) -> str:
        """The name of its mark in the drawings."""
        return f"{self.mark}-{self.cell % DRAWINGS}"


@dataclass(frozen=True)
class Board:
    """Squares row by row, in so many columns.

    `field` is the name under which a press sends its square, "" on a board to look at; `form` is the form it goes to,
    "" if the board stands in one. `turn` is whose ink a press is drawn in; `closed` says that nothing can be pressed.
    `line` is the name of the line that ended the game, as in the drawings, and `ink` whose it is. `about` is the id of
    what describes the board.
    """

    squares: tuple[Square, ...]
    columns: int
    field: str = ""
    form: str = ""
    turn: str = ""
    closed: bool = False
    line: str = ""
    ink: str = ""
    about: str = ""


def mark_on(symbol: str) -> str:
    """What is drawn for a symbol of a position: a mark, or nothing."""
    return "" if symbol == BLANK else symbol


def line_on(position: Position) -> tuple[str, str]:
    """The line that has ended a game, as the drawings call it, "1-5-9", and in whose ink; "" twice if none has."""
    line = position.outcome.line if position.outcome else None
    return ("-".join(str(cell + 1) for cell in line), position.cells[line[0]]) if line else ("", "")


def values_of(variant: Variant, position: Position) -> tuple[str, ...]:
    """What a press on each square of a board sends: the move that marks it; its number where there is none."""
    moves = {variant.square(move): variant.write(move) for move in position.legal_moves}
    return tuple(moves.get(cell, str(cell)) for cell in range(variant.squares))


def room_board(pov: Pov) -> Board:
    """The board of a game, to play on."""
    state = pov.state
    variant, position = state.variant, state.position
    numbers = {variant.square(move): number for number, move in enumerate(state.moves, start=1)}
    worths = worths_in_words(variant, position) if pov.hinted else {}
    values, (line, ink) = values_of(variant, position), line_on(position)

    def square(cell: Cell, mark: str) -> Square:
        last = bool(numbers) and numbers.get(cell) == len(state.moves)
        worth, winner = worths.get(cell, ("", ""))
        return Square(
            cell,
            mark,
            square_label(cell, mark, last=last, worth=worth),
            values[cell],
            closed=pov.my_turn and bool(mark),
            look="last" if last else "",
            move=numbers.get(cell, 0),
            worth=worth,
            winner=winner,
        )

    return Board(
        tuple(square(cell, mark_on(symbol)) for cell, symbol in enumerate(position.cells)),
        variant.columns,
        field="cell",
        form="act",
        turn=pov.to_move or "",
        closed=not pov.my_turn,
        line=line,
        ink=ink,
    )


def series_board(pov: Pov) -> Board:
    """The board of a game, to look at."""
    return replace(room_board(pov), field="", closed=False)
