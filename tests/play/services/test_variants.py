"""People's actions in every game: by link, on one screen, against computers, as a series, as a file."""

import json
from itertools import product

import pytest

from games.engine.position import Mark
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play import services
from games.play.models import Game, Status
from games.play.selectors.state import State
from games.play.verification import check
from games.review.exchange import from_json, values_of
from games.site.models import Player
from tests.support.mirror import mirror_offered

pytestmark = pytest.mark.django_db


@pytest.fixture(params=VARIANTS)
def variant(request) -> Variant:
    return VARIANTS[request.param]


@pytest.fixture(autouse=True)
def everything_fits_the_rules():
    yield
    assert list(check(Game.objects.prefetch_related("moves"))) == []


def play_to_the_end(state: State) -> State:
    """Play each side's first legal move until the game is over."""
    while state.status == Status.STARTED:
        mover = Player.objects.get(pk=state.seats[state.position.turn].player)
        move = state.variant.write(state.position.legal_moves[0])
        state = services.play(code=state.code, player=mover, move=move, version=state.version)
    return state


def test_in_a_game_by_link_a_move_is_taken_back_and_a_rematch_follows(variant, ada, ben):
    code = services.invite(player=ada, side=Mark.X, variant=variant).code
    state = services.join(code=code, player=ben)
    move = variant.write(variant.start.legal_moves[0])
    state = services.play(code=code, player=ada, move=move, version=state.version)
    services.take_back(code=code, player=ada, version=state.version)
    state = services.allow(code=code, player=ben)
    assert (state.variant, state.position) == (variant, variant.start)
    end = play_to_the_end(state)
    outcome = end.position.outcome
    assert (end.winner, end.ended) == (outcome.winner or "", outcome.termination)
    services.rematch(code=code, player=ada)
    services.rematch(code=code, player=ben)
    assert State.of(Game.objects.get(rematch_of__code=code)).variant is variant


def test_every_computer_player_plays_from_both_seats_to_the_end(variant, ada):
    for key, mark in product(variant.opponents, Mark):
        made = services.start_against_computer(player=ada, opponent=key, side=mark, variant=variant)
        assert play_to_the_end(made).status == Status.FINISHED


def test_a_file_restores_the_same_game(variant, ada):
    end = play_to_the_end(services.start_one_screen(player=ada, variant=variant))
    read = from_json(json.dumps(values_of(end)))
    assert (read.variant, read.positions, read.winner) == (variant, end.positions, end.winner)


def test_a_computer_player_may_answer_the_last_move(ada):
    with mirror_offered():
        state = services.start_against_computer(player=ada, opponent="mirror", side=Mark.X)
        state = services.play(code=state.code, player=ada, move="1", version=state.version)
        assert state.record == "17"
        # After a move is taken back, it answers the new one.
        state = services.take_back(code=state.code, player=ada, version=state.version)
        state = services.play(code=state.code, player=ada, move="3", version=state.version)
        assert state.record == "35"
        watched = services.start_series(player=ada, x="mirror", o="mirror", count=3)
        for record in watched.games.values_list("record", flat=True):
            assert record[0] == "4" or int(record[1]) == 8 - int(record[0])
