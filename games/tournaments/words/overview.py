"""The pages that show a whole tournament: the host's page and the big screen."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from math import ceil
from typing import ClassVar, Self

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.play.selectors.state import State
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


@dataclass(frozen=True)
class Overview:
    """A whole tournament, with the games in progress that the page shows."""

    template: ClassVar[str]

    state: TournamentState
    now: datetime
    games: tuple[State, ...] = ()

    @classmethod
    def of(cls, state: TournamentState) -> Self:
        """Read everything that the page shows."""
        return cls(state, timezone.now())

    def render(self, language: str, **own: object) -> SafeString:
        """Render the page for a visit or a push. Only a visit knows its `own` values, such as URLs."""
        with translation.override(language):
            return render_to_string(self.template, {"page": self, "tournament": self.named, **own})

    @cached_property
    def named(self) -> TournamentState:
        return named(self.state)

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of all entrants, by id."""
        return {one.id: one.name for one in self.named.entrants}

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
    def over(self) -> bool:
        return self.state.phase == Phase.OVER

    @property
    def in_last_games(self) -> bool:
        return self.state.is_ending(self.now)

    @property
    def invites(self) -> bool:
        """Whether the big screen invites people to join: only while they would soon be paired."""
        soon_paired = self.waiting or (self.state.phase == Phase.RUNNING and not self.in_last_games)
        return soon_paired and not self.state.closed

    @property
    def awaited(self) -> list[str]:
        """The names of absent entrants who hold up a round robin."""
        return [self.names[one] for one in self.state.awaited]

    @property
    def count(self) -> int:
        """The number of entrants who have not left."""
        return sum(one.current for one in self.state.entrants)

    @property
    def games_on(self) -> int:
        """The number of counted matches in progress, which is about the number of games in play."""
        return sum(match.counts for match in self.state.matches)


def named(state: TournamentState) -> TournamentState:
    """Return a tournament in which wiped names are replaced by "Player" and a number."""
    wiped = pgettext("somebody in a tournament whose name was wiped", "Player %(number)s")
    numbers = {one: number for number, one in enumerate(sorted(one.id for one in state.entrants), start=1)}
    entrants = (one if one.name else replace(one, name=wiped % {"number": numbers[one.id]}) for one in state.entrants)
    return replace(state, entrants=tuple(entrants))
