"""The public state of a game: plain, small, the same for everyone, and serializable."""

from dataclasses import astuple, dataclass, field, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, Final, Self

from games.engine.position import Mark, Move, Position
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play.models import Game, Status

# The longest `State.seen` accepted from a URL, in characters. Missed moves of a longer game are not announced.
LONGEST_SEEN = 2_000
MORE_TIME: Final = 3  # times the usual time for a move in a tournament


@dataclass(frozen=True)
class SeatState:
    """The player of one mark: a Player's id and name, or a computer player's key and, for a robot, its name."""

    player: int | None
    name: str
    opponent: str


# The fields copied from the Game.
STORED: Final = (
    *("code", "version", "status", "start", "record", "winner", "ended", "x_wins", "o_wins", "draws"),
    *("offered_by", "offered_variant", "hints", "helped", "next_code"),
)


@dataclass(frozen=True)
class State:
    """The public state of a game; the defaults are for a game that is not stored. `game` is its database id; `seats`
    maps the mark of each taken seat to its SeatState. `offered_variant` is the variant that a rematch offer proposes,
    "" for the same one. Two fields are not stored: `withdrawn` means that an offer has just been withdrawn,
    `first_win` that this is the player's first win against the computer player (see `with_first_win`).

    In a tournament, `tournament` is its code, `kind` its kind (arena or round robin), `place` the number of the game in
    its match, `seconds` the usual time for a move, `more_time` the marks of players with MORE_TIME, and `move_by` the
    deadline, if a clock runs. Names are then those of the tournament.
    """

    variant: Variant
    start: str
    record: str
    seats: dict[str, SeatState] = field(hash=False)
    game: int = 0
    code: str = ""
    version: int = 0
    status: str = Status.STARTED
    winner: str = ""
    ended: str = ""
    x_wins: int = 0
    o_wins: int = 0
    draws: int = 0
    offered_by: str = ""
    offered_variant: str = ""
    hints: bool = False
    hint: bool = False
    helped: bool = False
    next_code: str = ""
    tournament: str = ""
    kind: str = ""
    place: int = 0
    seconds: int = 0
    more_time: str = ""
    move_by: datetime | None = None
    withdrawn: bool = False
    first_win: bool = False

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the State of a game. Reads its seats, their players, its rematch and its match, unless prefetched."""
        stored: dict[str, Any] = {name: getattr(game, name) for name in STORED}
        entrants: dict[int | None, Any] = {}
        if match := game.match:
            entrants = {entrant.player_id: entrant for entrant in (match.first, match.second) if entrant}
            about = match.tournament
            stored |= {"tournament": about.code, "kind": about.kind, "place": game.place, "seconds": about.seconds}
        seats, more_time = {}, ""
        for seat in game.seated:
            entrant = entrants.get(seat.player_id)
            seats[seat.mark] = SeatState(seat.player_id, (entrant or seat.player or seat).name, seat.opponent)
            if entrant and entrant.more_time:
                more_time += seat.mark
        return cls(
            **stored,
            game=game.pk,
            variant=VARIANTS[game.variant],
            hint=game.hint_version == game.version,
            seats=seats,
            more_time=more_time,
            move_by=game.move_by if game.status == Status.STARTED else None,
        )

    def after(self, changes: dict[str, Any]) -> Self:
        """Return this state with the changes that were just stored."""
        known = {name: value for name, value in changes.items() if name in self.__dataclass_fields__}
        return replace(self, **known, version=self.version + 1, hint=False, withdrawn=False)

    def at(self, plies: int) -> Self:
        """Return the game as it was after `plies` moves: over if that position is final, else in play."""
        shown = replace(self, record=self.record_of(plies), status=Status.STARTED, winner="", ended="")
        outcome = shown.position.outcome
        if outcome is None:
            return shown
        return replace(shown, status=Status.FINISHED, winner=outcome.winner or "", ended=outcome.termination)

    @property
    def seen(self) -> str:
        """The status, the moves and the open offer that a page shows, as text, which a reconnecting page sends."""
        return f"{self.status}-{self.record}-{self.offered_by}"

    def as_seen(self, seen: str, *, away: bool = False) -> Self | None:
        """Return this game as the page last showed it; None if `seen` is malformed.

        Use it only for comparisons: clients may send anything, so `record` may be illegal. `away` means that the player
        may meanwhile have withdrawn a rematch offer on another page.
        """
        if len(seen) > LONGEST_SEEN or seen.count("-") != 2:
            return None
        status, record, offered_by = seen.split("-")
        if away and status == Status.FINISHED and not self.offered_by:
            offered_by = ""
        return replace(self, status=status, record=record, offered_by=offered_by)

    def as_message(self) -> dict[str, Any]:
        """Serialize to plain values for other processes."""
        plain = {name: getattr(self, name) for name in self.__dataclass_fields__}
        seats = {mark: astuple(seat) for mark, seat in self.seats.items()}
        move_by = self.move_by and self.move_by.isoformat()
        return {**plain, "variant": self.variant.key, "seats": seats, "move_by": move_by}

    @classmethod
    def from_message(cls, message: dict[str, Any]) -> Self:
        """Return a State from plain values, possibly of another release. Ignores unknown keys. Raises KeyError without
        what identifies a game's state, or for a game that this release lacks."""
        if missing := {"game", "code", "version", "status"} - message.keys():
            raise KeyError(missing)
        known = {name: message[name] for name in cls.__dataclass_fields__ if name in message}
        known["seats"] = {mark: SeatState(*seat[:3]) for mark, seat in message["seats"].items()}
        known["variant"] = VARIANTS[message["variant"]]
        if move_by := message.get("move_by"):
            known["move_by"] = datetime.fromisoformat(move_by)
        return cls(**known)

    def seconds_for(self, mark: Mark) -> int:
        """Return a side's seconds for a move."""
        return self.seconds * (MORE_TIME if mark in self.more_time else 1)

    @property
    def seconds_to_move(self) -> int:
        """The seconds for a move of the side to move."""
        return self.seconds_for(self.position.turn)

    @property
    def plies(self) -> int:
        """The number of moves in the record."""
        return len(self.variant.split(self.record))

    def record_of(self, plies: int) -> str:
        """Return the record of the first `plies` moves."""
        return "".join(self.variant.split(self.record)[:plies])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the game, in order."""
        return self.variant.moves(self.record)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the game, the starting one first."""
        return positions_of(self.variant, self.start, self.record)

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def inks(self) -> str:
        """The ink on each square; see `Variant.inks`."""
        return self.inks_after(self.plies)

    def inks_after(self, plies: int) -> str:
        """Return the inks after the first `plies` moves."""
        return self.variant.inks(self.positions[: plies + 1], self.moves[:plies])

    @property
    def next_variant(self) -> Variant:
        """The game of a rematch: the offered one, else the same."""
        return VARIANTS[self.offered_variant] if self.offered_by and self.offered_variant else self.variant

    @property
    def x_total(self) -> int:
        """Games won by the player of X in this chain of rematches, including this game."""
        return self.x_wins + (self.winner == Mark.X)

    @property
    def o_total(self) -> int:
        """Games won by the player of O in this chain of rematches, including this game."""
        return self.o_wins + (self.winner == Mark.O)

    @property
    def draws_total(self) -> int:
        """Games drawn in this chain of rematches, including this game."""
        return self.draws + (self.status == Status.FINISHED and not self.winner)

    @cached_property
    def one_screen(self) -> bool:
        """Whether one person holds both seats (two people sharing a screen)."""
        players = {seat.player for seat in self.seats.values()}
        return len(self.seats) == 2 and len(players) == 1 and None not in players

    @cached_property
    def between_people(self) -> bool:
        """Whether two people play on a screen each, or one waits for the other."""
        return not self.one_screen and all(seat.player for seat in self.seats.values())

    @property
    def for_two(self) -> bool:
        """Whether this is a room for two people outside tournaments, which has doodles and calls."""
        return self.between_people and not self.in_tournament

    @property
    def in_tournament(self) -> bool:
        """Whether this is a tournament game, which has no offers or hints, but may have a clock."""
        return self.place > 0

    def plies_before(self, marks: frozenset[Mark]) -> int | None:
        """Return the number of moves before the last one of these marks; None if they have made none."""
        return next((ply for ply in reversed(range(self.plies)) if self.positions[ply].turn in marks), None)

    def marks_of(self, player: int | None) -> frozenset[Mark]:
        """Return the marks a Player holds here: none, one, or both on one screen."""
        seats = self.seats.items() if player is not None else ()
        return frozenset(Mark(mark) for mark, seat in seats if seat.player == player)


@lru_cache(maxsize=1_024)  # a game of MAX_MOVES takes about 200 KB
def _cache_entry(_variant: Variant, _start: str, _record: str) -> list[tuple[Position, ...]]:
    """Return the cache entry of one game: a list, which is empty until it holds the game's positions."""
    return []


def positions_of(variant: Variant, start: str, record: str) -> tuple[Position, ...]:
    """Return every position of a game. If the game without its last move is cached, plays only that move."""
    entry = _cache_entry(variant, start, record)
    if not entry:
        moves = variant.split(record)
        before = _cache_entry(variant, start, "".join(moves[:-1])) if moves else []
        positions = list(before[0]) if before else [variant.position(start)]
        for text in moves[len(positions) - 1 :]:
            positions.append(positions[-1].play(variant.read(text)))
        entry.append(tuple(positions))
    return entry[0]
