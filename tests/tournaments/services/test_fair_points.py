"""Fair points: cheats, bots and players who do not play gain nothing."""

import re

import pytest

from games.engine.classic import CLASSIC
from games.play.selectors.state import State
from games.play.words.pov import Pov
from games.play.words.status import status_of
from games.site.refusals import Reason
from games.tournaments.models import Kind, Tournament
from games.tournaments.selectors.standings import counts
from games.tournaments.services import tournaments
from games.tournaments.words.wall import Wall
from tests.support import tournaments as play
from tests.support.games import play as moves
from tests.support.games import player
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def verified(db):
    yield
    assert play.problems() == []


def leave(name: str) -> None:
    tournaments.leave(code=Tournament.objects.get().code, player=play.person(name))


@pytest.mark.parametrize(
    ("kind", "record", "winner", "ended", "counted"),
    [
        *((Kind.ARENA, "40", "O", ended, False) for ended in ("resigned", "time", "abandoned")),
        *((Kind.ARENA, "408", "O", ended, True) for ended in ("resigned", "time", "abandoned")),
        (Kind.ARENA, "408", "X", "resigned", False),  # the second player needs two moves too
        (Kind.ARENA, "03142", "X", "line", True),
        (Kind.ARENA, "4", "", "abandoned", False),
        (Kind.ARENA, "40", "", "abandoned", True),
        (Kind.ROUND, "40", "O", "resigned", False),
        *((Kind.ROUND, "", "O", ended, True) for ended in ("time", "abandoned")),
    ],
)
def test_a_game_given_up_counts_only_after_the_losers_second_move(kind, record, winner, ended, counted):
    assert counts(kind, CLASSIC, CLASSIC.start.text, record, winner, ended) == counted


def test_in_a_round_robin_an_early_timeout_counts_but_an_early_resignation_does_not():
    """A resignation can be arranged with a friend. Against an absent player everyone wins."""
    play.playing("Ada Ben", "Cem", kind=Kind.ROUND)
    play.resign_at_once("Ben")
    play.settle()
    assert play.table().startswith("1 Ada 0: 0 0 0")
    play.run_out("Ben")
    leave("Ben")
    assert play.table() == "1 Cem 4: 2 0 0, 2 Ada 2: 1 0 0, 3 Ben 0: 0 0 3"


def test_against_each_opponent_the_best_match_counts():
    play.playing("Ada Ben", "Cem")
    play.lose("Ben", "Ada")
    play.pair("Ada Ben")
    play.lose("Ben", "Ben")
    play.pair("Ben Ada")
    play.lose("Ada", "Ada")
    play.pair("Ada Cem")
    play.lose("Cem", "Ada")
    assert play.table() == "1 Ada 6: 3 0 1, 2 Ben 4: 2 0 0, 3 Cem 2: 1 0 1"


def test_a_closed_tournament_is_open_only_to_earlier_entrants():
    made, eve = play.waiting("Ada", "Ben"), player()
    tournaments.set_closed(key=made.key, closed=True)
    leave("Ben")
    tournaments.come_back(code=made.code, player=play.person("Ben"))
    tournaments.join(code=made.code, player=play.person("Ada"), name="Ada")
    with refused(Reason.TOURNAMENT_CLOSED):
        tournaments.join(code=made.code, player=eve, name="Eve")
    assert re.search('class="wall[^"]* closed"', Wall.of(play.current_state()).render("en"))
    tournaments.set_closed(key=made.key, closed=False)
    assert tournaments.join(code=made.code, player=eve, name="Eve") == play.entrant("Eve")


@pytest.mark.parametrize("kind", Kind)
def test_only_entrants_without_a_move_are_removed(kind, monkeypatch):
    monkeypatch.setattr(tournaments, "REMOVED_AT_ONCE", 2)
    made = play.playing("Ada Ben", "S T", "U V", "Cem", "W", kind=kind)
    moves(play.game_of("Ada"), "5 1")
    play.start_computer_games()
    state = play.game_of("Cem")
    moves(state, "2" if state.record == "0" else "1")
    tournaments.remove_unmoved(key=made.key)
    assert {one.name for one in play.current_state().table} == {"Ada", "Ben", "Cem"}
    # In a round robin they win against those removed.
    assert len({one.score for one in play.current_state().table}) == 1


def test_the_room_says_that_a_game_does_not_count():
    play.playing("Ada Ben")
    play.resign_at_once("Ada")
    state = State.of(play.game_of("Ada"))
    statuses = [status_of(Pov(state, state.marks_of(play.person(name).pk))) for name in ("Ada", "Ben")]
    assert statuses == [
        "You stopped before your second move. This game does not count.",
        "Ada stopped before their second move. This game does not count.",
    ]
