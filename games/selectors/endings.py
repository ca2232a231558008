"""What a tournament that is over tells beside its table: which positions many got wrong, who has climbed most, and who
has made no mistake."""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.analysis import JudgedMove
from games.engine.position import Mark, Position
from games.engine.symmetry import canonical
from games.engine.variant import Variant
from games.models import Game, Status
from games.pairing.table import Score, table_of
from games.selectors.state import State
from games.selectors.tournaments import TournamentState, games_that_count

KEPT: Final = 32  # endings that are remembered
FEWEST: Final = 2  # people who missed a position, so that nobody is alone with it
MOST_SHOWN: Final = 3  # such positions


@dataclass(frozen=True)
class Missed:
    """A position, up to symmetry, in which so many `people` were to move, and so many of them made a mistake the first
    time."""

    position: Position
    people: int
    missed: int


@dataclass(frozen=True)
class Climber:
    """Who has come up most places since half of the games had been played. `who` is the number of a Player."""

    who: int
    before: int
    after: int


@dataclass(frozen=True)
class Faultless:
    """Who has made most moves without a mistake. `who` is the number of a Player."""

    who: int
    moves: int


@dataclass(frozen=True)
class Ending:
    """What is told of a tournament that is over. `missed` begins with the position that most got wrong."""

    missed: tuple[Missed, ...]
    climber: Climber | None
    faultless: Faultless | None


class Played(NamedTuple):
    """A game that is over."""

    game: Game
    state: State

    def sides(self, players: Container[int]) -> list[tuple[str, int]]:
        """The marks of these players."""
        seats = self.state.seats.items()
        return [(mark, seat.player) for mark, seat in seats if seat.player is not None and seat.player in players]

    def mistakes(self, mark: str) -> int:
        return (self.game.x_mistakes if mark == Mark.X else self.game.o_mistakes) or 0


def ending_of(tournament: TournamentState) -> Ending:
    """The ending of a tournament that is over."""
    assert tournament.over_at
    players = tuple(entrant.player for entrant in tournament.table)
    return _ending_of(tournament.id, tournament.over_at, tournament.variant, players)


@lru_cache(maxsize=KEPT)
def _ending_of(tournament: int, over_at: datetime, variant: Variant, players: tuple[int, ...]) -> Ending:
    """The ending of a tournament, whose games no longer change once it is over at that moment."""
    games = [Played(game, State.of(game)) for game in games_that_count(tournament).filter(status=Status.FINISHED)]
    missed = missed_in(variant, [one.state for one in games])
    return Ending(missed[:MOST_SHOWN], _climber(games, players), _faultless(games, players))


def missed_in(variant: Variant, games: Iterable[State]) -> tuple[Missed, ...]:
    """The positions that several people got wrong when they first came to them, those first that most did."""
    if variant.solver is None:
        return ()
    right: dict[Position, dict[int, bool]] = defaultdict(dict)
    for game in games:
        for before, move in zip(game.positions, game.moves, strict=False):
            seat = game.seats.get(before.turn)
            if seat and seat.player:
                seen = right[canonical(variant, variant.reduced(before))]
                seen.setdefault(seat.player, not JudgedMove(variant, before, move).verdict.mistake)
    found = (Missed(position, len(seen), list(seen.values()).count(False)) for position, seen in right.items())
    several = [one for one in found if one.missed >= FEWEST]
    return tuple(sorted(several, key=lambda one: (-one.missed, one.people, one.position.text)))


def _climber(games: Sequence[Played], players: Sequence[int]) -> Climber | None:
    in_order = sorted(games, key=lambda one: one.game.finished_at or one.game.changed_at)
    before, after = (_places(some, players) for some in (in_order[: len(in_order) // 2], in_order))
    climbed = max(players, key=lambda who: (before[who] - after[who], -after[who]), default=None)
    if climbed is None or before[climbed] <= after[climbed]:
        return None
    return Climber(climbed, before[climbed], after[climbed])


def _places(games: Iterable[Played], players: Sequence[int]) -> dict[int, int]:
    """Who was in which place after these games."""
    scores = dict.fromkeys(players, Score())
    for one in games:
        for mark, who in one.sides(scores):
            won, drawn = one.game.winner == mark, not one.game.winner
            scores[who] += Score(won, drawn, not (won or drawn), one.mistakes(mark))
    return {row.who: row.place for row in table_of(scores)}


def _faultless(games: Sequence[Played], players: Sequence[int]) -> Faultless | None:
    moves, mistaken = dict.fromkeys(players, 0), set()
    for one in games:
        for mark, who in one.sides(moves):
            moves[who] += sum(before.turn == mark for before in one.state.positions[: one.state.plies])
            if one.mistakes(mark):
                mistaken.add(who)
    best = max(moves.keys() - mistaken, key=lambda who: (moves[who], -who), default=None)
    return Faultless(best, moves[best]) if best is not None and moves[best] else None
