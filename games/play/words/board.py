"""The boards of rooms, reviews, puzzles, the set-up page and series, all drawn by templates/play/_board.html."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.html import format_html

from games.engine.position import BLANK, Cell, Mark, Move, Position
from games.engine.variant import Variant
from games.play.words.marks import HOLLOW, drawn, drawn_after, mark_of
from games.play.words.pov import Pov
from games.play.words.squares import ages_of, short_names, square_label
from games.play.words.verdicts import worths_in_words
from games.site.speech import speech

DRAWINGS = 4  # of each mark, so that neighbours differ


@dataclass(frozen=True)
class Square:
    """One square of a board.

    `mark` is the drawing on the square: "X", "O", "H" (the hollow X) or "". A press sends `value`; `closed` means that
    the side to move may not mark the square. `look` is "last" for the square marked last, "going" if the next move
    removes its mark, "wrong" for a wrong answer, and "named" if the robot shown beside the board may mark it. `age` is
    1 for the oldest mark of a side, 0 if ages do not matter; see `squares.ages_of`. `move` is the number of the move
    that marked the square, 0 if none did, None on boards that do not count moves. `worth` is the result of marking the
    square, if shown, and `winner` the ink of the winner's mark.
    """

    cell: Cell
    mark: str
    label: str
    value: str = ""
    closed: bool = False
    look: str = ""
    age: int = 0
    move: int | None = None
    worth: str = ""
    winner: str = ""

    @property
    def drawing(self) -> str:
        """The id of the drawing of its mark."""
        return f"{self.mark}-{self.cell % DRAWINGS}"

    @property
    def worth_drawn(self) -> str:
        """`worth` with the winner's mark drawn, because "O wins in 2" reads as "zero wins in 2"."""
        before, mark, after = self.worth.partition(self.winner) if self.winner else (self.worth, "", "")
        if not mark:
            return self.worth
        return format_html('{}<svg><use href="#{}-0"/></svg>{}', before, mark, after)


@dataclass(frozen=True)
class Board:
    """Squares row by row, in `columns` columns.

    `field` is the name of the pressed square in the form, "" on a board without buttons; `form` is the id of the form,
    "" if the board is inside it. `turn` is the mark that a press draws; `closed` means that no square can be pressed.
    `line` is the drawing of the line that ended the game, and `ink` its colour, "" if the line lost. `threats` are the
    paths of lines that `turn` threatens to complete. `about` is the id of the element that describes the board.
    `choices` are the marks that the player may choose to write, and `chosen` is one of them.
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
    choices: tuple[str, ...] = ()
    chosen: str = ""
    threats: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The rows as text, "X 2 O", for people who play by ear; [] for others."""
        if not speech().by_ear:
            return []
        names = short_names(len(self.squares), self.columns)
        shown = [one.mark.replace(HOLLOW, Mark.X) or name for one, name in zip(self.squares, names, strict=True)]
        return [" ".join(shown[first : first + self.columns]) for first in range(0, len(shown), self.columns)]


def line_on(position: Position) -> tuple[str, str]:
    """Return the drawing of the line that ended a game, "1-5-9", and its ink, "" if it lost; without one ("", "")."""
    if not (position.outcome and (line := position.outcome.line)):
        return "", ""
    return "-".join(str(cell + 1) for cell in line), position.cells[line[0]] if position.outcome.line_wins else ""


def values_of(variant: Variant, position: Position) -> tuple[str, ...]:
    """Return what a press on each square sends: its move; the cell's number if there is none, or if the player also
    chooses the mark."""
    moves = {} if variant.choices else {variant.square(move): variant.write(move) for move in position.legal_moves}
    return tuple(moves.get(cell, str(cell)) for cell in range(variant.squares))


def chosen_of(variant: Variant, write: str) -> str:
    """Return the mark that a player has chosen to `write`, by default the first; "" in games without a choice."""
    return write if write in variant.choices else next(iter(variant.choices), "")


def room_board(pov: Pov) -> Board:
    """Return the board of a game, to play on."""
    state = pov.state
    variant, position = state.variant, state.position
    looks = {position.going: "going"} if pov.playing and position.going is not None else {}
    looks |= {variant.square(move): "last" for move in state.moves[-1:]}
    squares = squares_of(
        variant,
        position,
        drawn_after(state, state.plies),
        looks,
        worths=worths_in_words(variant, position) if pov.hinted else {},
        ages=ages_of(variant, position) if pov.playing else {},
        closed=variant.closed(position) if pov.my_turn else frozenset(),
        values=values_of(variant, position),
        numbers={variant.square(move): number for number, move in enumerate(state.moves, start=1)},
    )
    line, ink = line_on(position)
    chosen = chosen_of(variant, pov.write) if pov.playing and pov.marks else ""
    return Board(
        squares,
        variant.columns,
        field="cell",
        form="act",
        turn=mark_of(variant, pov.to_move) or chosen if pov.to_move else "",
        closed=not pov.my_turn,
        line=line,
        ink=ink,
        choices=variant.choices if chosen else (),
        chosen=chosen,
    )


def board_to_answer(
    variant: Variant,
    positions: Sequence[Position],
    moves: Sequence[Move],
    looks: Mapping[Cell, str],
    *,
    over: bool,
    write: str = "",
    worths: Mapping[Cell, tuple[str, str]] | None = None,
) -> Board:
    """Return the board of a puzzle, after some `positions` of a game and the `moves` between them. `looks` and `worths`
    are those of Squares; `over` means that a press does nothing, but the buttons keep the focus."""
    position = positions[-1]
    if position.going is not None and position.outcome is None:
        looks = {**looks, position.going: "going"}
    squares = squares_of(
        variant,
        position,
        drawn(position.cells, variant.inks(positions, moves)),
        looks,
        worths=worths or {},
        ages=ages_of(variant, position),
        closed=frozenset() if over else variant.closed(position),
        values=values_of(variant, position),
    )
    (line, ink), chosen = line_on(position), chosen_of(variant, write)
    return Board(
        squares,
        variant.columns,
        field="cell",
        form="nowhere" if over else "",
        turn=mark_of(variant, position.turn) or chosen,
        closed=over,
        line=line,
        ink=ink,
        choices=variant.choices,
        chosen=chosen,
    )


def squares_of(
    variant: Variant,
    position: Position,
    drawings: str,
    looks: Mapping[Cell, str],
    *,
    worths: Mapping[Cell, tuple[str, str]],
    ages: Mapping[Cell, int],
    closed: frozenset[Cell] = frozenset(),
    values: Sequence[str] = (),
    numbers: Mapping[Cell, int] | None = None,
) -> tuple[Square, ...]:
    """Return the squares of a board with these `drawings`. The other arguments give the fields of Squares by cell;
    `numbers` are those of the moves."""

    def square(cell: Cell, mark: str) -> Square:
        look, age, (worth, winner) = looks.get(cell, ""), ages.get(cell, 0), worths.get(cell, ("", ""))
        on_it, is_closed, end = position.cells[cell].replace(BLANK, ""), cell in closed, position.outcome
        label = square_label(variant, cell, on_it, look=look, worth=worth, closed=is_closed, age=age, end=end)
        move = None if numbers is None else numbers.get(cell, 0) if mark else 0
        return Square(cell, mark, label, values[cell] if values else "", is_closed, look, age, move, worth, winner)

    return tuple(square(cell, symbol.replace(BLANK, "")) for cell, symbol in enumerate(drawings))


def series_board(pov: Pov) -> Board:
    """Return the board of a game, without buttons."""
    return replace(room_board(pov), field="", closed=False)
