"""Queries for entrants' current games and latest matches."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from games.site.sql import moment, rows
from games.tournaments.selectors.tournaments import EntrantState, TournamentState, tournament_state

MATCHES_SHOWN = 3  # on an entrant's page: the latest ones


@dataclass(frozen=True)
class Snapshot:
    """A tournament's state with lookups by player, shared by all viewers."""

    state: TournamentState

    @cached_property
    def games(self) -> dict[int, str]:
        """The codes of current games, by Player id."""
        players = {entrant.id: entrant.player for entrant in self.state.entrants}
        sides = ((match.in_play, side) for match in self.state.matches for side in (match.first, match.second))
        return {players[side]: code for code, side in sides if code and side in players}

    @cached_property
    def entrants(self) -> dict[int, EntrantState]:
        """All entrants, by Player id."""
        return {entrant.player: entrant for entrant in self.state.entrants}

    @cached_property
    def people(self) -> int:
        """The number of entrants in the standings."""
        return len(self.state.table)


def snapshot_of(code: str) -> Snapshot:
    """Read a tournament with its lookups. Raises Tournament.DoesNotExist."""
    return Snapshot(tournament_state(code))


def game_of(code: str, player: int) -> str:
    """Return the code of a player's current game in a running tournament; "" if there is none."""
    return next((found for [found] in rows(GAME_OF, code, player)), "")


GAME_OF: Final = """
    SELECT game.code
    FROM games_tournament tournament
    JOIN games_entrant entrant ON entrant.tournament_id = tournament.id
    JOIN games_game game ON game.match_id = entrant.match_id
    WHERE tournament.code = %s AND tournament.phase = 'running' AND entrant.player_id = %s AND game.finished_at IS NULL
    ORDER BY game.id LIMIT 1
"""


class GameOver(NamedTuple):
    """A database row: a finished game of a match between two people, with the entrants' names and the viewer's mark.
    `match` is the match's id."""

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
