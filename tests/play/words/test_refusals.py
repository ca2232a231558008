"""The sentences for refusals."""

import pytest

from games.engine.position import Mark
from games.play.selectors.state import SeatState, State
from games.play.words import refusals
from games.site.refusals import Reason, Refused
from tests.support.states import BEN, UNNAMED, seen_by, state

AGAINST_HARD = {"X": SeatState(None, "", "hard"), "O": SeatState(BEN, "Ben", "")}


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence(reason: Reason):
    sentence = refusals.in_words(Refused(reason, mark=Mark.X), seen_by(BEN, state()))
    assert sentence
    assert "%" not in sentence


@pytest.mark.parametrize(
    ("reason", "shown", "sentence"),
    [
        (Reason.NOT_YOUR_TURN, state(), "Wait for Ada"),
        (Reason.NOT_YOUR_TURN, state(**UNNAMED), "Wait for Guest"),
        (Reason.NOT_YOUR_TURN, state(seats=AGAINST_HARD), "Wait for Hard"),
        (Reason.ASKED_FIRST, state(**UNNAMED), "Guest has asked to take back a move. Answer that first."),
    ],
)
def test_the_opponent_is_called_as_the_reader_sees_them(reason: Reason, shown: State, sentence: str):
    assert refusals.in_words(Refused(reason, mark=Mark.X), seen_by(BEN, shown)) == sentence
