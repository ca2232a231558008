"""Placeholders for all that is specific to a game, so that games that look alike share a cached fragment."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache

from games.engine.position import Mark
from games.play.selectors.state import State

# Valid codes in URLs, and private-use characters, which names cannot contain.
CODE, NEXT = "2" * 10, "3" * 10
VERSION, LONG = "\ue000", "\ue001"
NAMES: dict[str, str] = {Mark.X: "\ue002", Mark.O: "\ue003"}
SECONDS, LENGTH, MOMENT = "\ue004", "\ue005", "\ue006"  # of clock_until
SOME_TIME = datetime.max.replace(tzinfo=UTC)
PLACEHOLDERS = re.compile(f"({'|'.join([CODE, NEXT, VERSION, LONG, *NAMES.values(), SECONDS, LENGTH, MOMENT])})")


@lru_cache(maxsize=4_096)
def in_state(state: State) -> State:
    """Replace all that is specific to a game with placeholders."""
    # A fragment depends on whether one player holds both seats, but not on the ids.
    numbers: dict[int | None, int | None] = {None: None}
    for seat in state.seats.values():
        numbers.setdefault(seat.player, len(numbers))
    seats = {
        mark: replace(seat, player=numbers[seat.player], name=seat.name and NAMES[mark])
        for mark, seat in state.seats.items()
    }
    return replace(
        state,
        game=0,
        code=CODE,
        version=0,
        next_code=state.next_code and NEXT,
        seats=seats,
        tournament="",
        move_by=state.move_by and SOME_TIME,
    )
