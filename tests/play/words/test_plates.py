"""The name plates beside a board."""

import re
from dataclasses import replace

import pytest

from games.engine.notakto import NOTAKTO
from games.engine.variants import VARIANTS
from games.engine.wild import WILD
from games.play.selectors.state import SeatState
from games.play.words.plates import plates_of
from games.play.words.pov import Pov
from tests.support.server import ROOT
from tests.support.states import ADA, COMPUTER, DRAWN, WON, WON_BY_O, against, rendered, seen_by, state
from tests.support.tidy import tidy


def test_the_plates_carry_the_running_score():
    before = {"x_wins": 2, "o_wins": 1, "draws": 4}
    assert [plate["wins"] for plate in plates_of(seen_by(ADA, state("1 4 2 5 3", **WON, **before)))] == [3, 1]
    assert state("1 4 2 5 3", **WON, **before).draws_total == 4
    assert state("1 2 3 5 4 6 8 7 9", **DRAWN, **before).draws_total == 5


def test_a_win_adds_the_last_stroke_of_a_tally():
    """A full tally gets no further stroke, and neither does the loser's."""

    def won(**before: int) -> list[bool]:
        return [plate["won"] for plate in plates_of(seen_by(ADA, state("1 4 2 5 3", **WON, **before)))]

    assert won(x_wins=9, o_wins=1) == [True, False]
    assert won(x_wins=10) == [False, False]
    assert not any(plate["won"] for plate in plates_of(seen_by(ADA, state("1 4", x_wins=3))))


def test_an_open_seat_says_so():
    waiting = Pov(state(status="waiting", seats={"O": SeatState(ADA, "Ada", "")}), watching=True)
    assert [plate["name"] for plate in plates_of(waiting)] == ["Nobody yet", "Ada"]


def test_a_side_without_a_mark_is_named_by_its_number():
    plates = {variant: plates_of(seen_by(ADA, state(variant=variant))) for variant in (NOTAKTO, WILD)}
    assert [(plate["mark"], plate["called"]) for plate in plates[NOTAKTO]] == [("X", "1st"), ("H", "2nd")]
    assert [(plate["mark"], plate["called"]) for plate in plates[WILD]] == [("", "1st"), ("", "2nd")]


def test_a_robot_differs_from_other_computer_players():
    robot = {"seats": {"X": SeatState(ADA, "Ada", ""), "O": SeatState(None, "Rusty", "wbf")}}
    assert '<bdi>Rusty</bdi><span class="kind"><i>robot</i></span>' in tidy(rendered(seen_by(ADA, state(**robot))))
    assert '<bdi>Hard</bdi><span class="kind"><i>computer</i></span>' in tidy(rendered(seen_by(ADA, state(**COMPUTER))))


@pytest.mark.parametrize(
    ("shown", "mood"),
    [
        (state(**COMPUTER), ""),
        (state("5", **COMPUTER), "thinks"),
        (state("1 4 2 5 3", **COMPUTER, **WON), "sad"),
        (state("4 1 5 2 9 3", **COMPUTER, **WON_BY_O), "glad"),
        (state("5", **COMPUTER, status="finished", ended="abandoned"), "even"),
    ],
)
def test_a_computer_players_face_shows_its_mood(shown, mood):
    robot = replace(shown, seats=against("wbf", "").seats)
    for one, face, drawing in ((shown, "hard", ".svg#hard"), (robot, "wbf", '"#robot-O')):
        person, computer = plates_of(seen_by(ADA, one))
        assert (person["face"], computer["face"], computer["mood"]) == ("", face, mood)
        room = rendered(seen_by(ADA, one))
        assert drawing in room
        assert not mood or f".svg#{mood}" in room


def test_every_computer_player_and_mood_has_a_drawing():
    drawings = set(re.findall(r'<symbol id="([a-z-]+)"', (ROOT / "static/img/faces.svg").read_text()))
    keys = {key for variant in VARIANTS.values() for key in variant.opponents}
    missing = (keys | {"thinks", "glad", "sad", "even"}) - drawings
    assert not missing, "draw them in static/img/faces.svg"
