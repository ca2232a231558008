"""A tournament as its host sees it: the entrants, their activities, and the tournament's progress."""

from typing import Final

from django.utils.translation import get_language, ngettext, npgettext, pgettext
from django.utils.translation import gettext as _

from games.site.words.names import isolated, sort_key
from games.site.words.sentences import sentences
from games.tournaments.models import MAX_EXTENDED_MINUTES, Phase, Standing
from games.tournaments.selectors.tournaments import EntrantState
from games.tournaments.words.overview import Overview

EXTENSION: Final = 5  # minutes that one press adds
MINUTES_ANNOUNCED: Final = (1, 5, 10)


class Hosting(Overview):
    """A tournament for the host's page."""

    template = "tournaments/_host.html"

    @property
    def longer(self) -> int:
        """The total minutes after an extension by EXTENSION; 0 if that is impossible."""
        minutes = self.state.minutes + EXTENSION
        return 0 if self.over or minutes > MAX_EXTENDED_MINUTES else minutes

    @property
    def people(self) -> list[tuple[EntrantState, str]]:
        """All entrants by name, so that lines keep their places, removed ones last; with what they are doing."""

        def order(one: EntrantState) -> tuple[object, ...]:
            return one.standing == Standing.REMOVED, sort_key(one.name), one.name, one.id

        return [(one, self._doing(one)) for one in sorted(self.named.entrants, key=order)]

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
        names = [isolated(one.name, get_language() or "") for one, _doing in self.people if one.more_time]
        # Translators: players of a tournament, whose names follow.
        words = _("More time for each move: %(names)s.")
        separator = pgettext("between the items of a list", ", ")
        return words % {"names": separator.join(names)} if names and not self.over else ""

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
        match = one.match
        if match and match.second:
            other = self.names[match.second if match.first == one.id else match.first]
            # Translators: the state of an entrant; name is whom they play.
            return _("playing %(name)s") % {"name": isolated(other, get_language() or "")}
        if not one.here:
            return pgettext("of somebody in a tournament", "away")
        if match:
            return pgettext("of somebody in a tournament", "playing the computer while waiting")
        if self.state.phase != Phase.RUNNING or self.in_last_games:
            return pgettext("of somebody in a tournament", "here")
        seconds = self._waiting_seconds(one)
        # Translators: the state of an entrant; count is a number of seconds.
        return ngettext("waiting %(count)d s", "waiting %(count)d s", seconds) % {"count": seconds}
