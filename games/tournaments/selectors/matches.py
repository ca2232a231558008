"""Queries for matches: between whom, their current games, and an entrant's latest results."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.play.models import Ended, Game, Seat
from games.play.selectors.games import games_with_seats
from games.site.sql import moment, rows
from games.tournaments.models import Entrant, Match, Phase, Standing
from games.tournaments.pairing import berger

MATCHES_SHOWN = 3  # on an entrant's page: the latest ones

# For games of a tournament. A condition on `status` would make SQLite scan all games.
IN_PLAY: Final = Q(finished_at=None)


def playing_in(tournament: int) -> list[int]:
    """Return the ids of entrants who have not left, including those on a break, in order of joining."""
    return list(_current_in(tournament).values_list("pk", flat=True))


def never_moved_in(tournament: int) -> QuerySet[Entrant]:
    """Return the current entrants who have never moved, not even against a computer player."""
    moved = Seat.objects.filter(game__match__tournament=tournament, game__moves__mark=F("mark"), player__isnull=False)
    return _current_in(tournament).exclude(player__in=moved.values("player")).select_related("match")


def _current_in(tournament: int) -> QuerySet[Entrant]:
    here = [Standing.PRESENT, Standing.ASIDE]
    return Entrant.objects.filter(tournament=tournament, standing__in=here).order_by("pk")


def pairs_in(tournament: int) -> list[tuple[int, int]]:
    """Return the pairings so far, in order, without matches that were called off."""
    called_off = Game.objects.filter(match=OuterRef("pk"), ended=Ended.ABANDONED, winner="")
    met = Match.objects.filter(~Exists(called_off), tournament=tournament, second__isnull=False).order_by("number")
    return [(first, second) for first, second in met.values_list("first", "second") if second]


def meetings_in(tournament: int) -> "Counter[frozenset[int]]":
    """Count how many times each pair of entrants has met."""
    return Counter(map(frozenset, pairs_in(tournament)))


def unplayed_in(tournament: int) -> list[tuple[int, int]]:
    """Return the pairs of a round robin that have yet to meet."""
    return berger.remaining(playing_in(tournament), meetings_in(tournament))


def games_of(matches: Collection[int]) -> list[Game]:
    """Return the finished games of these matches, with everything that a State needs."""
    return list(games_with_seats().filter(match__in=matches, finished_at__isnull=False))


def game_of(code: str, player: int) -> str:
    """Return the code of a player's current game in a running tournament; "" if there is none."""
    theirs = Game.objects.filter(IN_PLAY, match__playing__player=player, match__tournament__code=code)
    running = theirs.filter(match__tournament__phase=Phase.RUNNING).order_by("pk")
    return running.values_list("code", flat=True).first() or ""


class GameOver(NamedTuple):
    """A row: a finished game of a match (by id) between two people, with the entrants' names and the viewer's mark."""

    match: int
    match_ended_at: datetime | None
    first: int
    first_name: str
    second_name: str
    place: int
    code: str
    variant: str
    start: str
    record: str
    winner: str
    ended: str
    kind: str
    x_mistakes: int | None
    o_mistakes: int | None
    mark: str


def last_games_of(entrant: int, player: int) -> list[GameOver]:
    """Return the finished games of an entrant's last MATCHES_SHOWN matches against people, newest match first."""
    found = []
    for whose, match, ended_at, *game in rows(LAST_GAMES, entrant, entrant, MATCHES_SHOWN):
        if whose == player:
            found.append(GameOver(match, moment(ended_at), *game))
    return found


# Selects both seats: filtering by player would make databases start from all the player's seats.
LAST_GAMES: Final = """
    SELECT
        seat.player_id, match.id, match.ended_at, match.first_id, first.name, second.name,
        game.place, game.code, game.variant, game.start, game.record, game.winner, game.ended,
        tournament.kind, game.x_mistakes, game.o_mistakes, seat.mark
    FROM games_match match
    JOIN games_tournament tournament ON tournament.id = match.tournament_id
    JOIN games_entrant first ON first.id = match.first_id
    JOIN games_entrant second ON second.id = match.second_id
    JOIN games_game game ON game.match_id = match.id AND game.ended <> ''
    JOIN games_seat seat ON seat.game_id = game.id
    WHERE match.id IN (
        SELECT id FROM games_match WHERE (first_id = %s OR second_id = %s) AND second_id IS NOT NULL
        ORDER BY number DESC LIMIT %s
    )
    ORDER BY match.number DESC, game.place
"""
