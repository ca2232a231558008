"""Doodles reach only the right people, and are not stored."""

import pytest

from games.engine.position import Mark
from games.play import services
from games.play.selectors.doodles import Doodle, Drawing
from games.site.refusals import Reason
from tests.support.games import play
from tests.support.stored import check_refused, digest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("moves", ["", "5", "1 4 2 5 3"])
def test_either_player_may_show_a_doodle_any_time_and_nothing_is_stored(
    ada, ben, game, moves, published, django_capture_on_commit_callbacks
):
    play(game, moves)
    before = digest()
    with django_capture_on_commit_callbacks(execute=True):
        for who in (ada, ben):
            services.doodle(code=game.code, player=who, drawing=Drawing.NICE)
    assert digest() == before
    assert published == [(game.code, "doodle", Doodle(mark, Drawing.NICE)) for mark in Mark]


def test_doodles_are_refused_without_another_person(ada):
    for state, reason in (
        (services.start_against_computer(player=ada, opponent="easy", side=Mark.X), Reason.UNKNOWN_ACTION),
        (services.start_one_screen(player=ada), Reason.UNKNOWN_ACTION),
        (services.invite(player=ada, side=Mark.X), Reason.NOT_STARTED),
    ):
        check_refused(reason, services.doodle, code=state.code, player=ada, drawing=Drawing.NICE)
