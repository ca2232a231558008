"""The reasons for which a change is refused."""

from games.engine.position import MoveError
from games.site.refusals import REASON_OF


def test_every_move_error_has_a_reason():
    assert set(REASON_OF) == set(MoveError)
