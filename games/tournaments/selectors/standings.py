"""The points of a tournament, counted from its games and never stored. Only games between two people count, and only a
player's best match against each opponent, so nobody gains by meeting the same person repeatedly."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple, Self

from games.engine.position import Mark
from games.engine.variant import Variant
from games.play.models import Ended
from games.play.selectors.state import State
from games.site.sql import moment, rows
from games.tournaments.models import Kind

WIN: Final = 2  # points
DRAW: Final = 1
MIN_MOVES_BY_LOSER: Final = 2  # for a given-up game to count

# Endings that mean giving up. In a round robin only resigning does, because everyone meets an absent player once and
# gains equally.
GIVEN_UP: Final = {
    Kind.ARENA: {Ended.RESIGNED, Ended.TIME, Ended.ABANDONED},
    Kind.ROUND: {Ended.RESIGNED},
}


def counts(kind: str, variant: Variant, start: str, record: str, winner: str, ended: str) -> bool:
    """Return whether a finished game counts: not if the loser gave it up, or it was broken off, after too few moves."""
    if winner and ended in GIVEN_UP[Kind(kind)]:
        return _moves_of(Mark(winner).other, variant, start, record) >= MIN_MOVES_BY_LOSER
    if not winner and ended == Ended.ABANDONED:
        return all(_moves_of(mark, variant, start, record) for mark in Mark)
    return True


def state_counts(state: State) -> bool:
    """Return whether a finished game counts in its tournament. States from earlier releases lack the kind."""
    about = state.variant, state.start, state.record, state.winner, state.ended
    return not state.kind or counts(state.kind, *about)


def _moves_of(mark: Mark, variant: Variant, start: str, record: str) -> int:
    """Return the number of a side's moves."""
    began = variant.position(start).turn == mark
    return (len(variant.split(record)) + began) // 2


@dataclass(frozen=True)
class Score:
    """An entrant's results so far."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    mistakes: int = 0

    @property
    def points(self) -> int:
        return WIN * self.won + DRAW * self.drawn

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def order(self) -> tuple[int, int, bool, int]:
        """A sort key; greater is better: points, wins, having played at all, fewer mistakes."""
        return self.points, self.won, self.played > 0, -self.mistakes

    def __add__(self, other: Self) -> "Score":
        return Score(
            self.won + other.won, self.drawn + other.drawn, self.lost + other.lost, self.mistakes + other.mistakes
        )


class Finished(NamedTuple):
    """A database row: a finished game between two entrants, by their ids."""

    match: int
    first: int
    second: int
    place: int
    start: str
    record: str
    winner: str
    ended: str
    x_mistakes: int | None
    o_mistakes: int | None
    finished_at: datetime

    def score_of(self, mark: Mark) -> Score:
        """Return the score of one side of the game."""
        won, drawn = self.winner == mark, not self.winner
        mistakes = self.x_mistakes if mark == Mark.X else self.o_mistakes
        return Score(won, drawn, not (won or drawn), mistakes or 0)


def finished_in(tournament: int) -> list[Finished]:
    """Return the finished games between two entrants."""
    return [Finished._make([*game, moment(finished_at)]) for *game, finished_at in rows(FINISHED, tournament)]


FINISHED: Final = """
    SELECT
        game.match_id, match.first_id, match.second_id, game.place, game.start, game.record,
        game.winner, game.ended, game.x_mistakes, game.o_mistakes, game.finished_at
    FROM games_game game JOIN games_match match ON match.id = game.match_id
    WHERE match.tournament_id = %s AND match.second_id IS NOT NULL AND game.finished_at IS NOT NULL
"""


def scores_after(kind: str, variant: Variant, games: Iterable[Finished]) -> defaultdict[int, Score]:
    """Return each entrant's score: the sum of their best match against each opponent, from the games that count."""
    matches = defaultdict[tuple[int, int, int], Score](Score)
    for game in games:
        if not counts(kind, variant, game.start, game.record, game.winner, game.ended):
            continue
        begins, answers = (game.first, game.second) if game.place == 1 else (game.second, game.first)
        turn = variant.position(game.start).turn
        matches[begins, answers, game.match] += game.score_of(turn)
        matches[answers, begins, game.match] += game.score_of(turn.other)
    best: dict[tuple[int, int], Score] = {}
    for (one, other, _match), score in matches.items():
        known = best.get((one, other), score)
        best[one, other] = max(known, score, key=lambda result: (result.order, -result.lost))
    total = defaultdict[int, Score](Score)
    for (one, _other), score in best.items():
        total[one] += score
    return total


def places_of(entrants: Iterable[int], scores: defaultdict[int, Score]) -> dict[int, int]:
    """Return the place of each entrant, best first. Ties keep their order and share a place: 1, 2, 2, 4."""
    places: dict[int, int] = {}
    best_first = sorted(entrants, key=lambda one: scores[one].order, reverse=True)
    for _order, equal in groupby(best_first, key=lambda one: scores[one].order):
        places |= dict.fromkeys(equal, len(places) + 1)
    return places
