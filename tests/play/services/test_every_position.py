"""Every position of the solved games that end, reached through the services, agrees with the engine."""

import pytest
from django.utils import timezone

from games.engine.position import Position
from games.engine.variant import Variant
from games.play.models import Status
from games.play.selectors.state import State
from games.play.services.storage import decide
from tests.support.boards import SOLVED, every_position
from tests.support.states import state

FINITE = [
    pytest.param(key, marks=pytest.mark.slow) if key == "wild" else key
    for key, variant in SOLVED.items()
    if variant.longest is not None
]


def reached(variant: Variant) -> dict[Position, State]:
    """Return a game for each position, extended from another by one move."""
    found = {variant.start: state(variant=variant)}
    fresh = list(found.values())
    for before in fresh:
        if before.status != Status.STARTED:
            continue
        for move in before.position.legal_moves:
            if before.position.play(move) not in found:
                after = before.after(decide(before, move, at=timezone.now()).changes)
                found[after.position] = after
                fresh.append(after)
    return found


@pytest.mark.parametrize("key", FINITE)
def test_every_position_is_stored_correctly(key):
    variant = SOLVED[key]
    found = reached(variant)
    assert set(found) == every_position(variant)
    for position, stored in found.items():
        outcome = position.outcome
        assert stored.position == position
        assert stored.plies == position.ply
        assert (stored.status == Status.FINISHED) == (outcome is not None)
        assert stored.winner == ((outcome.winner or "") if outcome else "")
        assert stored.ended == (outcome.termination if outcome else "")
