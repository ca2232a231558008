"""What the players of a tournament have to do with it: the game that each is in, and their last matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q, QuerySet

from games.models import Game, Match, Phase
from games.selectors.games import complete
from games.selectors.prepared import prepared
from games.selectors.state import matches_of_states
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


def last_matches_of(entrant: int) -> list[tuple[Match, list[Game]]]:
    """The latest matches of somebody against people, LAST of them, the last one first, and their games in order, with
    all that a State is made of."""
    matches = {match.pk: (match, list[Game]()) for match in _last_matches(entrant)}
    games = _games_of([*matches])
    for game in games:
        game.match, theirs = matches[game.match_id or 0]
        theirs.append(game)
    complete(games)
    return list(matches.values())


@prepared
def _last_matches(entrant: int) -> QuerySet[Match]:
    theirs = matches_of_states().filter(Q(first=entrant) | Q(second=entrant), second__isnull=False)
    return theirs.order_by("-number")[:LAST]


@prepared
def _games_of(matches: Sequence[int]) -> QuerySet[Game]:
    return Game.objects.select_related("rematch").filter(match__pk__in=matches).order_by("place")
