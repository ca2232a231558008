"""Breaks in a tournament."""

import pytest

from games.play.models import Status
from games.tournaments.models import Kind
from games.tournaments.selectors.due import ready_in
from games.tournaments.selectors.tournaments import REST
from games.tournaments.services import tournaments
from games.tournaments.services.breaks import be_ready, take_a_break
from tests.support import tournaments as play

pytestmark = pytest.mark.django_db


def rest(made, name: str) -> None:
    take_a_break(code=made.code, player=play.person(name))


@pytest.mark.parametrize("kind", Kind)
def test_a_player_on_a_break_is_not_paired_and_loses_nothing(kind):
    made = play.tournament("Ada", "Ben", "Cem", kind=kind)
    rest(made, "Ada")
    rest(made, "Ada")
    assert play.free() == "Ben Cem"
    assert play.table() == "1 Ada 0: 0 0 0, 1 Ben 0: 0 0 0, 1 Cem 0: 0 0 0"
    tournaments.come_back(code=made.code, player=play.person("Ada"))
    assert play.free() == "Ada Ben Cem"


def test_a_break_is_possible_before_the_start():
    made = play.waiting("Ada", "Ben")
    rest(made, "Ada")
    assert play.free() == "Ben"


def test_a_break_ends_a_game_against_a_computer():
    made = play.tournament("Ada")
    play.start_computer_games()
    rest(made, "Ada")
    assert play.game_of("Ada").status == Status.FINISHED
    assert play.match_of("Ada") is None


def test_nobody_gets_a_break_after_the_end():
    made = play.waiting("Ada")
    tournaments.end(key=made.key)
    rest(made, "Ada")
    assert play.entrant("Ada").standing == "present"


def test_after_a_match_players_are_free_but_paired_only_when_ready_or_after_the_rest():
    made = play.playing("Ada Ben", "Cem", "Dan")
    play.lose("Ada", "Ben")
    ended = play.match_ended()

    def ready(at) -> str:
        return " ".join(sorted(one.name for one in ready_in(made.pk, at)))

    assert play.free() == "Ada Ben Cem Dan"
    assert ready(ended) == "Cem Dan"
    for _press in range(2):
        be_ready(code=made.code, player=play.person("Ada"))
    assert ready(ended) == "Ada Cem Dan"
    assert ready(ended + REST) == "Ada Ben Cem Dan"
