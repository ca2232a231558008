"""A tournament as its host sees it: the entrants, their activities, and the tournament's progress."""

from dataclasses import dataclass
from typing import Final, Self

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, npgettext, pgettext
from django.utils.translation import gettext as _

from games.site.words.names import isolated, sort_key
from games.site.words.sentences import sentences
from games.tournaments.models import MAX_EXTENDED_MINUTES, Phase, Standing
from games.tournaments.selectors.tournaments import EntrantState, TournamentState, games_played
from games.tournaments.words.overview import Overview

EXTENSION: Final = 5  # minutes that one press adds
MINUTES_ANNOUNCED: Final = (1, 5, 10)


@dataclass(frozen=True)
class Person:
    """An entrant in the host's list. `doing` says what they are doing, "" after the end; `here` means that their page
    is open, `awaited` that they hold up a round robin, `more_time` that they have more time for each move."""

    id: int
    name: str
    doing: str
    here: bool
    awaited: bool
    removed: bool
    more_time: bool


@dataclass(frozen=True)
class Hosting(Overview):
    """A tournament for the host's page."""

    @classmethod
    def of(cls, state: TournamentState) -> Self:
        """Return the current tournament."""
        return cls(state, timezone.now(), games_played(state.id))

    @property
    def longer(self) -> int:
        """The total minutes after an extension by EXTENSION; 0 if that is impossible."""
        minutes = self.state.minutes + EXTENSION
        return 0 if self.over or minutes > MAX_EXTENDED_MINUTES else minutes

    @property
    def people(self) -> list[Person]:
        """All entrants sorted by name, so that lines keep their places; removed ones last."""
        people = [
            Person(
                id=one.id,
                name=self.names[one.id],
                doing=self._doing(one),
                here=one.here and one.standing in (Standing.PRESENT, Standing.ASIDE),
                awaited=one.id in self.state.awaited,
                removed=one.standing == Standing.REMOVED,
                more_time=one.more_time,
            )
            for one in self.state.entrants
        ]
        return sorted(people, key=lambda person: (person.removed, sort_key(person.name), person.name, person.id))

    @property
    def count(self) -> int:
        """The number of entrants who have not left."""
        return sum(one.standing in (Standing.PRESENT, Standing.ASIDE) for one in self.state.entrants)

    @property
    def joined(self) -> str:
        """The name of the last entrant and the number of entrants, for screen readers; "" if there are none."""
        if not self.state.entrants:
            return ""
        name = isolated(self.names[max(one.id for one in self.state.entrants)], get_language() or "")
        size = npgettext("people in a tournament", "%(count)s player is in.", "%(count)s players are in.", self.count)
        # Translators: somebody who takes part in a tournament from now on.
        return sentences(_("%(name)s has joined.") % {"name": name}, size % {"count": self.count})

    @property
    def with_more_time(self) -> str:
        """A sentence on who has more time for each move; "" if nobody has, and after the end."""
        names = [isolated(person.name, get_language() or "") for person in self.people if person.more_time]
        # Translators: players of a tournament, whose names follow.
        words = _("More time for each move: %(names)s.")
        return words % {"names": ", ".join(names)} if names and not self.over else ""

    @property
    def time_announcement(self) -> str:
        """A warning that little time is left, for screen readers; "" while there is more."""
        if self.waiting or self.over or self.in_last_games:
            return ""
        count = next((minutes for minutes in MINUTES_ANNOUNCED if self.countdown.seconds < 60 * minutes), 0)
        words = ngettext("Less than %(count)d minute left.", "Less than %(count)d minutes left.", count)
        return words % {"count": count} if count else ""

    @property
    def waits(self) -> str:
        """The number of free entrants, and the longest waiting time while the tournament runs."""
        free = [one for one in self.state.entrants if one.free]
        if not free or self.state.phase != Phase.RUNNING:
            return str(len(free))
        longest = max(self._waiting_seconds(one) for one in free)
        # Translators: how many people wait, and the longest time that one of them has waited, in seconds: "2, for 4 s".
        return _("%(number)s, for %(seconds)s s") % {"number": len(free), "seconds": longest}

    def _waiting_seconds(self, one: EntrantState) -> int:
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
        if self.state.phase != Phase.RUNNING or self.in_last_games:
            return pgettext("of somebody in a tournament", "here")
        seconds = self._waiting_seconds(one)
        # Translators: the state of an entrant; count is a number of seconds.
        return ngettext("waiting %(count)d s", "waiting %(count)d s", seconds) % {"count": seconds}


def render(hosting: Hosting, language: str, **own: object) -> SafeString:
    """Render the host's page in this language, for both the page and every push. `own` has values that only the page
    knows, such as URLs; a push leaves those parts unchanged."""
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
    """Return a sentence on how long the names in a tournament are kept."""
    if state.keep_names:
        return _("Names are kept, as chosen when this tournament was created.")
    return _("Names are deleted 30 days after the end. Games and results stay.")
