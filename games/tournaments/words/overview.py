"""The pages that show a whole tournament: the host's page and the big screen."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import pgettext

from games.tournaments.models import Phase
from games.tournaments.selectors.tournaments import TournamentState
from games.tournaments.words.countdown import Countdown


@dataclass(frozen=True)
class Overview:
    """A whole tournament; `played` counts its finished games between two people."""

    state: TournamentState
    now: datetime
    played: int

    @property
    def countdown(self) -> Countdown:
        return Countdown.of(self.state, self.now)

    @property
    def waiting(self) -> bool:
        return self.state.phase == Phase.WAITING

    @property
    def paused(self) -> bool:
        return self.state.phase == Phase.PAUSED

    @property
    def in_last_games(self) -> bool:
        return self.state.is_ending(self.now)

    @property
    def invites(self) -> bool:
        """Whether the big screen invites people to join: only while they would soon be paired."""
        soon_paired = self.waiting or (self.state.phase == Phase.RUNNING and not self.in_last_games)
        return soon_paired and not self.state.closed

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of all entrants, by id."""
        return names_of(self.state)

    @property
    def awaited(self) -> list[str]:
        """The names of absent entrants who hold up a round robin."""
        return [self.names[one] for one in self.state.awaited]

    @property
    def over(self) -> bool:
        return self.state.phase == Phase.OVER

    @property
    def games_on(self) -> int:
        """The number of counted matches in progress, which is about the number of games in play."""
        return sum(match.counts for match in self.state.matches)


def names_of(state: TournamentState) -> dict[int, str]:
    """Return the names of all entrants, by id; a wiped name becomes "Player" with a number."""
    wiped = pgettext("somebody in a tournament whose name was wiped", "Player %(number)s")
    in_order = sorted(state.entrants, key=lambda one: one.id)
    return {one.id: one.name or wiped % {"number": number} for number, one in enumerate(in_order, start=1)}
