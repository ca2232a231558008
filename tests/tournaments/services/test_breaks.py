"""Breaks in a tournament."""

import pytest
from django.utils import timezone

from games.play.models import Status
from games.tournaments.models import Kind
from games.tournaments.selectors.tournaments import LEFT_OVER, REST, ready_in
from games.tournaments.services import directing, tournaments
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


def test_a_player_who_was_paired_meanwhile_plays_first():
    made = play.tournament("Ada", "Ben")
    play.pair("Ada Ben")
    rest(made, "Ada")
    assert play.game_of("Ada").status == Status.STARTED
    assert play.entrant("Ada").standing == "present"


def test_a_game_against_a_computer_is_broken_off():
    made = play.tournament("Ada")
    directing.start_computer_games(tournament=made.pk, at=timezone.now() + LEFT_OVER)
    rest(made, "Ada")
    assert play.game_of("Ada").status == Status.FINISHED
    assert play.match_of("Ada") is None


def test_a_player_who_left_or_was_removed_stays_away():
    made = play.tournament("Ada", "Ben", "Cem")
    tournaments.leave(code=made.code, player=play.person("Ada"))
    tournaments.remove(key=made.key, entrant=play.entrant("Ben").pk)
    for name in ("Ada", "Ben"):
        rest(made, name)
    assert [play.entrant(name).standing for name in ("Ada", "Ben")] == ["left", "removed"]


def test_after_the_end_there_are_no_breaks():
    made = play.waiting("Ada")
    tournaments.end(key=made.key)
    rest(made, "Ada")
    assert play.entrant("Ada").standing == "present"


class TestAfterAMatch:
    """After a match players review it, and are not paired until the time is over or they are ready."""

    def after_a_match(self):
        made = play.tournament("Ada", "Ben", "Cem", "Dan")
        play.pair("Ada Ben")
        play.lose("Ada", "Ben")
        return made, play.match_ended()

    def ready(self, at) -> str:
        return " ".join(sorted(one.name for one in ready_in(play.number(), at)))

    def test_they_are_free_but_not_paired_immediately(self):
        _made, ended = self.after_a_match()
        assert play.free() == "Ada Ben Cem Dan"
        assert self.ready(ended) == "Cem Dan"
        assert self.ready(ended + REST) == "Ada Ben Cem Dan"

    def test_a_player_who_is_ready_waits_no_longer(self):
        made, ended = self.after_a_match()
        for _press in range(2):
            be_ready(code=made.code, player=play.person("Ada"))
        assert self.ready(ended) == "Ada Cem Dan"
