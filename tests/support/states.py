"""States of games, and how a viewer sees them."""

from django.template.loader import render_to_string
from django.utils import translation

from games.engine.classic import CLASSIC
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.play.selectors.state import SeatState, State
from games.play.words.pov import Pov
from games.play.words.room import drawn_of, words_of

ADA, BEN, EVE = 1, 2, 3


def state(record: str = "", variant: Variant = CLASSIC, **changes) -> State:
    """Return a game in play between Ada (X) and Ben (O) after these moves, in people's notation."""
    start = changes.pop("start", variant.start.text)
    seats = changes.pop("seats", {"X": SeatState(ADA, "Ada", ""), "O": SeatState(BEN, "Ben", "")})
    stored = {"game": 1, "code": "2222222222", "version": 3} | changes
    moves = "".join(variant.write(variant.labelled(label)) for label in record.split())
    return State(variant, start, stored.pop("record", moves), seats, **stored)


def seen_by(player: int, shown: State) -> Pov:
    return Pov(shown, shown.marks_of(player))


WON = {"status": "finished", "winner": "X", "ended": "line"}
WON_BY_O = WON | {"winner": "O"}
RESIGNED = {"status": "finished", "winner": "X", "ended": "resigned"}
DRAWN = {"status": "finished", "winner": "", "ended": "full"}
COMPUTER = {"seats": {"X": SeatState(ADA, "Ada", ""), "O": SeatState(None, "", "hard")}}
ONE_SCREEN = {"seats": {"X": SeatState(ADA, "Ada", ""), "O": SeatState(ADA, "Ada", "")}}
UNNAMED = {"seats": {"X": SeatState(ADA, "", ""), "O": SeatState(BEN, "", "")}}


def rendered(pov: Pov) -> str:
    with translation.override("en"):
        shown = {**words_of(pov), **drawn_of(pov)}
        long = " longest" if len(shown["status"]) > 40 else " long" if len(shown["status"]) > 17 else ""
        return render_to_string("play/_room.html", {**shown, "version": pov.state.version, "long": long, "clock": {}})


def against(key: str, record: str, name: str = "Rusty", **changes: str):
    return state(record, seats={"X": SeatState(ADA, "Ada", ""), "O": SeatState(None, name, key)}, **changes)


def long_game(plies: int, **changes) -> State:
    """Return a game of Vanishing in play after `plies` moves."""
    position, labels = VANISHING.start, []
    while len(labels) < plies:
        moves = (move for move in position.legal_moves[len(labels) % 2 :] if not position.play(move).outcome)
        move = next(moves)
        position = position.play(move)
        labels.append(VANISHING.label(move))
    return state(" ".join(labels), VANISHING, **changes)
