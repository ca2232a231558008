"""What the players of a tournament have to do with it: the game that each is in, and their last matches."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch, Q, QuerySet

from games.models import Game, Match, Phase
from games.selectors.games import games_with_seats
from games.selectors.tournaments import IN_PLAY, EntrantState, TournamentState, tournament_state


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
    games = Game.objects.filter(IN_PLAY, match__tournament=tournament, match__ended_at=None)
    found = games.values_list("seats__player", "code")
    return {player: code for player, code in found if player}


def game_of(code: str, player: int) -> str:
    """The code of the game in play that a tournament which runs has for a player; "" if there is none."""
    games = Game.objects.filter(
        IN_PLAY, match__tournament__code=code, match__tournament__phase=Phase.RUNNING, match__playing__player=player
    )
    return games.values_list("code", flat=True).first() or ""


def last_matches_of(entrant: int, count: int) -> QuerySet[Match]:
    """The latest matches of somebody against people, the last one first, with all that the States of their games are
    made of."""
    theirs = Match.objects.filter(Q(first=entrant) | Q(second=entrant), second__isnull=False).order_by("-number")
    games = games_with_seats().order_by("place")
    return theirs.select_related("tournament", "first", "second").prefetch_related(Prefetch("games", queryset=games))[
        :count
    ]
