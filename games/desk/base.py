"""Helpers of the review desk's pages: drawings, names and descriptions of a game."""

from dataclasses import replace

from django.contrib import admin
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.position import BLANK
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play.models import Game, Seat, Status
from games.play.selectors.state import State
from games.play.words import roster
from games.play.words.marks import drawn_after
from games.play.words.rules import side_name

MAX_SHOWN = 50  # games, names, or problems of games
SQUARE = 20  # the side of a square in a thumbnail, in units of the drawing

admin.site.site_header = _("Tic-tac-toe admin")
admin.site.site_title = _("Tic-tac-toe")
admin.site.index_title = _("Past games and players")


def result_of(game: Game) -> str:
    """Describe the state of a game, or its result."""
    if game.status == Status.STARTED:
        state = State.of(game)
        return _("In play: %(mark)s to move") % {"mark": side_name(state.variant, state.position.turn)}
    if game.status != Status.FINISHED:
        return game.get_status_display()
    won = (
        pgettext_lazy("result", "%(mark)s won") % {"mark": side_name(VARIANTS[game.variant], game.winner)}
        if game.winner
        else ""
    )
    words = won or pgettext_lazy("result", "Draw")
    return f"{words} ({game.get_ended_display()})"


def seat_of(game: Game, mark: str) -> Seat | None:
    return next((seat for seat in game.seated if seat.mark == mark), None)


def player_name(game: Game, mark: str) -> str:
    seat = seat_of(game, mark)
    if seat is None:
        return "–"
    if seat.player:
        return str(seat.player)
    if seat.name:
        return _("%(name)s (robot %(rules)s)") % {"name": seat.name, "rules": seat.opponent}
    return _("%(name)s (computer)") % {"name": roster.called(seat.opponent)}


def thumb(game: Game, record: str, label: str = "") -> SafeString:
    """Draw the board after these moves: the newest mark in full, older ones paler, and any line that ended the game."""
    state = replace(State.of(game), record=record)
    variant, position, moves = state.variant, state.position, state.moves
    newest = variant.square(moves[-1]) if moves else None
    marks = [
        {"mark": mark, "at": _corner(variant, cell), "newest": cell == newest}
        for cell, mark in enumerate(drawn_after(state, state.plies))
        if mark != BLANK
    ]
    line = position.outcome.line if position.outcome else None
    ends = [[place + SQUARE // 2 for place in _corner(variant, cell)] for cell in (line[0], line[-1])] if line else None
    return render_to_string("desk/_thumb.html", {"marks": marks, "ends": ends, "label": label})


def _corner(variant: Variant, cell: int) -> tuple[int, int]:
    return cell % variant.columns * SQUARE, cell // variant.columns * SQUARE
