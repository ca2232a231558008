"""Taking a move back: an offer to a person, or immediate if nobody has to agree."""

import pytest

from games.engine.position import Mark
from games.play import services
from games.play.models import Game, Move
from games.play.services import offers
from games.site.refusals import Reason
from tests.support.games import board, play, player, take_back
from tests.support.stored import check_refused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("played", "asker", "left"),
    [
        ("5 1", "ada", ""),  # her move and the answer to it
        ("5 1", "ben", "5"),  # only his move
        ("5 1 9", "ada", "5 1"),
        ("5 1 9", "ben", "5"),
    ],
)
def test_the_game_returns_to_before_the_requesters_last_move(request, game, played, asker, left):
    play(game, played)
    asker, other = request.getfixturevalue(asker), request.getfixturevalue({"ada": "ben", "ben": "ada"}[asker])
    asked = take_back(code=game.code, player=asker)
    assert asked.record == Game.objects.get(pk=game.pk).record
    allowed = services.allow(code=game.code, player=other)
    assert allowed.record == "".join(str(int(number) - 1) for number in left.split())
    assert (allowed.offered_by, allowed.version) == ("", asked.version + 1)


def test_the_moves_taken_back_stay_in_the_record_and_their_squares_are_free(game, ada, ben):
    play(game, "5 1")
    take_back(code=game.code, player=ada)
    services.allow(code=game.code, player=ben)
    play(game, "1 5 9")
    assert board(game) == "X__ _O_ __X"
    rows = [(move.ply, move.text, move.taken_back_at is None) for move in Move.objects.filter(game=game)]
    assert rows == [(1, "4", False), (2, "0", False), (1, "0", True), (2, "4", True), (3, "8", True)]


def test_the_next_move_ends_the_offer(game, ada, ben):
    play(game, "5")
    take_back(code=game.code, player=ada)
    assert play(game, "1").offered_by == ""
    check_refused(Reason.NOT_ASKED, services.allow, code=game.code, player=ben)


def test_the_opponent_may_decline(game, ada, ben):
    play(game, "5")
    take_back(code=game.code, player=ada)
    check_refused(Reason.NOT_ASKED, services.decline, code=game.code, player=ada)
    state = services.decline(code=game.code, player=ben)
    assert (state.offered_by, state.record) == ("", "4")


def test_asking_twice_is_asking_once(game, ada, ben):
    play(game, "5")
    first = take_back(code=game.code, player=ada)
    assert take_back(code=game.code, player=ada) == first


def test_a_second_offer_is_refused_until_the_first_is_answered(game, ada, ben):
    play(game, "5 1")
    take_back(code=game.code, player=ada)
    assert check_refused(Reason.ASKED_FIRST, take_back, code=game.code, player=ben).mark == Mark.X


def test_a_player_without_a_move_has_nothing_to_take_back(game, ada, ben):
    check_refused(Reason.NOT_MOVED, take_back, code=game.code, player=ada)
    play(game, "5")
    check_refused(Reason.NOT_MOVED, take_back, code=game.code, player=ben)


def test_only_players_may_ask_and_only_during_the_game(game, ada, ben):
    play(game, "1 4 2 5")
    for verb in (take_back, services.allow, services.decline):
        for who in (player(), None):
            check_refused(Reason.NOT_YOUR_SEAT, verb, code=game.code, player=who)
    play(game, "3")
    check_refused(Reason.OVER, take_back, code=game.code, player=ada)
    check_refused(Reason.OVER, services.allow, code=game.code, player=ben)


def test_the_end_of_the_game_ends_the_offer(game, ada, ben):
    play(game, "5")
    take_back(code=game.code, player=ada)
    assert services.resign(code=game.code, player=ben).offered_by == ""


@pytest.mark.parametrize(("side", "left"), [(Mark.X, 0), (Mark.O, 1)])
def test_against_the_computer_a_move_is_taken_back_immediately(ada, side, left):
    code = services.start_against_computer(player=ada, opponent="easy", side=side).code
    game = Game.objects.get(code=code)
    cell = next(cell for cell in range(9) if str(cell) not in game.record)
    services.play(code=code, player=ada, move=str(cell), version=game.version)
    assert len(take_back(code=code, player=ada).record) == left
    check_refused(Reason.NOT_MOVED, take_back, code=code, player=ada)


def test_on_one_screen_any_last_move_is_taken_back(ada):
    game = Game.objects.get(code=services.start_one_screen(player=ada).code)
    play(game, "5 1")
    assert take_back(code=game.code, player=ada).record == "4"
    assert take_back(code=game.code, player=ada).record == ""


def test_a_move_resent_after_it_was_taken_back_is_not_made_again(game, ada, ben):
    play(game, "5")
    take_back(code=game.code, player=ada)
    services.allow(code=game.code, player=ben)
    assert services.play(code=game.code, player=ada, move="4", version=game.version).record == ""


def test_a_double_click_takes_back_once(ada):
    game = Game.objects.get(code=services.start_one_screen(player=ada).code)
    version = play(game, "5 1 9").version
    for _click in range(2):
        state = services.take_back(code=game.code, player=ada, version=version)
    assert state.record == "40"


def test_the_number_of_moves_taken_back_is_limited(ada, monkeypatch):
    monkeypatch.setattr(offers, "MAX_TAKEN_BACK", 4)
    state = services.start_against_computer(player=ada, opponent="easy", side=Mark.X)
    for _time in range(2):  # her move and the answer to it
        services.play(code=state.code, player=ada, move="4", version=state.version)
        state = take_back(code=state.code, player=ada)
    services.play(code=state.code, player=ada, move="4", version=state.version)
    check_refused(Reason.TAKEN_BACK_OFTEN, take_back, code=state.code, player=ada)
    assert Move.objects.count() == 6
    services.resign(code=state.code, player=ada)
