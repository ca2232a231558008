"""The remaining time of a tournament."""

from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Self

from games.tournaments.models import Phase
from games.tournaments.selectors.tournaments import TournamentState


@dataclass(frozen=True)
class Countdown:
    """The `seconds` left of the `whole` time. While it `runs`, pages count down themselves."""

    seconds: int
    whole: int
    runs: bool

    @classmethod
    def of(cls, state: TournamentState, now: datetime) -> Self:
        left = state.left(now)
        whole = 60 * state.minutes
        return cls(whole if left is None else ceil(left.total_seconds()), whole, state.phase == Phase.RUNNING)

    @property
    def clock(self) -> str:
        """Minutes and seconds: "8:42"."""
        return f"{self.seconds // 60}:{self.seconds % 60:02}"

    @property
    def share(self) -> str:
        """The remaining share of the whole time, in percent for drawings."""
        return f"{100 * min(self.seconds / self.whole, 1):.2f}"
