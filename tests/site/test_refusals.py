"""The reasons for which a change is refused."""

from games.engine.position import MoveError
from games.site.refusals import REASON_OF


def test_every_way_in_which_a_move_is_illegal_has_its_reason():
    assert set(REASON_OF) == set(MoveError)
