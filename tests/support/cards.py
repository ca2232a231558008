"""Cards of robots."""

from games.selectors.state import SeatState
from tests.support.states import ADA, state


def against(key: str, record: str, name: str = "Rusty", **changes: str):
    return state(record, seats={"X": SeatState(ADA, "Ada", ""), "O": SeatState(None, name, key)}, **changes)
