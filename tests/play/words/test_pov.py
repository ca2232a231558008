"""The view and the actions of each kind of viewer."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from games.engine.position import Mark
from games.play.selectors.state import SeatState, State
from games.play.words.board import room_board
from games.play.words.plates import plates_of
from games.play.words.pov import Pov
from games.play.words.status import status_of
from games.play.words.titles import preview_title
from games.site.speech import Speech
from tests.support.states import ADA, BEN, COMPUTER, EVE, ONE_SCREEN, UNNAMED, WON, WON_BY_O, seen_by, state


def test_one_screen_serves_both_players():
    pov = seen_by(ADA, state("5", **ONE_SCREEN))
    assert (status_of(pov), pov.my_turn, pov.me, pov.spectator) == ("O’s turn", True, None, False)
    assert [plate["name"] for plate in plates_of(pov)] == ["X", "O"]


def test_the_view_before_a_computers_reply_shows_none_of_its_effects():
    before, after = state("1 4 2 5", **COMPUTER), state("1 4 2 5 9 6", **COMPUTER, **WON_BY_O)
    meanwhile = seen_by(ADA, after).before_reply(before)
    assert meanwhile is not None
    assert (status_of(meanwhile), room_board(meanwhile).line, meanwhile.my_turn) == ("Hard is thinking…", "", False)
    assert [plate["wins"] for plate in plates_of(meanwhile)] == [0, 0]
    assert [plate["to_move"] for plate in plates_of(meanwhile)] == [False, True]
    assert not meanwhile.may_ask_rematch
    assert meanwhile.state.version == after.version
    assert seen_by(ADA, after).before_reply(after) is None
    assert seen_by(BEN, after).before_reply(before) is None
    assert seen_by(ADA, state("1 4 2 5 9 6")).before_reply(state("1 4 2 5")) is None


@pytest.mark.parametrize(
    ("status", "watching", "who", "screen"),
    [
        ("waiting", False, ADA, "waiting"),
        ("waiting", False, BEN, "invited"),
        ("waiting", True, BEN, "board"),
        ("cancelled", False, ADA, "cancelled"),
        ("cancelled", False, BEN, "cancelled"),
    ],
)
def test_a_room_that_has_not_started_has_a_screen_for_each_viewer(status, watching, who, screen):
    shown = state(status=status, seats={"X": SeatState(ADA, "Ada", "")})
    assert Pov(shown, shown.marks_of(who), watching).screen == screen


def test_a_rematch_is_offered_to_the_players_and_answered_by_the_opponent_until_it_starts():
    over, offered = state("1 4 2 5 3", **WON), state("1 4 2 5 3", **WON, offered_by="X")
    assert [seen_by(who, over).may_ask_rematch for who in (ADA, BEN, EVE)] == [True, True, False]
    assert [seen_by(who, offered).asked for who in (ADA, BEN, EVE)] == [True, False, False]
    assert [seen_by(who, offered).wanted for who in (ADA, BEN, EVE)] == [False, True, False]
    started = seen_by(ADA, replace(offered, next_code="3333333333"))
    assert not (started.may_ask_rematch or started.asked or started.wanted)


def test_a_game_of_a_tournament_has_no_offers():
    assert seen_by(ADA, state("5 1")).may_take_back
    assert not seen_by(ADA, state("5 1", place=1)).may_take_back
    assert not seen_by(ADA, state("1 4 2 5 3", place=2, **WON)).may_ask_rematch


def test_a_page_without_a_script_refreshes_only_while_it_waits():
    assert [seen_by(who, state()).may_change for who in (ADA, BEN, EVE)] == [False, True, True]
    assert [seen_by(who, state("1 4 2 5 3", **WON)).may_change for who in (ADA, BEN, EVE)] == [False] * 3
    assert seen_by(ADA, state("1 4 2 5 3", **WON, offered_by="X")).may_change


def test_a_state_is_restored_from_its_message():
    shown = state("5 1", **COMPUTER)
    assert State.from_message(shown.as_message()) == shown
    clock = replace(shown, tournament="abcde", place=2, seconds=30, move_by=datetime(2026, 1, 2, 3, 4, 5, 6, UTC))
    assert State.from_message(json.loads(json.dumps(clock.as_message()))) == clock
    older = {name: value for name, value in shown.as_message().items() if name not in ("place", "move_by")}
    assert State.from_message(older) == shown
    assert shown.marks_of(ADA) == {Mark.X}
    assert shown.marks_of(None) == frozenset()


def test_two_unnamed_players_are_distinguished():
    shown = state(**UNNAMED)
    assert [[plate["name"] for plate in plates_of(seen_by(who, shown))] for who in (ADA, BEN, EVE)] == [
        ["You", "Guest"],
        ["Guest", "You"],
        ["Guest (X)", "Guest (O)"],
    ]
    assert not any(plate["you"] for plate in plates_of(seen_by(ADA, shown)))
    titles = {preview_title(seen_by(who, shown)) for who in (ADA, BEN, EVE)}
    assert titles == {"Guest (X) against Guest (O) at tic-tac-toe"}


@pytest.mark.parametrize(("seconds", "chosen", "warned"), [(30, 10, 10), (60, 30, 30), (15, 10, 7), (30, 30, 15)])
def test_a_warning_comes_at_the_chosen_time_but_not_in_the_first_half_of_the_clock(seconds, chosen, warned):
    pov = replace(seen_by(ADA, state(seconds=seconds)), speech=Speech(warning=chosen))
    assert pov.warned_at == warned
    assert replace(pov, state=state(seconds=seconds, more_time="X")).warned_at == min(chosen, seconds * 3 // 2)
