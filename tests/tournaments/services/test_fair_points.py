"""Fair points: cheats, bots and players who never move gain nothing."""

import re

import pytest
from django.utils import timezone

from games.play.selectors.state import State
from games.play.words.pov import Pov
from games.play.words.status import status_of
from games.site.refusals import Reason, Refused
from games.tournaments.models import Kind, Standing, Tournament
from games.tournaments.selectors.tournaments import LEFT_OVER
from games.tournaments.services import directing, tournaments
from games.tournaments.verification import problems_of
from games.tournaments.words import wall
from games.tournaments.words.wall import Wall
from tests.support.games import play, player
from tests.support.tournaments import (
    entrant,
    game_of,
    lose,
    move_twice,
    now,
    pair,
    person,
    resign_at_once,
    run_out,
    settle,
    table,
    tournament,
    waiting,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def verified(db):
    yield
    assert [problem for made in Tournament.objects.all() for problem in problems_of(made)] == []


def leave(name: str) -> None:
    tournaments.leave(code=Tournament.objects.get().code, player=person(name))


@pytest.mark.parametrize("give_up", [resign_at_once, run_out, leave])
def test_a_game_given_up_before_the_second_move_counts_for_nobody(give_up):
    tournament("Ada", "Ben")
    pair("Ada Ben")
    play(game_of("Ada"), "5 1")
    give_up("Ada")
    assert table() == "1 Ada 0: 0 0 0, 1 Ben 0: 0 0 0"


@pytest.mark.parametrize("give_up", [resign_at_once, run_out, leave])
def test_after_the_second_move_a_resigned_game_counts(give_up):
    tournament("Ada", "Ben")
    pair("Ada Ben")
    move_twice("Ada")
    if give_up is run_out:
        play(game_of("Ada"), "8")
    give_up("Ada")
    assert table() == "1 Ben 2: 1 0 0, 2 Ada 0: 0 0 1"


def test_the_second_player_needs_two_moves_too():
    tournament("Ada", "Ben")
    pair("Ada Ben")
    play(game_of("Ada"), "5 1 9")
    resign_at_once("Ben")
    assert table() == "1 Ada 0: 0 0 0, 1 Ben 0: 0 0 0"


def test_a_line_counts_however_early():
    tournament("Ada", "Ben")
    pair("Ada Ben")
    play(game_of("Ada"), "1 4 2 5 3")
    assert table() == "1 Ada 2: 1 0 0, 2 Ben 0: 0 0 1"


def test_in_a_round_robin_everyone_wins_alike_against_an_absent_player():
    """Everyone meets once, so repeated meetings cannot be arranged, but a resignation can."""
    tournament("Ada", "Ben", "Cem", kind=Kind.ROUND)
    pair("Ada Ben")
    resign_at_once("Ben")
    settle()
    assert table().startswith("1 Ada 0: 0 0 0")
    run_out("Ben")
    leave("Ben")
    assert table() == "1 Cem 4: 2 0 0, 2 Ada 2: 1 0 0, 3 Ben 0: 0 0 3"


def test_against_each_opponent_the_best_match_counts():
    tournament("Ada", "Ben", "Cem")
    pair("Ada Ben")
    lose("Ben", "Ada")
    pair("Ada Ben")
    lose("Ben", "Ben")
    pair("Ben Ada")
    lose("Ada", "Ada")
    pair("Ada Cem")
    lose("Cem", "Ada")
    assert table() == "1 Ada 6: 3 0 1, 2 Ben 4: 2 0 0, 3 Cem 2: 1 0 1"


def test_a_cheat_with_two_windows_does_not_win():
    """They resign immediately against honest players, and let two windows resign to them repeatedly."""
    tournament("Ada", "Ben", "Cheat", "One", "Two")
    pair("Ada Ben")
    lose("Ben", "Ada")
    pair("Cheat Ada")
    for _game in range(2):
        resign_at_once("Cheat")
        settle()
    for _meeting in range(3):
        for window in ("One", "Two"):
            pair(f"Cheat {window}")
            for _game in range(2):
                resign_at_once(window)
                settle()
    assert table().startswith("1 Ada 2: 1 0 1, 1 Ben 2: 1 0 1, 3 Cheat 0: 0 0 0")
    for _meeting in range(3):
        pair("Cheat One")
        lose("One", "One")
    assert "Cheat 4: 2 0 0" in table()


class TestClosedTournament:
    def test_only_earlier_entrants_can_return(self):
        made = waiting("Ada", "Ben")
        tournaments.set_closed(key=made.key, closed=True)
        leave("Ben")
        tournaments.come_back(code=made.code, player=person("Ben"))
        tournaments.join(code=made.code, player=person("Ada"), name="Ada")
        with pytest.raises(Refused) as refused:
            tournaments.join(code=made.code, player=player(), name="Eve")
        assert refused.value.reason == Reason.TOURNAMENT_CLOSED
        assert re.search('class="wall[^"]* closed"', wall.render(Wall.of(now()), "en"))

    def test_the_host_can_reopen_it(self):
        made = waiting("Ada")
        for closed in (True, False):
            tournaments.set_closed(key=made.key, closed=closed)
        tournaments.join(code=made.code, player=player(), name="Eve")


class TestRemovingIdleEntrants:
    @pytest.mark.parametrize("kind", Kind)
    def test_all_of_them_are_removed_and_nobody_else(self, kind, monkeypatch):
        monkeypatch.setattr(tournaments, "REMOVED_AT_ONCE", 2)
        made = tournament("Ada", "Ben", "Cem", *"STUVW", kind=kind)
        pair("Ada Ben", "S T", "U V")
        play(game_of("Ada"), "5 1")
        directing.start_computer_games(tournament=made.pk, at=timezone.now() + LEFT_OVER)
        state = game_of("Cem")
        play(state, "2" if state.record == "0" else "1")
        tournaments.remove_unmoved(key=made.key)
        assert {one.name for one in now().table} == {"Ada", "Ben", "Cem"}
        assert len({one.score for one in now().table}) == 1  # all win the rest of a round robin

    def test_nobody_is_removed_before_the_start(self):
        made = waiting("Ada")
        with pytest.raises(Refused) as refused:
            tournaments.remove_unmoved(key=made.key)
        assert refused.value.reason == Reason.TOURNAMENT_WAITS
        assert entrant("Ada").standing == Standing.PRESENT


def test_the_room_says_that_a_game_does_not_count():
    tournament("Ada", "Ben")
    pair("Ada Ben")
    resign_at_once("Ada")
    state = State.of(game_of("Ada"))
    statuses = [status_of(Pov(state, state.marks_of(person(name).pk))) for name in ("Ada", "Ben")]
    assert statuses == [
        "You stopped before your second move. This game does not count.",
        "Ada stopped before their second move. This game does not count.",
    ]
