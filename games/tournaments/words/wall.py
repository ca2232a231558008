"""The big screen of a tournament, readable from ten metres."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.play.selectors.games import games_by_code
from games.play.selectors.state import State
from games.play.words.board import series_board
from games.play.words.plates import plates_of
from games.play.words.pov import Pov
from games.play.words.rules import rules_of
from games.site.words.names import isolated
from games.tournaments.models import Standing
from games.tournaments.selectors.endings import ending_of
from games.tournaments.selectors.tournaments import EntrantState, TournamentState
from games.tournaments.words.class_review import MissedPosition, missed_positions
from games.tournaments.words.overview import Overview
from games.tournaments.words.results import about

TABLE_LINES = 10
MAX_CLIMBERS = 2  # shown below the table
MAX_ARRIVING = 60  # latest arrivals shown before the start
PODIUM_STEPS = 3


class Wall(Overview):
    """A tournament for the big screen."""

    template = "tournaments/_wall.html"

    @classmethod
    def of(cls, state: TournamentState) -> Self:
        games = games_by_code(state.boards)
        return cls(state, timezone.now(), tuple(State.of(games[code]) for code in state.boards if code in games))

    @property
    def closed(self) -> bool:
        """Whether an unfinished tournament no longer invites people to join."""
        return not self.over and not self.invites

    @property
    def about(self) -> str:
        return about(self.state)

    @cached_property
    def missed(self) -> MissedPosition | None:
        """The position that most people got wrong."""
        return next(iter(missed_positions(self.state)), None)

    @property
    def rule(self) -> str:
        """The name of the game and the points for results."""
        # Translators: game is "Classic" or the name of another game.
        return _("%(game)s. A win is worth 2 points, a draw 1.") % {"game": rules_of(self.state.variant).name}

    @property
    def arriving(self) -> list[EntrantState]:
        """The latest entrants before the start, in order of joining."""
        here = (one for one in self.named.table if one.standing != Standing.LEFT)
        return sorted(here, key=lambda one: one.id)[-MAX_ARRIVING:]

    @property
    def top(self) -> Sequence[EntrantState]:
        return self.named.table[:TABLE_LINES]

    @property
    def climbing(self) -> list[EntrantState]:
        """The biggest climbers below the top."""
        risen = (one for one in self.named.table[TABLE_LINES:] if one.risen > 0)
        return sorted(risen, key=lambda one: -one.risen)[:MAX_CLIMBERS]

    @property
    def boards(self) -> list[dict[str, Any]]:
        """The games in progress, each with the places of its players in the standings."""
        place_of = {one.player: one.place for one in self.state.table}
        return [
            {
                "state": state,
                "board": series_board(Pov(state)),
                "plates": plates_of(Pov(state)),
                "places": sorted(place_of[seat.player] for seat in state.seats.values() if seat.player in place_of),
            }
            for state in self.games
        ]

    @property
    def on_podium(self) -> list[EntrantState]:
        return [one for one in self.named.table if one.place <= PODIUM_STEPS]

    @property
    def after_podium(self) -> list[EntrantState]:
        return [one for one in self.named.table if one.place > PODIUM_STEPS][: TABLE_LINES - PODIUM_STEPS]

    @property
    def highlights(self) -> list[tuple[str, str]]:
        """The highlights after the end, each as the name of a drawing and a sentence."""
        found = []
        name = {one.id: isolated(one.name, get_language() or "") for one in self.named.table}
        ending = ending_of(self.state)
        climber, faultless = (ending.climber, ending.faultless) if ending else (None, None)
        if climber and climber.who in name:
            words = {"name": name[climber.who], "before": climber.before, "after": climber.after}
            # Translators: before and after are places in the table.
            found.append(("up", _("%(name)s climbed the most: from place %(before)s to place %(after)s.") % words))
        if faultless and faultless.who in name:
            sentence = ngettext(
                "%(name)s made %(count)d move without a mistake.",
                "%(name)s made %(count)d moves without a mistake.",
                faultless.moves,
            )
            found.append(("tick", sentence % {"name": name[faultless.who], "count": faultless.moves}))
        return found
