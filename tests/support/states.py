"""States of games, and what somebody sees of them."""

from games.engine.classic import CLASSIC
from games.engine.variant import Variant
from games.selectors.state import SeatState, State
from games.show.pov import Pov

ADA, BEN, EVE = 1, 2, 3


def state(record: str = "", variant: Variant = CLASSIC, **changes) -> State:
    """A game in play between Ada (X) and Ben (O) after these moves, as people write them."""
    plain = {
        "game": 1,
        "code": "2222222222",
        "variant": variant,
        "version": 3,
        "status": "started",
        "start": variant.start.text,
        "record": "".join(variant.write(variant.labelled(label)) for label in record.split()),
        "winner": "",
        "ended": "",
        "x_wins": 0,
        "o_wins": 0,
        "draws": 0,
        "offered_by": "",
        "hints": False,
        "hint": False,
        "helped": False,
        "next_code": "",
        "seats": {"X": SeatState(ADA, "Ada", ""), "O": SeatState(BEN, "Ben", "")},
    }
    return State(**{**plain, **changes})


def seen_by(player: int, shown: State) -> Pov:
    return Pov(shown, shown.marks_of(player))


WON = {"status": "finished", "winner": "X", "ended": "line"}


WON_BY_O = WON | {"winner": "O"}


RESIGNED = {"status": "finished", "winner": "X", "ended": "resigned"}


DRAWN = {"status": "finished", "winner": "", "ended": "full"}


COMPUTER = {"seats": {"X": SeatState(ADA, "Ada", ""), "O": SeatState(None, "", "hard")}}


ONE_SCREEN = {"seats": {"X": SeatState(ADA, "Ada", ""), "O": SeatState(ADA, "Ada", "")}}


UNNAMED = {"seats": {"X": SeatState(ADA, "", ""), "O": SeatState(BEN, "", "")}}
