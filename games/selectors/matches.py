"""What the players of a tournament have to do with it: the game that each is in, and their last matches."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from games.models import Game, Match, Phase, Seat
from games.selectors.prepared import prepared
from games.selectors.tournaments import IN_PLAY, EntrantState, TournamentState, tournament_state

LAST = 3  # matches that somebody is shown


@dataclass(frozen=True)
class Scene:
    """How a tournament stands, the same for all its players. `games` are the codes of those that they are in, by the
    numbers of the Players."""

    state: TournamentState
    games: Mapping[int, str]

    @cached_property
    def entrants(self) -> dict[int, EntrantState]:
        """Everybody who has joined, by the numbers of the Players."""
        return {entrant.player: entrant for entrant in self.state.entrants}

    @cached_property
    def people(self) -> int:
        """How many are in the table."""
        return len(self.state.table)


def scene_of(code: str) -> Scene:
    """How a tournament stands, in six queries. Raises Tournament.DoesNotExist."""
    state = tournament_state(code)
    return Scene(state, _games_in_play(state.id))


def _games_in_play(tournament: int) -> dict[int, str]:
    return {player: code for player, code in _players_in_play(tournament) if player}


@prepared
def _players_in_play(tournament: int) -> "QuerySet[Game, tuple[int | None, str]]":
    games = Game.objects.filter(IN_PLAY, match__tournament=tournament, match__ended_at=None)
    return games.values_list("seats__player", "code")


def game_of(code: str, player: int) -> str:
    """The code of the game in play that a tournament which runs has for a player; "" if there is none."""
    return next(iter(_game_in_play(code, player)), "")


@prepared
def _game_in_play(code: str, player: int) -> "QuerySet[Game, str]":
    games = Game.objects.filter(
        IN_PLAY, match__tournament__code=code, match__tournament__phase=Phase.RUNNING, match__playing__player=player
    )
    return games.order_by("pk").values_list("code", flat=True)[:1]


class GameOver(NamedTuple):
    """A game of a match between two people that is over, as it is stored, with the names of the entrants, and the mark
    of the player who looks back on it. `match` is a number in the database."""

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
    """The games that are over of somebody's latest matches against people, LAST of them: the last match first, its
    games in order."""
    return [GameOver(*game) for whose, *game in _last_games(entrant) if whose == player]


@prepared
def _last_games(entrant: int) -> "QuerySet[Seat, tuple[Any, ...]]":
    theirs = Match.objects.filter(Q(first=entrant) | Q(second=entrant), second__isnull=False)
    latest = theirs.order_by("-number").values("pk")[:LAST]
    # Those of both, for databases would begin with all seats that a player has ever had.
    seats = Seat.objects.filter(game__match__in=latest).exclude(game__ended="")
    return seats.order_by("-game__match__number", "game__place").values_list(
        "player",
        "game__match",
        "game__match__ended_at",
        "game__match__first",
        "game__match__first__name",
        "game__match__second__name",
        "game__place",
        "game__code",
        "game__variant",
        "game__start",
        "game__record",
        "game__winner",
        "game__ended",
        "game__match__tournament__kind",
        "game__x_mistakes",
        "game__o_mistakes",
        "mark",
    )
