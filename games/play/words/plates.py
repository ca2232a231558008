"""The name plates beside a board."""

from typing import Any

from games.engine.position import Mark
from games.engine.robots import is_robot
from games.play.words.marks import mark_of
from games.play.words.pov import Pov
from games.site.tags import MAX_TALLY


def plates_of(pov: Pov) -> list[dict[str, Any]]:
    """Return the name plates of both sides, for play/_plates.html.

    `called` is the name of the side, and `mark` the drawing of its mark, "" in games where neither side owns a mark.
    `mine` means that the plate is the viewer's, and `you` that it shows "you" beside their name. `won` means that this
    game added the last stroke of the tally. `face` is the key of a computer player to draw, and `mood` its expression.
    """
    return [_plate(pov, Mark.X, pov.state.x_total), _plate(pov, Mark.O, pov.state.o_total)]


def _plate(pov: Pov, mark: Mark, wins: int) -> dict[str, Any]:
    seat = pov.state.seats.get(mark)
    return {
        "side": mark,
        "called": pov.side(mark),
        "mark": mark_of(pov.state.variant, mark),
        "name": pov.name(mark),
        "mine": pov.me == mark,
        "you": pov.me == mark and bool(seat and seat.name),
        "computer": bool(seat and seat.opponent),
        "robot": bool(seat and is_robot(seat.opponent)),
        "wins": wins,
        "won": pov.state.winner == mark and wins <= MAX_TALLY,
        "to_move": pov.to_move == mark,
        "here": mark in pov.others_here,
        "away": mark in pov.others_away,
        "face": seat.opponent if seat and pov.state.variant.opponent(seat.opponent) else "",
        "mood": _mood(pov, mark),
    }


def _mood(pov: Pov, mark: Mark) -> str:
    """Return "thinks", "glad", "sad", "even" (after a draw), or "" while the computer player waits."""
    if pov.drawn:
        return "even"
    if pov.finished:
        return "glad" if pov.state.winner == mark else "sad"
    return "thinks" if pov.to_move == mark else ""
