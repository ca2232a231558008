"""The results of finished games: a player's against each opponent, and those of a chain of rematches."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet, Sum

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play.models import Game, Seat, Status
from games.play.selectors.state import State
from games.site.models import Player
from games.site.sql import rows

MAX_TOTALS = 50  # totals listed


@dataclass(frozen=True)
class Record:
    """A player's results in finished games. `won` excludes wins with hints, which are `helped`."""

    won: int
    drawn: int
    lost: int
    helped: int = 0
    mistakes: int = 0

    @property
    def played(self) -> int:
        return self.won + self.helped + self.drawn + self.lost

    @property
    def mistakes_per_game(self) -> float:
        return self.mistakes / self.played


@dataclass(frozen=True, kw_only=True)
class Total(Record):
    """A player's results in one variant against one opponent: a computer player by its key, a robot by its key and
    name, or a person by their name. `sides` splits them by the player's own mark."""

    variant: str
    key: str
    name: str
    sides: dict[Mark, Record]


def totals_of(player: Player, among: QuerySet[Game] | None = None) -> list[Total]:
    """Return at most MAX_TOTALS totals of a player's finished games (only those `among` these, if given), by variant
    and opponent, the most played first.

    Games on one screen or from a position set up by hand do not count. Neither do tournament games, because listing
    them would reveal the names that people use elsewhere.
    """
    seats = _opponents_of(player) if among is None else _opponents_of(player).filter(game__in=among.values("pk"))
    others = seats.values("game__variant", "opponent", "name", "player", "player__name")
    # The stubs lack the names in RESULTS.
    in_order = others.annotate(**RESULTS).order_by("-games", "game__variant", "opponent", "name", "player")  # type: ignore[misc]
    return [
        Total(
            **_counts(row, *Mark),
            variant=row["game__variant"],
            key=row["opponent"],
            name=row["player__name"] or row["name"],
            sides={mark: Record(**_counts(row, mark)) for mark in Mark},
        )
        for row in in_order[:MAX_TOTALS]
    ]


def overall_record(player: Player) -> Record:
    """Return a player's results in all games against all opponents."""
    return Record(**_counts(_opponents_of(player).aggregate(**RESULTS), *Mark))


def _opponents_of(player: Player) -> QuerySet[Seat]:
    """Return the seats opposite a player in finished games from the usual start, outside tournaments."""
    usual = Q(*((Q(game__variant=one.key, game__start=one.start.text)) for one in VARIANTS.values()), _connector=Q.OR)
    mine = Seat.objects.filter(usual, player=player, game__status=Status.FINISHED, game__match=None)
    return Seat.objects.filter(game__in=mine.values("game")).exclude(player=player)


# A game's result for the player, as conditions on the opposite seat.
ENDS: Final = {
    "won": ~Q(game__winner__in=["", F("mark")]) & Q(game__helped=False),
    "drawn": Q(game__winner=""),
    "lost": Q(game__winner=F("mark")),
    "helped": ~Q(game__winner__in=["", F("mark")]) & Q(game__helped=True),
}
# Aggregates over opposite seats: each field of a Record by the player's mark, as in "won_X".
RESULTS: Final = {
    "games": Count("pk"),
    **{f"{name}_{mark}": Count("pk", filter=end & Q(mark=mark.other)) for name, end in ENDS.items() for mark in Mark},
    **{f"mistakes_{mark}": Sum(f"game__{mark.lower()}_mistakes", filter=Q(mark=mark.other)) for mark in Mark},
}


def _counts(row: Mapping[str, Any], *marks: Mark) -> dict[str, int]:
    """Add up the fields of a Record over these marks of the player."""
    return {name: sum(row[f"{name}_{mark}"] or 0 for mark in marks) for name in (*ENDS, "mistakes")}


Records = dict[str, dict[str, Record]]  # by the computer player's key, then by the player's own mark


def records_of(player: Player | None, variant: Variant = CLASSIC) -> Records:
    """Return a player's records against the computer players of a game, in one query. Games from a position set up by
    hand, and abandoned ones, do not count."""
    if player is None:
        return {}
    found: Records = {}
    for key, mark, *counts in rows(RECORDS, player.pk, variant.key, variant.start.text):
        found.setdefault(key, {})[Mark(mark)] = Record(*counts)
    return found


RECORDS: Final = """
    SELECT
        computer.opponent,
        mine.mark,
        COUNT(*) FILTER (WHERE game.winner = mine.mark AND NOT game.helped),
        COUNT(*) FILTER (WHERE game.winner = ''),
        COUNT(*) FILTER (WHERE game.winner = computer.mark),
        COUNT(*) FILTER (WHERE game.winner = mine.mark AND game.helped)
    FROM games_seat mine
    JOIN games_game game ON game.id = mine.game_id
    JOIN games_seat computer ON computer.game_id = game.id AND computer.opponent <> ''
    WHERE
        mine.player_id = %s AND game.variant = %s AND game.start = %s
        AND game.status = 'finished' AND game.ended <> 'abandoned'
    GROUP BY computer.opponent, mine.mark
"""


Results = dict[str, Counter[int]]  # by variant: each player's wins by id, and the draws under 0


def results_so_far(state: State) -> Results:
    """Return the results of a game and those before it in its chain of rematches; empty if all are of one variant."""
    found: Results = defaultdict(Counter)
    for variant, winner, count in rows(SCORE, state.game):
        found[variant][winner] += count
    return dict(found) if found.keys() - {state.variant.key} else {}


# Includes the game itself, unless it is in play.
SCORE: Final = """
    WITH RECURSIVE earlier(id, before) AS (
        SELECT id, rematch_of_id FROM games_game WHERE id = %s
        UNION ALL
        SELECT game.id, game.rematch_of_id FROM games_game game JOIN earlier ON game.id = earlier.before
    )
    SELECT game.variant, COALESCE(seat.player_id, 0), COUNT(*)
    FROM earlier
    JOIN games_game game ON game.id = earlier.id AND game.status = 'finished'
    LEFT JOIN games_seat seat ON seat.game_id = game.id AND seat.mark = game.winner
    GROUP BY game.variant, seat.player_id
"""
