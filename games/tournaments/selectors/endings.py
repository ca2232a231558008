"""Highlights of a finished tournament: the positions that many got wrong, the biggest climber, and the entrant with the
most moves without a mistake.

Computing them takes about a second for a thousand games, so a director computes and stores them once.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any, Final, NamedTuple

from django.db.models import Max

from games.engine.analysis import JudgedMove
from games.engine.position import Mark, Position
from games.engine.symmetry import canonical
from games.engine.variant import Variant
from games.play.models import Game, Status
from games.play.selectors.state import State
from games.tournaments.models import Match, Phase, Tournament
from games.tournaments.pairing.table import Score, table_of
from games.tournaments.selectors.standings import Finished, sum_scores
from games.tournaments.selectors.tournaments import TournamentState, games_between_people

MATCHES_AT_ONCE: Final = 20  # per read, because opening a room waits for the read in progress
MIN_MISSED: Final = 2  # people who missed a position, so that nobody is singled out
MAX_MISSED_SHOWN: Final = 3  # missed positions


@dataclass(frozen=True)
class Missed:
    """A position, up to symmetry, with the number of `people` who moved in it, and of those who erred the first
    time."""

    position: Position
    people: int
    missed: int


@dataclass(frozen=True)
class Climber:
    """The entrant who climbed the most places in the second half of the games. `who` is an Entrant's id."""

    who: int
    before: int
    after: int


@dataclass(frozen=True)
class Faultless:
    """The entrant with the most moves and no mistake. `who` is an Entrant's id."""

    who: int
    moves: int


@dataclass(frozen=True)
class Ending:
    """The highlights of a finished tournament. `missed` is sorted, most often missed first."""

    missed: tuple[Missed, ...]
    climber: Climber | None
    faultless: Faultless | None

    def as_json(self) -> dict[str, Any]:
        return {
            "missed": [[one.position.text, one.people, one.missed] for one in self.missed],
            "climber": self.climber and [*astuple(self.climber)],
            "faultless": self.faultless and [*astuple(self.faultless)],
        }


class Played(NamedTuple):
    """A finished game."""

    game: Game
    state: State

    def sides(self, entrants: Mapping[int, int]) -> list[tuple[str, int]]:
        """Return each mark and its Entrant. `entrants` maps Player ids to Entrant ids."""
        seats = self.state.seats.items()
        return [(mark, entrants[seat.player]) for mark, seat in seats if seat.player and seat.player in entrants]

    def mistakes(self, mark: str) -> int:
        return (self.game.x_mistakes if mark == Mark.X else self.game.o_mistakes) or 0


def ending_of(tournament: TournamentState) -> Ending | None:
    """Return the stored ending of a tournament, or None."""
    stored = tournament.stored_ending
    if stored is None:
        return None
    position = tournament.variant.position
    return Ending(
        missed=tuple(Missed(position(text), people, missed) for text, people, missed in stored["missed"]),
        climber=stored["climber"] and Climber(*stored["climber"]),
        faultless=stored["faultless"] and Faultless(*stored["faultless"]),
    )


def next_without_ending(but: Collection[int] = ()) -> str:
    """Return the code of the latest finished tournament without an ending, or "". Skips the ids in `but`."""
    without = Tournament.objects.filter(phase=Phase.OVER, ending__isnull=True).exclude(pk__in=but)
    return without.order_by("-over_at").values_list("code", flat=True).first() or ""


def last_match(tournament: int) -> int:
    """Return the number of the last match, or 0."""
    last: int | None = Match.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"]
    return last or 0


def finished_games(tournament: int, match: int) -> list[Played]:
    """Return the finished games between two people in MATCHES_AT_ONCE matches, starting with match number `match`."""
    some = games_between_people(tournament).filter(match__number__range=(match, match + MATCHES_AT_ONCE - 1))
    return [Played(game, State.of(game)) for game in some if game.status == Status.FINISHED]


def compute_ending(tournament: TournamentState, games: Iterable[Played]) -> Ending:
    """Compute the ending of a tournament from all its finished games between two people, without the database."""
    in_order = sorted(games, key=lambda one: one.game.pk)
    entrants = {entrant.player: entrant.id for entrant in tournament.table}
    missed = missed_in(tournament.variant, [one.state for one in in_order])
    faultless = _faultless(in_order, entrants) if tournament.variant.solver else None
    return Ending(missed[:MAX_MISSED_SHOWN], _climber(tournament, in_order), faultless)


def missed_in(variant: Variant, games: Iterable[State]) -> tuple[Missed, ...]:
    """Return the positions that several people got wrong at their first encounter, most often missed first."""
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
    several = [one for one in found if one.missed >= MIN_MISSED]
    return tuple(sorted(several, key=lambda one: (-one.missed, one.people, one.position.text)))


def _climber(tournament: TournamentState, games: Sequence[Played]) -> Climber | None:
    in_order = sorted((Finished.of(one.game) for one in games), key=lambda one: one.finished_at)
    before, after = (_places(tournament, some) for some in (in_order[: len(in_order) // 2], in_order))
    climbed = max(after, key=lambda who: (before[who] - after[who], -after[who]), default=None)
    if climbed is None or before[climbed] <= after[climbed]:
        return None
    return Climber(climbed, before[climbed], after[climbed])


def _places(tournament: TournamentState, games: Iterable[Finished]) -> dict[int, int]:
    """Return the place of each entrant after these games."""
    scores = sum_scores(tournament.kind, tournament.variant, games)
    listed = {entrant.id: scores.get(entrant.id, Score()) for entrant in tournament.table}
    return {row.who: row.place for row in table_of(listed)}


def _faultless(games: Sequence[Played], entrants: Mapping[int, int]) -> Faultless | None:
    moves, mistaken = dict.fromkeys(entrants.values(), 0), set()
    for one in games:
        for mark, who in one.sides(entrants):
            moves[who] += sum(before.turn == mark for before in one.state.positions[: one.state.plies])
            if one.mistakes(mark):
                mistaken.add(who)
    best = max(moves.keys() - mistaken, key=lambda who: (moves[who], -who), default=None)
    return Faultless(best, moves[best]) if best is not None and moves[best] else None
