"""A tournament as pages see it that show all of it: that of its host, and the wall."""

from dataclasses import dataclass
from datetime import datetime

from games.models import Phase
from games.selectors.tournaments import TournamentState
from games.show.countdown import Countdown


@dataclass(frozen=True)
class Overview:
    """A tournament at a moment. `played` is how many games that count are over."""

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
    def last_games(self) -> bool:
        return self.state.ending(self.now)

    @property
    def over(self) -> bool:
        return self.state.phase == Phase.OVER

    @property
    def games_on(self) -> int:
        """The matches between two people that are under way: each has one game in play, but for a few seconds."""
        return sum(match.counts for match in self.state.matches)
