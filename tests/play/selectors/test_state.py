"""The positions of a State, and the state that a page says it has seen."""

from dataclasses import replace

from games.engine.classic import ClassicPosition
from games.engine.nine import MarkingGame
from games.engine.position import Move
from tests.support.states import state

played: list[Move] = []


class Unchanging(ClassicPosition):
    """A position that no move changes, for games of any length. Records the moves that it plays."""

    def play(self, move: Move) -> "Unchanging":
        played.append(move)
        return self


ENDLESS = MarkingGame(key="endless", start=Unchanging(), longest=None, solver=None, opponents={})


def test_a_very_long_game_has_all_its_positions():
    long = replace(state(), variant=ENDLESS, record="4" * 5_000)
    assert len(long.positions) == 5_001


def test_the_positions_after_one_more_move_cost_one_move():
    shorter = replace(state(), variant=ENDLESS, record="2" * 100)
    assert len(shorter.positions) == 101
    played.clear()
    assert len(replace(shorter, record=shorter.record + "7").positions) == 102
    assert played == [7]


def test_the_seen_state_of_a_long_game_is_accepted():
    long = replace(state(), variant=ENDLESS, record="4" * 1_000)
    assert long.as_seen(long.seen) == long
