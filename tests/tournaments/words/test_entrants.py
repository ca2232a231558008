"""A tournament as its entrants see it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games.tournaments.models import Kind
from games.tournaments.selectors.tournaments import REST
from games.tournaments.services import tournaments
from games.tournaments.words.entrants import EntrantPov, matches_played
from tests.support import tournaments as play
from tests.support.games import play as moves

pytestmark = pytest.mark.django_db


def seen_by(name: str) -> EntrantPov:
    """Return the current page of an entrant."""
    return EntrantPov.of(play.current_state(), play.person(name) if name else None)


def test_the_screen_depends_on_the_state_of_the_tournament():
    made = play.waiting("Ada", "Ben", "Cem")
    assert seen_by("Ada").screen == "waiting"
    tournaments.start(key=made.key)
    assert seen_by("Ada").screen == "next"
    play.pair("Ada Ben")
    assert [seen_by(name).screen for name in ("Ada", "Ben", "Cem", "")] == ["playing", "playing", "next", "outside"]
    play.resign("Ada")
    assert [seen_by(name).screen for name in ("Ada", "Cem")] == ["between", "next"]
    play.settle()
    assert seen_by("Ada").screen == "playing"
    play.resign("Ben")
    before = seen_by("Ada")
    assert (before.screen, before.rest, before.may_rest) == ("resting", None, False)
    play.settle()
    after = seen_by("Ada")
    assert before.shown != after.shown  # a break is possible now
    assert (after.screen, after.rest.total, after.may_rest) == ("resting", 5, True)
    later = replace(after, now=play.match_ended() + REST)
    assert (later.screen, later.rest) == ("next", None)
    assert later.shown != after.shown  # although nothing was stored
    play.pair("Ada Ben")
    tournaments.leave(code=made.code, player=play.person("Ada"))
    assert seen_by("Ada").screen == "left"
    tournaments.pause(key=made.key)
    assert [seen_by(name).screen for name in ("Ada", "Ben")] == ["left", "paused"]


def test_after_a_game_against_a_computer_no_opponent_is_promised():
    play.tournament("Ada")
    play.start_computer_games()
    play.resign("Ada")
    assert seen_by("Ada").screen == "next"


def test_two_pages_are_alike_if_they_show_the_same(still):
    made = play.tournament("Ada", "Ben", "Cem")
    ada = seen_by("Ada")
    assert ada.shown == seen_by("Ada").shown
    assert ada.shown == replace(ada, now=ada.now + timedelta(seconds=5)).shown  # the page counts by itself
    play.pair("Ben Cem")
    assert ada.shown == seen_by("Ada").shown
    play.resign("Ben")  # Cem has points now, so the places change
    assert ada.shown != seen_by("Ada").shown
    before = seen_by("Cem")
    tournaments.set_minutes(key=made.key, minutes=25)
    assert before.shown != seen_by("Cem").shown


def test_the_place_is_shown_once_somebody_has_points():
    play.tournament("Ada", "Ben", "Cem")
    assert not seen_by("Ada").placed
    play.pair("Ada Ben")
    play.resign("Ben")
    ada = seen_by("Ada")
    assert (ada.placed, ada.place, ada.people, ada.came_from) == (True, "1st", 3, "")


def test_each_player_sees_the_match_from_their_side():
    play.playing("Ada Ben", "Cem")
    moves(play.game_of("Ada"), "1 2 5 9 4 6 7")  # Ben errs, and loses to a fork
    [match] = matches_played(seen_by("Ben").entrant)
    assert (match.other, match.sum, match.points, match.fresh) == ("Ada", "0", 0, True)
    assert match.mistaken == play.game_of("Ben").code
    play.settle()
    play.lose("Ada")
    [match] = matches_played(seen_by("Ada").entrant)
    assert (match.other, match.sum, match.points) == ("Ben", "2 + 0", 2)
    assert [(game.result, game.caption) for game in match.games] == [
        ("You won", "game 1, you started"),
        ("Ben won", "game 2, they started"),
    ]
    assert match.points_in_words == "2 points"
    assert match.mistaken == ""


@pytest.mark.parametrize("kind", Kind)
def test_a_players_status_decides_their_actions(kind):
    made = play.tournament("Ada", "Ben", "Cem", kind=kind)
    ada = seen_by("Ada")
    assert (ada.may_rest, ada.may_leave, ada.may_come_back, ada.for_good) == (True, True, False, kind == Kind.ROUND)
    tournaments.leave(code=made.code, player=play.person("Ada"))
    ada = seen_by("Ada")
    assert (ada.may_rest, ada.may_leave, ada.may_come_back) == (False, False, kind == Kind.ARENA)
    tournaments.remove(key=made.key, entrant=play.entrant("Ben").pk)
    ben = seen_by("Ben")
    assert (ben.may_rest, ben.may_leave, ben.may_come_back, ben.may_change) == (False, False, False, False)
