"""Highlights of a finished tournament: positions that many got wrong, the biggest climber, and the most moves without a
mistake. Computing them takes about a second for a thousand games, so a director stores them once."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple

from games.engine.analysis import JudgedMove
from games.engine.position import Mark, Position
from games.engine.symmetry import canonical
from games.engine.variant import Variant
from games.play.models import Game
from games.play.selectors.state import State
from games.tournaments.models import Phase, Tournament
from games.tournaments.selectors.standings import Finished, places_of, scores_after
from games.tournaments.selectors.tournaments import TournamentState

MATCHES_AT_ONCE: Final = 20  # per read, because opening a room waits for the read in progress
MIN_MISSED: Final = 2  # people who missed a position, so that nobody is singled out
MAX_MISSED_SHOWN: Final = 3  # missed positions


class Missed(NamedTuple):
    """A position, up to symmetry, with the number of `people` who moved in it, and of those who erred at first."""

    position: Position
    people: int
    missed: int


class Climber(NamedTuple):
    """The entrant who climbed the most places in the second half of the games. `who` is an Entrant's id."""

    who: int
    before: int
    after: int


class Faultless(NamedTuple):
    """The entrant with the most moves and no mistake. `who` is an Entrant's id."""

    who: int
    moves: int


class Ending(NamedTuple):
    """The highlights of a finished tournament. `missed` is sorted, most often missed first."""

    missed: tuple[Missed, ...]
    climber: Climber | None
    faultless: Faultless | None

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "missed": [(one.position.text, one.people, one.missed) for one in self.missed]}


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


def compute_ending(tournament: TournamentState, games: Iterable[Game], results: Iterable[Finished]) -> Ending:
    """Compute the ending of a tournament from all its finished games between two people, without the database."""
    in_order = sorted(games, key=lambda game: game.pk)
    missed = missed_in(tournament.variant, map(State.of, in_order))
    faultless = _faultless(tournament, in_order) if tournament.variant.solver else None
    return Ending(missed[:MAX_MISSED_SHOWN], _climber(tournament, results), faultless)


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


def _climber(tournament: TournamentState, results: Iterable[Finished]) -> Climber | None:
    in_order = sorted(results, key=lambda one: one.finished_at)
    before, after = (_places(tournament, some) for some in (in_order[: len(in_order) // 2], in_order))
    climbed = max(after, key=lambda who: (before[who] - after[who], -after[who]), default=None)
    if climbed is None or before[climbed] <= after[climbed]:
        return None
    return Climber(climbed, before[climbed], after[climbed])


def _places(tournament: TournamentState, games: Iterable[Finished]) -> dict[int, int]:
    """Return the place of each entrant after these games."""
    scores = scores_after(tournament.kind, tournament.variant, games)
    return places_of([entrant.id for entrant in tournament.table], scores)


def _faultless(tournament: TournamentState, games: Iterable[Game]) -> Faultless | None:
    entrants = {entrant.player: entrant.id for entrant in tournament.table}
    moves, mistaken = Counter[int](), set[int]()
    for game in games:
        turns = [before.turn for before in State.of(game).positions[:-1]]
        mistakes = {Mark.X: game.x_mistakes, Mark.O: game.o_mistakes}
        for seat in game.seated:
            if who := entrants.get(seat.player_id or 0):
                moves[who] += turns.count(Mark(seat.mark))
                if mistakes[Mark(seat.mark)]:
                    mistaken.add(who)
    best = max(moves.keys() - mistaken, key=lambda who: (moves[who], -who), default=None)
    return Faultless(best, moves[best]) if best is not None and moves[best] else None
