"""The points of a tournament, counted from its games and never stored.

Only games between two people count, and only a player's best match against each opponent, so nobody gains by meeting
the same person repeatedly. Games given up too early do not count; see `counts`.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from games.engine.position import Mark
from games.engine.variant import Variant
from games.play.models import Ended
from games.play.selectors.state import State
from games.site.sql import moment, rows
from games.tournaments.models import Kind
from games.tournaments.pairing.table import Row, Score, add_best, table_of

MIN_MOVES_BY_LOSER: Final = 2  # for a given-up game to count

# Endings that mean giving up. In a round robin only resigning does, because everyone meets an absent player once and
# gains equally.
GIVEN_UP: Final = {
    Kind.ARENA: {Ended.RESIGNED, Ended.TIME, Ended.ABANDONED},
    Kind.ROUND: {Ended.RESIGNED},
}


def counts(kind: str, variant: Variant, start: str, record: str, winner: str, ended: str) -> bool:
    """Return whether a finished game counts: not if the loser gave it up before MIN_MOVES_BY_LOSER, or if it was broken
    off before both had moved."""
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


def table_after(kind: str, variant: Variant, games: Iterable[Finished], entrants: Iterable[int]) -> tuple[Row, ...]:
    """Return the standings of these entrants after these games."""
    scores = sum_scores(kind, variant, games)
    return table_of({one: scores.get(one, Score()) for one in entrants})


def sum_scores(kind: str, variant: Variant, games: Iterable[Finished]) -> dict[int, Score]:
    """Return each entrant's score: the sum of their best match against each opponent, from the games that count."""
    matches = defaultdict[tuple[int, int, int], Score](Score)
    for game in games:
        if not counts(kind, variant, game.start, game.record, game.winner, game.ended):
            continue
        begins, answers = (game.first, game.second) if game.place == 1 else (game.second, game.first)
        turn = variant.position(game.start).turn
        matches[begins, answers, game.match] += game.score_of(turn)
        matches[answers, begins, game.match] += game.score_of(turn.other)
    return add_best((one, other, score) for (one, other, _match), score in matches.items())
