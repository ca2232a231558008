"""The reasons for which a change is refused."""

from games.engine.position import MoveError
from games.site.refusals import Reason


def test_every_move_error_has_a_reason():
    assert MoveError.__members__.keys() <= Reason.__members__.keys()
