"""The page of an entrant: the next step, their place, and their last matches."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Self

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine.position import Cell, Mark
from games.engine.variants import VARIANTS
from games.play.selectors.state import positions_of
from games.play.words.clock import Clock
from games.play.words.game_list import thumb_of
from games.play.words.pov import LONG_PAUSE, Pov
from games.site.models import Player
from games.site.words.names import isolated
from games.site.words.ordinals import ordinal
from games.tournaments.models import Kind, Phase, Standing
from games.tournaments.selectors.matches import GameOver, last_games_of
from games.tournaments.selectors.standings import DRAW, WIN, counts
from games.tournaments.selectors.tournaments import REST, EntrantState, TournamentState
from games.tournaments.words.overview import Countdown

FRESH = timedelta(minutes=1)  # how long a match stays on top after its end


@dataclass(frozen=True)
class EntrantPov:
    """A tournament as one viewer sees it. `entrant` is None if the viewer does not take part."""

    state: TournamentState
    entrant: EntrantState | None
    now: datetime

    @classmethod
    def of(cls, state: TournamentState, player: Player | None) -> Self:
        """Return the view of a visitor, who may have no Player."""
        return cls(state, state.entrant_of(player), timezone.now())

    @property
    def game(self) -> str:
        """The code of the entrant's current game; "" if there is none."""
        return self.entrant.match.in_play if self.entrant and self.entrant.match else ""

    @property
    def shown(self) -> tuple[object, ...]:
        """Everything that the page shows, except what it counts by itself."""
        state, entrant = self.state, self.entrant
        mine = entrant and (entrant.place, entrant.risen, entrant.score, entrant.free_since, entrant.more_time)
        return self.screen, self.game, self.may_rest, mine, self.people, state.title, state.ends_at, state.paused_at

    @property
    def screen(self) -> str:
        """The screen that the page shows."""
        if self.state.phase == Phase.OVER:
            return "over"
        if self.entrant is None:
            return "outside"
        if self.entrant.standing != Standing.PRESENT:
            return self.entrant.standing  # aside, left, removed
        if self.state.phase != Phase.RUNNING:
            return self.state.phase  # waiting, paused
        if self.game:
            return "playing"
        if self.state.is_ending(self.now):
            return "ending"
        if self._games_over == 1:
            return "between"
        return "resting" if self._games_over or self.rest else "next"

    @property
    def _games_over(self) -> int:
        """The number of finished games in their current match, if it counts. Use only while no game is in play."""
        match = self.entrant and self.entrant.match
        return len(match.games) if match and match.counts else 0

    @property
    def rest(self) -> Clock | None:
        """The countdown of the review time after their last match; None if it is not running."""
        until = self.entrant.free_since if self.entrant else self.now
        return Clock.until(until, REST) if until > self.now else None

    @property
    def stays(self) -> int:
        """The seconds for which no game may replace this page or a review, for an entrant with more time; else 0. Also
        0 between the two games of a match, because there is nothing to read."""
        return LONG_PAUSE if self.entrant and self.entrant.more_time and self.screen != "between" else 0

    @property
    def countdown(self) -> Countdown:
        return Countdown.of(self.state, self.now)

    @property
    def people(self) -> int:
        """The number of entrants in the standings."""
        return len(self.state.table)

    @property
    def placed(self) -> bool:
        """Whether they have a place, because they have finished a counted game."""
        return bool(self.entrant and self.entrant.place and self.entrant.score.played)

    @property
    def place(self) -> str:
        return ordinal(self.entrant.place) if self.entrant else ""

    @property
    def came_from(self) -> str:
        """The place a minute ago if the entrant has climbed since, else ""."""
        return ordinal(self.entrant.place + self.entrant.risen) if self.entrant and self.entrant.risen > 0 else ""

    @property
    def for_good(self) -> bool:
        """Whether leaving is final."""
        return self.state.kind == Kind.ROUND and self.state.phase != Phase.WAITING

    @property
    def may_leave(self) -> bool:
        return self.screen in ("waiting", "next", "between", "resting", "paused", "aside")

    @property
    def may_rest(self) -> bool:
        """Whether to show [I need a break]."""
        return self.screen in ("waiting", "next", "resting", "paused") and not (self.entrant and self.entrant.match)

    @property
    def may_come_back(self) -> bool:
        return self.screen == "aside" or (self.screen == "left" and not self.for_good)

    @property
    def may_change(self) -> bool:
        """Whether the page may still change."""
        return self.screen not in ("over", "removed")

    @property
    def goes_on(self) -> bool:
        """Whether the viewer is an entrant who may still be paired."""
        return self.entrant is not None and self.may_change


