"""A tournament as its host sees it: the entrants, what each of them is doing, and how it is going."""

from dataclasses import dataclass
from typing import Final, Self

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.site.words.names import isolated, sort_key
from games.tournaments.models import LONGEST_MINUTES, Phase, Standing
from games.tournaments.selectors.tournaments import EntrantState, TournamentState, games_played
from games.tournaments.words.overview import Overview

LONGER: Final = 5  # minutes


@dataclass(frozen=True)
class Person:
    """Someone in the host's list, and what they do just now, in words, "" when all is over; `here` if a page of theirs
    is open, `awaited` if a round robin waits for them."""

    id: int
    name: str
    doing: str
    here: bool
    awaited: bool
    removed: bool


@dataclass(frozen=True)
class Hosting(Overview):
    """A tournament at a moment, for the page of its host."""

    @classmethod
    def of(cls, state: TournamentState) -> Self:
        """The tournament as it is now."""
        return cls(state, timezone.now(), games_played(state.id))

    @property
    def longer(self) -> int:
        """How many minutes it would have with LONGER more; 0 if it can't have more."""
        minutes = self.state.minutes + LONGER
        return 0 if self.over or minutes > LONGEST_MINUTES else minutes

    @property
    def people(self) -> list[Person]:
        """Everyone by name, so that they stay where they are while the page is open; those removed at the end."""
        people = [
            Person(
                id=one.id,
                name=self.names[one.id],
                doing=self._doing(one),
                here=one.here and one.standing in (Standing.PRESENT, Standing.ASIDE),
                awaited=one.id in self.state.awaited,
                removed=one.standing == Standing.REMOVED,
            )
            for one in self.state.entrants
        ]
        return sorted(people, key=lambda person: (person.removed, sort_key(person.name), person.name, person.id))

    @property
    def count(self) -> int:
        """How many are in: here, or on a break."""
        return sum(one.standing in (Standing.PRESENT, Standing.ASIDE) for one in self.state.entrants)

    @property
    def waits(self) -> str:
        """How many wait to be paired, and how long the first of them has."""
        free = [one for one in self.state.entrants if one.free]
        if not free or self.state.phase != Phase.RUNNING:
            return str(len(free))
        longest = max(self._seconds_of(one) for one in free)
        # Translators: how many wait, and for how many seconds the first of them has: "2, for 4 s".
        return _("%(number)s, for %(seconds)s s") % {"number": len(free), "seconds": longest}

    def _seconds_of(self, one: EntrantState) -> int:
        return max(0, int((self.now - one.free_since).total_seconds()))

    def _doing(self, one: EntrantState) -> str:
        if one.standing != Standing.PRESENT:
            return {
                Standing.ASIDE: pgettext("of somebody in a tournament", "on a break"),
                Standing.LEFT: pgettext("of somebody in a tournament", "left"),
                Standing.REMOVED: pgettext("of somebody in a tournament", "removed"),
            }[Standing(one.standing)]
        if self.over:
            return ""
        match = self.state.match_of(one)
        if not one.here and not (match and match.counts):
            return pgettext("of somebody in a tournament", "away")
        if match and match.second is None:
            return pgettext("of somebody in a tournament", "playing the computer while waiting")
        if match and match.second is not None:
            other = self.names[match.second if match.first == one.id else match.first]
            # Translators: the state of an entrant; name is whom they play.
            return _("playing %(name)s") % {"name": isolated(other, get_language() or "")}
        if self.state.phase != Phase.RUNNING or self.last_games:
            return pgettext("of somebody in a tournament", "here")
        seconds = self._seconds_of(one)
        # Translators: the state of an entrant; count is a number of seconds.
        return ngettext("waiting %(count)d s", "waiting %(count)d s", seconds) % {"count": seconds}


def render(hosting: Hosting, language: str, **own: object) -> SafeString:
    """The page of the host in this language: the one place that both the page and every push come from. `own` is what
    the page alone knows, such as addresses: a push leaves it as it is."""
    with translation.override(language):
        context = {
            "hosting": hosting,
            "tournament": hosting.state,
            "countdown": hosting.countdown,
            "names_last": names_last(hosting.state),
            **own,
        }
        return render_to_string("tournaments/_host.html", context)


def names_last(state: TournamentState) -> str:
    """How long the names of a tournament are kept."""
    if state.keep_names:
        return _("Names are kept, as chosen when this tournament was created.")
    return _("Names are deleted 30 days after the end. Games and results stay.")
