"""The standings of a tournament, to read, to print and for spreadsheets, and its games."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.play.models import Game
from games.play.selectors.state import State
from games.play.words.pov import Pov
from games.play.words.rules import rules_of
from games.review.tables import as_csv, defused
from games.tournaments.selectors.standings import state_counts
from games.tournaments.selectors.tournaments import TournamentState
from games.tournaments.words.overview import named

COLUMNS = ("place", "name", "points", "won", "drawn", "lost", "mistakes")


def as_file(state: TournamentState) -> str:
    """Return the standings as CSV, with a byte order mark so that spreadsheets read it as UTF-8."""
    lines = (
        {**vars(one.score), "place": one.place, "name": defused(one.name), "points": one.score.points}
        for one in named(state).table
    )
    return f"\N{BYTE ORDER MARK}{as_csv(COLUMNS, lines)}"


def about(state: TournamentState) -> str:
    """Return a summary line: game, duration, people and games."""
    minutes = ngettext("%(count)s minute", "%(count)s minutes", state.minutes) % {"count": state.minutes}
    people = ngettext("%(count)d person", "%(count)d people", len(state.table)) % {"count": len(state.table)}
    games = ngettext("%(count)d game", "%(count)d games", state.played) % {"count": state.played}
    words = {"game": rules_of(state.variant).name, "minutes": minutes, "people": people, "games": games}
    # Translators: "Classic, 20 minutes, 24 people, 168 games".
    return _("%(game)s, %(minutes)s, %(people)s, %(games)s") % words


def game_line(game: Game) -> dict[str, str]:
    """Return the code of a finished game, its players, X first, and how it ended."""
    pov = Pov(State.of(game))
    winner = pov.state.winner
    if not state_counts(pov.state):
        result = _("Does not count")
    elif winner:
        # Translators: how a game ended; name is who won it.
        result = pgettext("how a game ended", "%(name)s won") % {"name": pov.called(winner)}
    else:
        result = pgettext("how a game ended", "a draw")
    return {"code": game.code, "first": pov.called("X"), "second": pov.called("O"), "result": result}
