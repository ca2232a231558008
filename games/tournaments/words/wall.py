"""The big screen of a tournament, readable from ten metres."""

from dataclasses import dataclass
from itertools import groupby
from typing import Self

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine.position import Mark
from games.play.selectors.games import games_by_code
from games.play.selectors.state import State
from games.play.words.board import Board, series_board
from games.play.words.marks import mark_of
from games.play.words.plates import tally
from games.play.words.pov import Pov
from games.play.words.rules import rules_of
from games.site.words.names import isolated
from games.tournaments.models import Standing
from games.tournaments.selectors.endings import Ending, ending_of
from games.tournaments.selectors.tournaments import EntrantState, TournamentState, games_played
from games.tournaments.words.class_review import missed_positions
from games.tournaments.words.overview import Overview
from games.tournaments.words.results import about

TABLE_LINES = 10
MAX_CLIMBERS = 2  # shown below the table
MAX_TALLIED = 40  # points; above that only the number is shown
LONG_NAME = 14  # letters; longer names are set smaller
LONG_TITLE = 24
MAX_ARRIVING = 60  # latest arrivals shown before the start
PODIUM_STEPS = 3
MAX_ON_A_STEP = 4  # names


@dataclass(frozen=True)
class Line:
    """A line of the standings. `risen` is the number of places climbed in the last minute."""

    id: int
    place: int
    name: str
    points: int
    tally: tuple[int, ...]
    risen: int = 0

    @property
    def long(self) -> bool:
        return len(self.name) > LONG_NAME

    @property
    def before(self) -> int:
        """The place a minute ago."""
        return self.place + self.risen


@dataclass(frozen=True)
class Step:
    """A step of the podium with its lines, and the number of `more` entrants who do not fit."""

    place: int
    lines: tuple[Line, ...]
    more: int


@dataclass(frozen=True)
class Side:
    """One side of a game on the big screen."""

    mark: str
    called: str
    name: str
    to_move: bool


@dataclass(frozen=True)
class LiveBoard:
    """A game in progress with its sides. `place` is its number in the match, and `places` are those of the two players
    in the standings."""

    code: str
    board: Board
    sides: tuple[Side, Side]
    place: int
    places: tuple[int, ...]


@dataclass(frozen=True)
class Wall(Overview):
    """A tournament for the big screen, with the States of the shown games or, after the end, the highlights."""

    games: tuple[State, ...] = ()
    ending: Ending | None = None

    @classmethod
    def of(cls, state: TournamentState) -> Self:
        """Read everything that the big screen shows."""
        now, played = timezone.now(), games_played(state.id)
        if state.over_at:
            return cls(state, now, played, ending=ending_of(state))
        games = games_by_code(state.boards)
        return cls(state, now, played, tuple(State.of(games[code]) for code in state.boards if code in games))

    @property
    def closed(self) -> bool:
        """Whether an unfinished tournament no longer invites people to join."""
        return not self.over and not self.invites

    @property
    def long_title(self) -> bool:
        return len(self.state.title) > LONG_TITLE

    @property
    def count(self) -> int:
        """The number of current entrants or, after the end, of participants."""
        here = (Standing.PRESENT, Standing.ASIDE)
        return len(self.state.table) if self.over else sum(one.standing in here for one in self.state.entrants)

    @property
    def rule(self) -> str:
        """The name of the game and the points for results."""
        # Translators: game is "Classic" or the name of another game.
        return _("%(game)s. A win is worth 2 points, a draw 1.") % {"game": rules_of(self.state.variant).name}

    @property
    def arriving(self) -> list[Line]:
        """The latest entrants before the start, in order of joining."""
        here = sorted((one for one in self.state.table if one.standing != Standing.LEFT), key=lambda one: one.id)
        return [self._line(one) for one in here[-MAX_ARRIVING:]]

    @property
    def top(self) -> list[Line]:
        return [self._line(one) for one in self.state.table[:TABLE_LINES]]

    @property
    def climbing(self) -> list[Line]:
        """The biggest climbers below the top."""
        risen = sorted((one for one in self.state.table[TABLE_LINES:] if one.risen > 0), key=lambda one: -one.risen)
        return [self._line(one) for one in risen[:MAX_CLIMBERS]]

    @property
    def boards(self) -> list[LiveBoard]:
        return [self._board(state) for state in self.games]

    @property
    def podium(self) -> list[Step]:
        """The steps by place, starting with the winner's. Ties share a step."""
        return [
            self._step(place, list(equal))
            for place, equal in groupby(self.state.table, key=lambda one: one.place)
            if place <= PODIUM_STEPS
        ]

    @property
    def after_podium(self) -> list[Line]:
        """The lines after the podium."""
        return [self._line(one) for one in self.state.table if one.place > PODIUM_STEPS][: TABLE_LINES - PODIUM_STEPS]

    @property
    def highlights(self) -> list[tuple[str, str]]:
        """The highlights after the end, each as the name of a drawing and a sentence."""
        found = []
        name = {one.id: self.names[one.id] for one in self.state.table}
        climber = self.ending.climber if self.ending else None
        faultless = self.ending.faultless if self.ending else None
        if climber and climber.who in name:
            words = {"name": _isolated(name[climber.who]), "before": climber.before, "after": climber.after}
            # Translators: before and after are places in the table.
            found.append(("up", _("%(name)s climbed the most: from place %(before)s to place %(after)s.") % words))
        if faultless and faultless.who in name:
            sentence = ngettext(
                "%(name)s made %(count)d move without a mistake.",
                "%(name)s made %(count)d moves without a mistake.",
                faultless.moves,
            )
            found.append(("tick", sentence % {"name": _isolated(name[faultless.who]), "count": faultless.moves}))
        return found

    def _line(self, one: EntrantState) -> Line:
        points = one.score.points
        marks = tally(points, MAX_TALLIED) if points <= MAX_TALLIED else ()
        return Line(one.id, one.place, self.names[one.id], points, marks, max(0, one.risen))

    def _step(self, place: int, equal: list[EntrantState]) -> Step:
        return Step(place, tuple(map(self._line, equal[:MAX_ON_A_STEP])), max(0, len(equal) - MAX_ON_A_STEP))

    def _board(self, state: State) -> LiveBoard:
        pov = Pov(state)
        sides = [
            Side(mark_of(state.variant, mark), pov.side(mark), pov.called(mark), pov.to_move == mark)
            for mark in (Mark.X, Mark.O)
        ]
        place_of = {one.player: one.place for one in self.state.table}
        places = sorted(place_of[seat.player] for seat in state.seats.values() if seat.player in place_of)
        return LiveBoard(state.code, series_board(pov), (sides[0], sides[1]), state.place, tuple(places))


def render(wall: Wall, language: str, **own: object) -> SafeString:
    """Render the big screen in this language, for both the page and every push. `own` has values that only the page
    knows, such as URLs; a push leaves those parts unchanged."""
    missed = missed_positions(wall.state)
    with translation.override(language):
        context = {
            "wall": wall,
            "tournament": wall.state,
            "countdown": wall.countdown,
            "about": about(wall.state, wall.played),
            "missed": missed[0] if missed else None,
            **own,
        }
        return render_to_string("tournaments/_wall.html", context)


def _isolated(name: str) -> str:
    return isolated(name, get_language() or "")
