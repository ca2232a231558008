"""Breaks in a tournament, and more time for one player."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.play.models import Status
from games.play.selectors.state import MORE_TIME, State
from games.play.words.pov import LONG_PAUSE
from games.tournaments.models import Entrant, Kind, Tournament
from games.tournaments.selectors.due import ready_in
from games.tournaments.selectors.tournaments import BREATHER, LONG_BREATHER, REST
from games.tournaments.services import directing, matches, tournaments
from games.tournaments.services.breaks import ask_for_more_time, be_ready, set_more_time, take_a_break
from games.tournaments.words.entrants import EntrantPov
from tests.support import tournaments as play
from tests.support.browsers import Browser
from tests.support.games import play as moves
from tests.support.states import seen_by

pytestmark = pytest.mark.django_db


def ask(name: str) -> None:
    ask_for_more_time(code=Tournament.objects.get().code, player=play.person(name))


def stay_of(name: str) -> int:
    """Return for how many seconds an entrant's page stays before a game replaces it."""
    return EntrantPov.of(play.current_state(), play.person(name)).stays


def seconds_left(name: str) -> float:
    """Return the seconds from the last move until the clock of a player's game runs out."""
    game = play.game_of(name)
    return (game.move_by - game.turned_at).total_seconds()


def test_only_the_requester_has_three_times_the_time():
    play.tournament("Ada", "Ben", seconds=30)
    ask("Ben")
    play.pair("Ada Ben")
    head_start = matches.HEAD_START.total_seconds()
    assert seconds_left("Ada") == 30 + head_start
    moves(play.game_of("Ada"), "5")
    assert seconds_left("Ada") == 90
    moves(play.game_of("Ada"), "1")
    assert seconds_left("Ada") == 30
    play.resign("Ada")
    directing.settle(tournament=play.tournament_id(), at=timezone.now() + LONG_BREATHER)
    assert seconds_left("Ben") == 90 + head_start


def test_a_running_clock_gets_longer_at_once_and_other_clocks_from_the_next_move_on():
    made = play.tournament("Ada", "Ben", seconds=30)
    play.pair("Ada Ben")
    before, version = play.game_of("Ada").move_by, play.game_of("Ada").version
    ask("Ben")
    assert (play.game_of("Ada").move_by, play.game_of("Ada").version) == (before, version + 1)
    for _again in range(2):
        ask("Ada")
        assert (play.game_of("Ada").move_by, play.game_of("Ada").version) == (
            before + timedelta(seconds=60),
            version + 2,
        )
    set_more_time(key=made.key, entrant=play.entrant("Ada").pk, more=False)
    assert play.game_of("Ada").move_by == before + timedelta(seconds=60)
    moves(play.game_of("Ada"), "5")
    moves(play.game_of("Ada"), "1")
    assert seconds_left("Ada") == 30


def test_the_page_of_a_finished_game_stays_for_ten_seconds():
    play.tournament("Ada", "Ben")
    ask("Ben")
    play.pair("Ada Ben")
    play.resign("Ada")
    over = State.of(play.game_of("Ada"))
    assert [seen_by(play.person(name).pk, over).leaves_after for name in ("Ben", "Ada")] == [LONG_PAUSE, 3]
    directing.settle(tournament=play.tournament_id(), at=timezone.now() + BREATHER)
    assert play.game_of("Ada").place == 1
    directing.settle(tournament=play.tournament_id(), at=timezone.now() + LONG_BREATHER)
    assert play.game_of("Ada").place == 2
    play.resign("Ada")
    at = timezone.now() + LONG_BREATHER
    directing.settle(tournament=play.tournament_id(), at=at)
    assert play.entrant("Ada").free_since == at + REST
    assert play.entrant("Ben").free_since == at + MORE_TIME * REST


def test_the_tournaments_page_and_a_broken_off_game_stay_for_ten_seconds_too():
    made = play.tournament("Ada", "Ben")
    ask("Ben")
    matches.start_computer_game(made, play.entrant("Ben"), timezone.now())
    with_computer = play.game_of("Ben")
    stays = [stay_of(name) for name in ("Ada", "Ben")]
    play.pair("Ada Ben")
    with_computer.refresh_from_db()
    assert seen_by(play.person("Ben").pk, State.of(with_computer)).leaves_after == LONG_PAUSE
    assert stays == [stay_of(name) for name in ("Ada", "Ben")] == [0, LONG_PAUSE]
    play.resign("Ada")
    assert stay_of("Ben") == 0  # between two games


def test_after_a_pause_the_clock_restarts_with_the_longer_time():
    made = play.tournament("Ada", "Ben", "Cem", "Dan", seconds=30)
    ask("Ben")
    play.pair("Ada Ben", "Cem Dan")
    tournaments.pause(key=made.key)
    tournaments.resume(key=made.key)
    left = [play.game_of(name).move_by - timezone.now() for name in ("Ada", "Cem")]
    assert left[0] - left[1] > timedelta(seconds=55)


def test_the_host_gives_more_time_and_takes_it_back():
    made = play.tournament("Ada")
    for more in (True, True, False):
        set_more_time(key=made.key, entrant=play.entrant("Ada").pk, more=more)
        assert play.entrant("Ada").more_time is more
    with pytest.raises(Entrant.DoesNotExist):
        set_more_time(key=made.key, entrant=0, more=True)
    page = Client().post(f"/host/{made.key}/", {"do": "more-time", "entrant": play.entrant("Ada").pk}, follow=True)
    assert "· more time" in page.content.decode()
    assert "More time for each move: Ada." in page.content.decode()


@pytest.mark.parametrize("in_a_game", [False, True])
def test_a_player_asks_for_more_time_on_their_page_or_in_a_game(in_a_game):
    made = play.tournament("Ada", "Ben")
    if in_a_game:
        play.pair("Ada Ben")
    ada = Browser(play.person("Ada"))
    shown = ada.get(f"/t/{made.code}/", follow=True)
    assert (in_a_game, True) == (bool(shown.redirect_chain), "I need more time" in shown.content.decode())
    page = ada.post(f"/t/{made.code}/more-time/", follow=True).content.decode()
    assert "You have three times as long for each move." in page
    assert "I need more time" not in page
    assert "I need more time" not in Client().get(shown.request["PATH_INFO"]).content.decode()


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


def test_a_break_is_possible_before_the_start_but_not_after_the_end():
    made = play.waiting("Ada", "Ben")
    rest(made, "Ada")
    assert play.free() == "Ben"
    tournaments.end(key=made.key)
    rest(made, "Ben")
    assert play.entrant("Ben").standing == "present"


def test_a_break_ends_a_game_against_a_computer():
    made = play.tournament("Ada")
    play.start_computer_games()
    rest(made, "Ada")
    assert play.game_of("Ada").status == Status.FINISHED
    assert play.match_of("Ada") is None


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
