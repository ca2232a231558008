"""More time for one player of a tournament."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.play.selectors.state import MORE_TIME, State
from games.play.words.pov import LONG_PAUSE
from games.tournaments.models import Entrant, Tournament
from games.tournaments.selectors.tournaments import BREATHER, LONG_BREATHER, REST
from games.tournaments.services import directing, matches, tournaments
from games.tournaments.services.breaks import ask_for_more_time, set_more_time
from games.tournaments.words.entrants import EntrantPov
from tests.support.browsers import Browser
from tests.support.games import play
from tests.support.states import seen_by
from tests.support.tournaments import current_state, entrant, game_of, pair, person, resign, tournament, tournament_id

pytestmark = pytest.mark.django_db


def ask(name: str) -> None:
    ask_for_more_time(code=Tournament.objects.get().code, player=person(name))


def stay_of(name: str) -> int:
    """Return for how many seconds an entrant's page stays before a game replaces it."""
    return EntrantPov.of(current_state(), person(name), timezone.now()).stays


def seconds_left(name: str) -> float:
    """Return the seconds from the last move until the clock of a player's game runs out."""
    game = game_of(name)
    return (game.move_by - game.turned_at).total_seconds()


def test_only_the_requester_has_three_times_the_time():
    tournament("Ada", "Ben", seconds=30)
    ask("Ben")
    pair("Ada Ben")
    head_start = matches.HEAD_START.total_seconds()
    assert seconds_left("Ada") == 30 + head_start
    play(game_of("Ada"), "5")
    assert seconds_left("Ada") == 90
    play(game_of("Ada"), "1")
    assert seconds_left("Ada") == 30
    resign("Ada")
    directing.settle(tournament=tournament_id(), at=timezone.now() + LONG_BREATHER)
    assert seconds_left("Ben") == 90 + head_start


def test_a_running_clock_gets_longer_at_once_and_other_clocks_from_the_next_move_on():
    made = tournament("Ada", "Ben", seconds=30)
    pair("Ada Ben")
    before, version = game_of("Ada").move_by, game_of("Ada").version
    ask("Ben")
    assert (game_of("Ada").move_by, game_of("Ada").version) == (before, version + 1)
    for _again in range(2):
        ask("Ada")
        assert (game_of("Ada").move_by, game_of("Ada").version) == (before + timedelta(seconds=60), version + 2)
    set_more_time(key=made.key, entrant=entrant("Ada").pk, more=False)
    assert game_of("Ada").move_by == before + timedelta(seconds=60)
    play(game_of("Ada"), "5")
    play(game_of("Ada"), "1")
    assert seconds_left("Ada") == 30


def test_the_page_of_a_finished_game_stays_for_ten_seconds():
    tournament("Ada", "Ben")
    ask("Ben")
    pair("Ada Ben")
    resign("Ada")
    over = State.of(game_of("Ada"))
    assert (seen_by(person("Ben").pk, over).leaves_after, seen_by(person("Ada").pk, over).leaves_after) == (
        LONG_PAUSE,
        3,
    )
    directing.settle(tournament=tournament_id(), at=timezone.now() + BREATHER)
    assert game_of("Ada").place == 1
    directing.settle(tournament=tournament_id(), at=timezone.now() + LONG_BREATHER)
    assert game_of("Ada").place == 2
    resign("Ada")
    at = timezone.now() + LONG_BREATHER
    directing.settle(tournament=tournament_id(), at=at)
    assert entrant("Ada").free_since == at + REST
    assert entrant("Ben").free_since == at + MORE_TIME * REST


def test_the_tournaments_page_and_a_broken_off_game_stay_for_ten_seconds_too():
    made = tournament("Ada", "Ben")
    ask("Ben")
    matches.start_computer_game(made, entrant("Ben"), timezone.now())
    with_computer = game_of("Ben")
    stays = [stay_of(name) for name in ("Ada", "Ben")]
    pair("Ada Ben")
    with_computer.refresh_from_db()
    assert seen_by(person("Ben").pk, State.of(with_computer)).leaves_after == LONG_PAUSE
    assert stays == [stay_of(name) for name in ("Ada", "Ben")] == [0, LONG_PAUSE]
    resign("Ada")
    assert stay_of("Ben") == 0  # between two games


def test_after_a_pause_the_clock_restarts_with_the_longer_time():
    made = tournament("Ada", "Ben", "Cem", "Dan", seconds=30)
    ask("Ben")
    pair("Ada Ben", "Cem Dan")
    tournaments.pause(key=made.key)
    tournaments.resume(key=made.key)
    left = [game_of(name).move_by - timezone.now() for name in ("Ada", "Cem")]
    assert left[0] - left[1] > timedelta(seconds=55)


def test_the_host_gives_more_time_and_takes_it_back():
    made = tournament("Ada")
    for more in (True, True, False):
        set_more_time(key=made.key, entrant=entrant("Ada").pk, more=more)
        assert entrant("Ada").more_time is more
    with pytest.raises(Entrant.DoesNotExist):
        set_more_time(key=made.key, entrant=0, more=True)
    page = Client().post(f"/host/{made.key}/", {"do": "more-time", "entrant": entrant("Ada").pk}, follow=True)
    assert "· more time" in page.content.decode()
    assert "More time for each move: Ada." in page.content.decode()


@pytest.mark.parametrize("in_a_game", [False, True])
def test_a_player_asks_for_more_time_on_their_page_or_in_a_game(in_a_game):
    made = tournament("Ada", "Ben")
    if in_a_game:
        pair("Ada Ben")
    ada = Browser(person("Ada"))
    shown = ada.get(f"/t/{made.code}/", follow=True)
    assert (in_a_game, True) == (bool(shown.redirect_chain), "I need more time" in shown.content.decode())
    page = ada.post(f"/t/{made.code}/more-time/", follow=True).content.decode()
    assert "You have three times as long for each move." in page
    assert "I need more time" not in page
    assert "I need more time" not in Client().get(shown.request["PATH_INFO"]).content.decode()
