"""Taking a move back: an offer to a person, or immediate if nobody has to agree."""

import pytest

from games.engine.position import Mark
from games.play import services
from games.play.models import Move
from games.play.services import offers
from games.site.refusals import Reason
from tests.support.games import board, play, take_back
from tests.support.stored import check_refused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("played", "asker", "left"),
    [
        ("5 1", 0, ""),  # her move and the answer to it
        ("5 1", 1, "4"),  # only his move
        ("5 1 9", 0, "40"),
        ("5 1 9", 1, "4"),
    ],
)
def test_the_game_returns_to_before_the_requesters_last_move(ada, ben, game, played, asker, left):
    before, people = play(game, played), (ada, ben)
    asked = take_back(code=game.code, player=people[asker])
    assert asked.record == before.record
    allowed = services.allow(code=game.code, player=people[1 - asker])
    assert (allowed.record, allowed.offered_by, allowed.version) == (left, "", asked.version + 1)


def test_moves_taken_back_stay_in_the_record_free_their_squares_and_are_not_made_again_when_resent(game, ada, ben):
    play(game, "5 1")
    take_back(code=game.code, player=ada)
    services.allow(code=game.code, player=ben)
    assert services.play(code=game.code, player=ada, move="4", version=game.version).record == ""
    play(game, "1 5 9")
    assert board(game) == "X__ _O_ __X"
    rows = [(move.ply, move.text, move.taken_back_at is None) for move in Move.objects.filter(game=game)]
    assert rows == [(1, "4", False), (2, "0", False), (1, "0", True), (2, "4", True), (3, "8", True)]


def test_the_opponent_may_decline(game, ada, ben):
    play(game, "5")
    take_back(code=game.code, player=ada)
    check_refused(Reason.NOT_ASKED, services.decline, code=game.code, player=ada)
    state = services.decline(code=game.code, player=ben)
    assert (state.offered_by, state.record) == ("", "4")
    check_refused(Reason.NOT_ASKED, services.allow, code=game.code, player=ben)


def test_only_the_first_of_two_offers_counts(game, ada, ben):
    play(game, "5 1")
    first = take_back(code=game.code, player=ada)
    assert take_back(code=game.code, player=ada) == first
    assert check_refused(Reason.ASKED_FIRST, take_back, code=game.code, player=ben).mark == Mark.X


def test_a_player_without_a_move_has_nothing_to_take_back(game, ada, ben):
    check_refused(Reason.NOT_MOVED, take_back, code=game.code, player=ada)
    play(game, "5")
    check_refused(Reason.NOT_MOVED, take_back, code=game.code, player=ben)


def test_the_end_of_the_game_ends_the_offer(game, ada, ben):
    play(game, "5")
    take_back(code=game.code, player=ada)
    assert services.resign(code=game.code, player=ben).offered_by == ""
    check_refused(Reason.OVER, take_back, code=game.code, player=ada)
    check_refused(Reason.OVER, services.allow, code=game.code, player=ben)


@pytest.mark.parametrize(("side", "left"), [(Mark.X, 0), (Mark.O, 1)])
def test_against_the_computer_a_move_is_taken_back_immediately(ada, side, left):
    game = services.start_against_computer(player=ada, opponent="easy", side=side)
    services.play(code=game.code, player=ada, move=str(game.position.legal_moves[0]), version=game.version)
    assert len(take_back(code=game.code, player=ada).record) == left
    check_refused(Reason.NOT_MOVED, take_back, code=game.code, player=ada)


def test_on_one_screen_any_last_move_is_taken_back_and_a_double_click_counts_once(ada):
    state = play(services.start_one_screen(player=ada), "5 1 9")
    for _click in range(2):
        left = services.take_back(code=state.code, player=ada, version=state.version)
    assert left.record == "40"
    assert take_back(code=state.code, player=ada).record == "4"


def test_the_number_of_moves_taken_back_is_limited(ada, monkeypatch):
    monkeypatch.setattr(offers, "MAX_TAKEN_BACK", 4)
    state = services.start_against_computer(player=ada, opponent="easy", side=Mark.X)
    for _time in range(2):  # her move and the answer to it
        services.play(code=state.code, player=ada, move="4", version=state.version)
        state = take_back(code=state.code, player=ada)
    services.play(code=state.code, player=ada, move="4", version=state.version)
    check_refused(Reason.TAKEN_BACK_OFTEN, take_back, code=state.code, player=ada)
    assert Move.objects.count() == 6
