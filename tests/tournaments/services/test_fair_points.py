"""Fair points: cheats, bots and players who do not play gain nothing."""

import re

import pytest

from games.play.selectors.state import State
from games.play.words.pov import Pov
from games.play.words.status import status_of
from games.site.refusals import Reason
from games.tournaments.models import Kind, Standing, Tournament
from games.tournaments.services import tournaments
from games.tournaments.words import wall
from games.tournaments.words.wall import Wall
from tests.support.games import play, player
from tests.support.refusals import refused
from tests.support.tournaments import (
    entrant,
    game_of,
    lose,
    move_twice,
    now,
    pair,
    person,
    playing,
    problems,
    resign_at_once,
    run_out,
    settle,
    start_computer_games,
    table,
    waiting,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def verified(db):
    yield
    assert problems() == []


def leave(name: str) -> None:
    tournaments.leave(code=Tournament.objects.get().code, player=person(name))


@pytest.mark.parametrize("give_up", [resign_at_once, run_out, leave])
def test_a_game_given_up_before_the_second_move_counts_for_nobody(give_up):
    playing("Ada Ben")
    play(game_of("Ada"), "5 1")
    give_up("Ada")
    assert table() == "1 Ada 0: 0 0 0, 1 Ben 0: 0 0 0"


@pytest.mark.parametrize("give_up", [resign_at_once, run_out, leave])
def test_a_game_given_up_after_the_second_move_counts(give_up):
    playing("Ada Ben")
    move_twice("Ada")
    if give_up is run_out:
        play(game_of("Ada"), "8")
    give_up("Ada")
    assert table() == "1 Ben 2: 1 0 0, 2 Ada 0: 0 0 1"


def test_the_second_player_needs_two_moves_too():
    playing("Ada Ben")
    play(game_of("Ada"), "5 1 9")
    resign_at_once("Ben")
    assert table() == "1 Ada 0: 0 0 0, 1 Ben 0: 0 0 0"


def test_a_win_by_a_line_counts_however_early():
    playing("Ada Ben")
    play(game_of("Ada"), "1 4 2 5 3")
    assert table() == "1 Ada 2: 1 0 0, 2 Ben 0: 0 0 1"


def test_in_a_round_robin_an_early_timeout_counts_but_an_early_resignation_does_not():
    """A resignation can be arranged with a friend. Against an absent player everyone wins."""
    playing("Ada Ben", "Cem", kind=Kind.ROUND)
    resign_at_once("Ben")
    settle()
    assert table().startswith("1 Ada 0: 0 0 0")
    run_out("Ben")
    leave("Ben")
    assert table() == "1 Cem 4: 2 0 0, 2 Ada 2: 1 0 0, 3 Ben 0: 0 0 3"


def test_against_each_opponent_the_best_match_counts():
    playing("Ada Ben", "Cem")
    lose("Ben", "Ada")
    pair("Ada Ben")
    lose("Ben", "Ben")
    pair("Ben Ada")
    lose("Ada", "Ada")
    pair("Ada Cem")
    lose("Cem", "Ada")
    assert table() == "1 Ada 6: 3 0 1, 2 Ben 4: 2 0 0, 3 Cem 2: 1 0 1"


def test_a_cheat_with_two_windows_does_not_win():
    """The cheat resigns immediately against honest players and lets two windows resign against them repeatedly."""
    playing("Ada Ben", "Cheat", "One", "Two")
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


def test_a_closed_tournament_is_open_only_to_earlier_entrants():
    made, eve = waiting("Ada", "Ben"), player()
    tournaments.set_closed(key=made.key, closed=True)
    leave("Ben")
    tournaments.come_back(code=made.code, player=person("Ben"))
    tournaments.join(code=made.code, player=person("Ada"), name="Ada")
    with refused(Reason.TOURNAMENT_CLOSED):
        tournaments.join(code=made.code, player=eve, name="Eve")
    assert re.search('class="wall[^"]* closed"', wall.render(Wall.of(now()), "en"))
    tournaments.set_closed(key=made.key, closed=False)
    assert tournaments.join(code=made.code, player=eve, name="Eve") == entrant("Eve")


class TestRemovingIdleEntrants:
    @pytest.mark.parametrize("kind", Kind)
    def test_only_entrants_without_a_move_are_removed(self, kind, monkeypatch):
        monkeypatch.setattr(tournaments, "REMOVED_AT_ONCE", 2)
        made = playing("Ada Ben", "S T", "U V", "Cem", "W", kind=kind)
        play(game_of("Ada"), "5 1")
        start_computer_games()
        state = game_of("Cem")
        play(state, "2" if state.record == "0" else "1")
        tournaments.remove_unmoved(key=made.key)
        assert {one.name for one in now().table} == {"Ada", "Ben", "Cem"}
        assert len({one.score for one in now().table}) == 1  # in a round robin they win against those removed

    def test_nobody_is_removed_before_the_start(self):
        made = waiting("Ada")
        with refused(Reason.TOURNAMENT_WAITS):
            tournaments.remove_unmoved(key=made.key)
        assert entrant("Ada").standing == Standing.PRESENT


def test_the_room_says_that_a_game_does_not_count():
    playing("Ada Ben")
    resign_at_once("Ada")
    state = State.of(game_of("Ada"))
    statuses = [status_of(Pov(state, state.marks_of(person(name).pk))) for name in ("Ada", "Ben")]
    assert statuses == [
        "You stopped before your second move. This game does not count.",
        "Ada stopped before their second move. This game does not count.",
    ]