def in_words(pov: EntrantPov) -> dict[str, str]:
    """Return the heading of the page, and the sentence below it."""
    heading, sentence = {
        "waiting": (_("You’re in."), _("We start when the host says so. Keep this page open.")),
        "next": (_("You’re up next."), _("You’ll play as soon as someone is free. Keep this page open.")),
        "between": (_("Your next game is coming up."), _("It starts in a moment, against the same opponent.")),
        "resting": (_("Your next game is coming up."), ""),
        "playing": (_("Your game is on!"), _("Your game has started.")),
        "ending": (_("Time is up."), _("The last games are being finished.")),
        "paused": (_("Paused for everyone."), _("Play resumes when the host says so. Keep this page open.")),
        "aside": (_("You’re on a break."), _("You won’t get a new opponent until you come back.")),
        "left": (
            _("You’ve left."),
            _("In this kind of tournament you can’t come back once you’ve left.")
            if pov.for_good
            else _("You can come back."),
        ),
        "removed": (_("You’ve been removed."), _("The host has removed you from this tournament.")),
        "over": (_("It’s over."), ""),
        "outside": ("", ""),
    }[pov.screen]
    return {"heading": heading, "sentence": sentence}


def render(pov: EntrantPov, language: str) -> SafeString:
    """Render the changing parts of the page in this language, for both the page and every push."""
    with translation.override(language):
        context = {"pov": pov, "state": pov.state, **in_words(pov)}
        return render_to_string("tournaments/_entrant.html", context)


def head_of_game(pov: EntrantPov, game: Pov) -> str:
    """Return the line above a game of a tournament for one of its players."""
    if game.against_computer:
        return _("While you wait, a game against the computer. It doesn’t count.")
    return _("Game %(number)s of 2") % {"number": game.state.place}


# --- the last matches


@dataclass(frozen=True)
class GamePlayed:
    """A finished game of a match: its last board, its result for the viewer, and who started."""

    code: str
    thumb: tuple[tuple[str, Cell, bool], ...]
    result: str
    caption: str
    points: int
    mistakes: int


@dataclass(frozen=True)
class MatchPlayed:
    """A match of the viewer: the opponent and how its games ended. `fresh` means that it goes on or has just ended."""

    other: str
    games: tuple[GamePlayed, ...]
    fresh: bool

    @property
    def sum(self) -> str:
        """The points, game by game: "2 + 1"."""
        return " + ".join(str(game.points) for game in self.games)

    @property
    def points(self) -> int:
        return sum(game.points for game in self.games)

    @property
    def points_in_words(self) -> str:
        words = ngettext("%(count)s point", "%(count)s points", self.points)
        return words % {"count": self.points} if self.points else _("No points this time.")

    @property
    def summary(self) -> str:
        """The result in one line, for screen readers."""
        # Translators: the result of a match so far: "Against Ben: 3 points".
        return _("Against %(name)s: %(points)s") % {"name": self.other, "points": self.points_in_words}

    @property
    def mistaken(self) -> str:
        """The code of the last game in which the viewer made a mistake; "" if there is none."""
        return next((game.code for game in reversed(self.games) if game.mistakes), "")


def matches_played(entrant: EntrantState) -> list[MatchPlayed]:
    """Return an entrant's last matches against people, newest first."""
    found = groupby(last_games_of(entrant.id, entrant.player), key=lambda game: game.match)
    return [_match_played(list(games), entrant) for _number, games in found]


def _match_played(games: list[GameOver], entrant: EntrantState) -> MatchPlayed:
    """Return a match as one of its players sees it, given its finished games."""
    match = games[0]
    other = match.second_name if match.first == entrant.id else match.first_name
    name = isolated(other, get_language() or "") or _("Someone")
    fresh = match.match_ended_at is None or timezone.now() - match.match_ended_at < FRESH
    return MatchPlayed(name, tuple(_game_played(game, name) for game in games), fresh)


def _game_played(game: GameOver, other: str) -> GamePlayed:
    variant = VARIANTS[game.variant]
    positions = positions_of(variant, game.start, game.record)
    won, drawn = game.winner == game.mark, not game.winner
    counted = counts(game.kind, variant, game.start, game.record, game.winner, game.ended)
    # Translators: how one game of two ended, below its board.
    result = _("A draw") if drawn else _("You won") if won else _("%(name)s won") % {"name": other}
    result = result if counted else _("Does not count")
    began = positions[0].turn == game.mark
    words = _("game %(number)s, you started") if began else _("game %(number)s, they started")
    return GamePlayed(
        code=game.code,
        thumb=thumb_of(variant, positions, game.record),
        result=result,
        caption=words % {"number": game.place},
        points=0 if not counted else DRAW if drawn else WIN if won else 0,
        mistakes=(game.x_mistakes if game.mark == Mark.X else game.o_mistakes) or 0,
    )
