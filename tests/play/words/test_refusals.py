"""The sentences for refusals."""

import pytest
from django.utils import translation

from games.engine.position import Mark
from games.play.selectors.state import SeatState, State
from games.play.words import refusals
from games.site.refusals import Reason, Refused
from tests.support.states import ADA, BEN, UNNAMED, seen_by, state

NOT_YOUR_TURN = Refused(Reason.NOT_YOUR_TURN, mark=Mark.X)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence(reason: Reason):
    sentence = refusals.in_words(Refused(reason, mark=Mark.X), seen_by(BEN, state()))
    assert sentence
    assert "%" not in sentence


@pytest.mark.parametrize(
    ("shown", "sentence"),
    [
        (state(), "Wait for Ada"),
        (state(**UNNAMED), "Wait for Guest"),
        (state(seats={"X": SeatState(None, "", "hard"), "O": SeatState(BEN, "Ben", "")}), "Wait for Hard"),
    ],
)
def test_a_side_is_called_as_the_reader_sees_it(shown: State, sentence: str):
    assert refusals.in_words(NOT_YOUR_TURN, seen_by(BEN, shown)) == sentence


def test_an_unnamed_player_who_asked_first_is_called_guest():
    refused = Refused(Reason.ASKED_FIRST, mark=Mark.X)
    sentence = "Guest has asked to take back a move. Answer that first."
    assert refusals.in_words(refused, seen_by(BEN, state(**UNNAMED))) == sentence


def test_a_computer_player_is_named_without_a_game():
    sentence = "Easy no longer plays here. Start a game with another robot."
    assert refusals.in_words(Refused(Reason.NO_REMATCH, opponent="easy")) == sentence


def test_the_words_are_in_the_active_language():
    with translation.override("de"):
        assert refusals.in_words(Refused(Reason.TAKEN), seen_by(ADA, state("5"))) != "Already taken"
