"""A game as a file: JSON to keep and open again, and one line of text to share.

The JSON, version 1, is an object with
  format    "tic-tac-toe"
  version   1
  game      the key of the game, "classic" if it is missing
  start     the position the game started from; in the classic game nine symbols X, O and _
  moves     the squares marked, in order, as numbers from 1; or as strings, if a move is more than a square
  winner    "X", "O" or null
  ended     "line", "full", "repeated", "resigned", "abandoned", "time" or "too long"
  players   {"X": {"name": "Ada"}, "O": {"computer": "hard"}}: a name, which may be empty, or a computer player's key;
            for a robot its letters, and its name if it has one
and, for the record only: code, started_at, finished_at, helped. Everything else is ignored.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.classic import CLASSIC
from games.engine.position import (
    ON_BOARD,
    IllegalMove,
    ImpossiblePosition,
    Mark,
    Move,
    MoveError,
    Position,
    Termination,
)
from games.engine.robots import NO_RULES, is_robot
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play.models import MAX_MOVES, Ended, Game, Status
from games.play.selectors.state import SeatState, State
from games.play.words.pov import Pov
from games.play.words.rules import name_unless_usual
from games.site.models import NAME_STORED
from games.site.names import NAME_SHOWN, length_shown, misleads, piles_up

FORMAT, VERSION = "tic-tac-toe", 1
MAX_BYTES = 10_000  # bytes; this site's files have at most 3,000, even with MAX_MOVES moves
# Matches keys of computer players, including removed ones.
KEY = re.compile(rf"(?=.{{1,20}}\Z)[a-z]+(-[a-z]+)*|{NO_RULES}")


class NotOurs(ValueError):
    """A file that is not a game in this format. `str()` gives a sentence for the user, in the active language."""


def to_json(game: Game) -> dict[str, Any]:
    """Return a finished game as plain values."""
    return {
        **values_of(State.of(game)),
        "code": game.code,
        "started_at": game.started_at.isoformat() if game.started_at else None,
        "finished_at": game.finished_at.isoformat() if game.finished_at else None,
    }


def to_lines(games: Iterable[Game]) -> str:
    """Return finished games as JSON lines, each readable by `from_json`."""
    return "".join(f"{json.dumps(to_json(game), ensure_ascii=False)}\n" for game in games)


def values_of(state: State) -> dict[str, Any]:
    """Return the values of a finished game that `from_json` needs."""
    return {
        "format": FORMAT,
        "version": VERSION,
        **({} if state.variant is CLASSIC else {"game": state.variant.key}),
        "players": {mark: _player(state.seats[mark]) for mark in Mark},
        "start": state.start,
        "moves": [state.variant.as_value(move) for move in state.moves],
        "winner": state.winner or None,
        "ended": state.ended,
        "helped": state.helped,
    }


def _player(seat: SeatState) -> dict[str, str]:
    if not seat.opponent:
        return {"name": seat.name}
    return {"computer": seat.opponent, **({"name": seat.name} if seat.name else {})}


def to_text(state: State) -> str:
    """Return a finished game in one line: the variant unless it is the classic one, names, result and moves."""
    game, line = name_unless_usual(state.variant), _line_of(state)
    # Translators: game is the name of a game, line tells how one was played.
    return _("%(game)s: %(line)s") % {"game": game, "line": line} if game else line


def _line_of(state: State) -> str:
    pov = Pov(state)
    words = {
        "x": pov.called(Mark.X),
        "first": pov.side(Mark.X),
        "o": pov.called(Mark.O),
        "second": pov.side(Mark.O),
        "result": pgettext("result of a game in one line", "draw")
        if not state.winner
        else _("%(mark)s won") % {"mark": pov.side(state.winner)},
        "how": Ended(state.ended).label,
        "moves": " ".join(state.variant.label(move) for move in state.moves) or "–",
    }
    if state.start != state.variant.start.text:
        # Translators: x and o are names, first and second their sides, "X" and "O"; result is "draw" or "X won"; how is
        # as in "three in a row"; start is a position in symbols; moves are as in "5 1 9".
        return _("%(x)s (%(first)s) – %(o)s (%(second)s): %(result)s, %(how)s. From %(start)s: %(moves)s") % {
            **words,
            "start": state.start,
        }
    # Translators: as in the longer sentence with "From ..."; this one is for a game from the usual position.
    return _("%(x)s (%(first)s) – %(o)s (%(second)s): %(result)s, %(how)s. %(moves)s") % words


def from_json(text: str | bytes) -> State:
    """Parse a file and check every move. Raises NotOurs."""
    if len(text) > MAX_BYTES:
        raise NotOurs(_("This file is too large to be a game of tic-tac-toe."))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise NotOurs(_("This file can’t be read: it is not JSON, or its end is missing.")) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NotOurs(_("This file doesn’t contain a game from this site."))
    if data.get("version") != VERSION:
        raise NotOurs(_("This site can’t read this version of the file."))
    variant = VARIANTS.get(str(data.get("game", CLASSIC.key)))
    if variant is None:
        raise NotOurs(_("This file doesn’t contain a game from this site."))
    start, record = _moves(variant, data)
    return _state(data, variant, start, record)


def _moves(variant: Variant, data: dict[str, Any]) -> tuple[Position, str]:
    """Return the start and the record. Raises NotOurs for an illegal move, with its number and the reason."""
    try:
        position = start = variant.position(str(data.get("start")))
    except ImpossiblePosition:
        raise NotOurs(_("No game can start from the position in this file.")) from None
    moves, record = data.get("moves"), ""
    if not isinstance(moves, list):
        raise NotOurs(_("The moves are missing from this file."))
    if len(moves) > MAX_MOVES + 1:  # the last one a computer player's reply, in games of early releases
        raise NotOurs(_("This file is too large to be a game of tic-tac-toe."))
    for number, written in enumerate(moves, start=1):
        try:
            move = _move(variant, written)
            position = position.play(move)
        except IllegalMove as illegal:
            reason = {
                MoveError.NOT_A_SQUARE: _("Move %(number)d is not on a square of the board."),
                MoveError.TAKEN: _("Move %(number)d is on a square that is taken."),
                MoveError.NOT_ALLOWED: _("Move %(number)d is on a square where the rules allow none."),
                MoveError.GOING: _("Move %(number)d is on the square that it clears."),
                MoveError.OVER: _("Move %(number)d comes after the end of the game."),
            }[illegal.reason]
            raise NotOurs(reason % {"number": number}) from None
        record += variant.write(move)
    return start, record


def _move(variant: Variant, written: Any) -> Move:
    """Parse a move of a file: a number, or a string that is not a number. Raises IllegalMove for anything else."""
    if type(written) is int or (isinstance(written, str) and not written.isdigit()):
        return variant.labelled(str(written))
    raise IllegalMove(MoveError.NOT_A_SQUARE)


def _state(data: dict[str, Any], variant: Variant, start: Position, record: str) -> State:
    """Return the whole game. Raises NotOurs if the result does not match the moves, or if a player is unknown here."""
    winner, ended = data.get("winner"), data.get("ended")
    if winner not in (*Mark, None) or ended not in list(Termination):
        raise NotOurs(_("No game can end with the result in this file."))
    state = State(
        variant,
        start.text,
        record,
        _seats(variant, data.get("players")),
        status=Status.FINISHED,
        winner=winner or "",
        ended=ended,
        helped=data.get("helped") is True,
    )
    board = state.position.outcome
    if (
        bool(board) != (ended in ON_BOARD)
        or (board and (board.winner, board.termination) != (winner, ended))
        or (ended in (Termination.RESIGNED, Termination.TIME) and winner is None)
        or (ended == Termination.TOO_LONG and (winner or state.plies < MAX_MOVES))
    ):
        raise NotOurs(_("The result in this file does not match its moves."))
    return state


def _is_name(name: str) -> bool:
    """Return whether a name is empty or valid for a player."""
    if not name:
        return True
    fits = len(name) <= NAME_STORED and 1 <= length_shown(name) <= NAME_SHOWN and name == " ".join(name.split())
    return fits and not misleads(name) and not piles_up(name)


def _seats(variant: Variant, players: Any) -> dict[str, SeatState]:
    """Return the seats, each with a computer player's key or a name (a robot has both), but no Player. Raises NotOurs
    if a seat is empty, or has a robot in a game that robots do not play."""
    seats = {}
    for number, mark in enumerate(Mark):
        player = players.get(mark) if isinstance(players, dict) else None
        if not isinstance(player, dict):
            raise NotOurs(_("The players are missing from this file."))
        name, key = player.get("name", ""), player.get("computer", "")
        known = isinstance(key, str) and (not key or bool(KEY.fullmatch(key)))
        known = known and not (is_robot(key) and variant.opponent(key) is None)
        if not known or not isinstance(name, str) or not _is_name(name):
            raise NotOurs(_("This site doesn’t know one of the players in this file."))
        # Negative ids, which no Player has. Equal ids would mean a game on one screen.
        seats[str(mark)] = SeatState(None if key else -1 - number, "" if key and not is_robot(key) else name, key)
    return seats
