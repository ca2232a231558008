"""What one viewer sees of one game, and what they may do in it.

A `Pov` is a State as seen from the seats one viewer holds. Templates ask it; they decide nothing themselves.
"""

from dataclasses import dataclass

from games.engine.position import BLANK, Line, Mark
from games.show.pov.news import News
from games.show.squares import move_label, square_label
from games.show.verdicts import worth_in_words

__all__ = ["Plate", "Pov", "Square", "StripPlace", "tally"]

TALLY_MOST = 10


@dataclass(frozen=True)
class Square:
    """One square of the board as drawn. `variant` picks one of four drawings; `move` is its number in the game.

    `worth` says what marking it leads to, where that is shown, and `winner` who would win: "X", "O" or nothing.
    """

    cell: int
    mark: str
    label: str
    playable: bool
    last: bool
    winning: bool
    move: int
    worth: str = ""
    winner: str = ""

    @property
    def number(self) -> int:
        return self.cell + 1

    @property
    def variant(self) -> int:
        return self.cell % 4


def tally(count: int) -> tuple[int, ...]:
    """A count in tally marks: how many strokes each group has. The number beside it says what no longer fits."""
    groups, rest = divmod(min(count, TALLY_MOST), 5)
    return (5,) * groups + ((rest,) if rest else ())


@dataclass(frozen=True)
class Plate:
    """The name plate of one side. `you`: the name is the viewer's; without one, "You" stands in its place."""

    mark: str
    name: str
    you: bool
    computer: bool
    wins: int
    to_move: bool
    here: bool
    away: bool

    @property
    def tally(self) -> tuple[int, ...]:
        return tally(self.wins)


@dataclass(frozen=True)
class StripPlace:
    """One place of the move strip, with the ids of its drawings in _sprite.html.

    `newest` is the mark played, "x4"; nothing if it is still to come. `older` are the place before and what it adds.
    """

    number: int
    newest: str
    older: tuple[str, ...]
    label: str
    current: bool


class Pov(News):
    """A game as seen by one viewer: who they are (`Viewer`), in `Words`, with its `News`, and as drawn."""

    @property
    def now(self) -> bool:
        """Whether the status is highlighted: something is asked of the viewer, or they have won."""
        return self.my_turn or self.won or (self.state.one_screen and self.finished and not self.drawn)

    @property
    def company(self) -> tuple[object, ...]:
        """All that a change of who is here can change of what the viewer sees."""
        return self.plates, self.may_claim, self.wanted, self.may_ask_rematch, self.read

    @property
    def squares(self) -> tuple[Square, ...]:
        position = self.state.position
        line = self.outcome.line if self.outcome else None
        variant, moves = self.state.variant, self.state.moves
        last = variant.square(moves[-1]) if moves else None
        cells = position.legal_moves if self.hinted else ()
        worths = {cell: worth_in_words(variant.solver, position, cell) for cell in cells}
        return tuple(
            self._square(cell, "" if symbol == BLANK else symbol, cell == last, line, *worths.get(cell, ("", "")))
            for cell, symbol in enumerate(position.cells)
        )

    def _square(self, cell: int, mark: str, last: bool, line: Line | None, worth: str, winner: str) -> Square:
        return Square(
            cell=cell,
            mark=mark,
            label=square_label(cell, mark, last=last, worth=worth),
            playable=self.my_turn and not mark,
            last=last,
            winning=line is not None and cell in line,
            move=self.state.record.find(str(cell)) + 1,
            worth=worth,
            winner=winner,
        )

    @property
    def winning_line(self) -> str:
        """The name of the winning line as in the drawings, "1-5-9", or nothing."""
        line = self.outcome.line if self.outcome else None
        return "-".join(str(cell + 1) for cell in line) if line else ""

    @property
    def plates(self) -> tuple[Plate, Plate]:
        return self._plate(Mark.X, self.state.x_total), self._plate(Mark.O, self.state.o_total)

    def _plate(self, mark: Mark, wins: int) -> Plate:
        seat = self.state.seats.get(mark)
        return Plate(
            mark=mark,
            name=self.name(mark),
            you=self.me == mark and bool(seat and seat.name),
            computer=bool(seat and seat.opponent),
            wins=wins,
            to_move=self.to_move == mark,
            here=mark in self.presence.here and mark != self.me,
            away=mark in self.presence.left and mark != self.me,
        )

    @property
    def draws(self) -> int:
        """Games without a winner since the two began, for the running score."""
        return self.state.draws_total

    @property
    def strip(self) -> tuple[StripPlace, ...]:
        """The moves in order, and a place for each that may still come."""
        record = self.state.record
        # A capital names the paler drawing of a mark.
        older = ("tg", *(f"{symbol}{cell}" for cell, symbol in enumerate(self.state.start) if symbol != BLANK))
        places = []
        for index in range(9 - self.state.positions[0].ply):
            number, newest, label = index + 1, "", ""
            if index < len(record):
                mark, cell = self.state.positions[index].turn, int(record[index])
                newest, label = f"{mark.lower()}{cell}", move_label(mark, cell)
            places.append(StripPlace(number, newest, older, label, number == len(record)))
            older = (f"p{number}", newest.upper())
        return tuple(places)
