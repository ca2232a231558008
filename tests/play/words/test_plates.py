"""The name plates beside a board."""

from games.engine.notakto import NOTAKTO
from games.engine.wild import WILD
from games.play.selectors.state import SeatState
from games.play.words.plates import plates_of
from games.play.words.pov import Pov
from tests.support.states import ADA, COMPUTER, DRAWN, WON, rendered, seen_by, state
from tests.support.tidy import tidy


def test_the_plates_carry_the_running_score():
    before = {"x_wins": 2, "o_wins": 1, "draws": 4}
    assert [plate.wins for plate in plates_of(seen_by(ADA, state("1 4 2 5 3", **WON, **before)))] == [3, 1]
    assert state("1 4 2 5 3", **WON, **before).draws_total == 4
    assert state("1 2 3 5 4 6 8 7 9", **DRAWN, **before).draws_total == 5


def test_a_seat_that_waits_for_somebody_says_so():
    waiting = Pov(state(status="waiting", seats={"O": SeatState(ADA, "Ada", "")}), watching=True)
    assert [plate.name for plate in plates_of(waiting)] == ["Nobody yet", "Ada"]


def test_a_side_without_a_mark_is_told_by_which_it_is():
    plates = {variant: plates_of(seen_by(ADA, state(variant=variant))) for variant in (NOTAKTO, WILD)}
    assert [(plate.mark, plate.called) for plate in plates[NOTAKTO]] == [("X", "1st"), ("H", "2nd")]
    assert [(plate.mark, plate.called) for plate in plates[WILD]] == [("", "1st"), ("", "2nd")]


def test_a_robot_and_another_computer_player_are_told_apart():
    robot = {"seats": {"X": SeatState(ADA, "Ada", ""), "O": SeatState(None, "Rusty", "wbf")}}
    assert "<bdi>Rusty</bdi><span>robot</span>" in tidy(rendered(seen_by(ADA, state(**robot))))
    assert "<bdi>Hard</bdi><span>computer</span>" in tidy(rendered(seen_by(ADA, state(**COMPUTER))))
