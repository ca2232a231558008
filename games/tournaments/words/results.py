"""The standings of a tournament, to read and to print, and its games."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.play.models import Game
from games.play.selectors.state import State
from games.play.words.plates import tally
from games.play.words.pov import Pov
from games.play.words.rules import rules_of
from games.tournaments.selectors.standings import state_counts
from games.tournaments.selectors.tournaments import TournamentState
from games.tournaments.words.overview import names_of


@dataclass(frozen=True)
class ResultLine:
    """An entrant's line in the standings."""

    place: int
    name: str
    points: int
    tally: tuple[int, ...]
    won: int
    drawn: int
    lost: int
    mistakes: int


@dataclass(frozen=True)
class GameLine:
    """A game of a tournament: the players, X first, and how it ended."""

    code: str
    first: str
    second: str
    result: str


def result_lines(state: TournamentState) -> list[ResultLine]:
    """Return the standings without removed entrants."""
    names = names_of(state)
    return [
        ResultLine(
            place=one.place,
            name=names[one.id],
            points=one.score.points,
            tally=tally(one.score.points, one.score.points),
            won=one.score.won,
            drawn=one.score.drawn,
            lost=one.score.lost,
            mistakes=one.score.mistakes,
        )
        for one in state.table
    ]


def about(state: TournamentState, played: int) -> str:
    """Return a summary line: game, duration, people and games."""
    minutes = ngettext("%(count)s minute", "%(count)s minutes", state.minutes) % {"count": state.minutes}
    people = ngettext("%(count)d person", "%(count)d people", len(state.table)) % {"count": len(state.table)}
    games = ngettext("%(count)d game", "%(count)d games", played) % {"count": played}
    words = {"game": rules_of(state.variant).name, "minutes": minutes, "people": people, "games": games}
    # Translators: "Classic, 20 minutes, 24 people, 168 games".
    return _("%(game)s, %(minutes)s, %(people)s, %(games)s") % words


def game_lines(games: Iterable[Game]) -> list[GameLine]:
    """Return a line for each finished game."""
    return [_game_line(Pov(State.of(game))) for game in games]


def _game_line(pov: Pov) -> GameLine:
    x, o = (pov.called(mark) for mark in ("X", "O"))
    winner = pov.state.winner
    result = (
        # Translators: how a game ended; name is who won it.
        pgettext("how a game ended", "%(name)s won") % {"name": pov.called(winner)}
        if winner
        else pgettext("how a game ended", "a draw")
    )
    if not state_counts(pov.state):
        result = _("Does not count")
    return GameLine(pov.state.code, x, o, result)
