"""The fragment of a room: cached, in every language, and small."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest
from django.conf import settings
from django.utils import translation

from games.engine.notakto import NOTAKTO
from games.engine.robots import RULES
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from games.play.selectors.presence import Presence
from games.play.selectors.state import SeatState
from games.play.words import fragments
from games.play.words.clock import LINE
from games.play.words.news import news_after, said_after
from games.play.words.pov import Pov
from tests.support.states import (
    ADA,
    BEN,
    COMPUTER,
    DRAWN,
    EVE,
    ONE_SCREEN,
    RESIGNED,
    UNNAMED,
    WON,
    WON_BY_O,
    against,
    long_game,
    rendered,
    seen_by,
    state,
)

EVIL = {"seats": {"X": SeatState(1, '<b onclick="x">&amp;', ""), "O": SeatState(2, "O’Neill \"'", "")}}
LONG = {"seats": {"X": SeatState(1, "Anna", ""), "O": SeatState(2, "Bartholomew the Second", "")}}
FULL = "1 2 3 5 4 6 8 7 9"
STATES = [
    *(state(), state("5"), state("1 4 2 5 3", **WON), state("1", **RESIGNED), state(FULL, **DRAWN)),
    *(state("5", **COMPUTER), state("5", **ONE_SCREEN), state(**UNNAMED), state("5 1", **EVIL)),
    state("5", **LONG, code="5555555555", version=9),
    state("1 4 2 5 3", **WON | EVIL | {"offered_by": "X"}),
    state("1 4 2 5 3", **WON | {"next_code": "4444444444", "x_wins": 7}),
    state("1", status="finished", winner="", ended="abandoned"),
    state("5 1", **EVIL | {"offered_by": "O"}),
    state("5 1", **COMPUTER | {"hints": True, "hint": True}),
    state("5 1", seats={"X": SeatState(1, "Ada", ""), "O": SeatState(None, "<Rusty>", "wbf")}),
    state("5 1", seats={"X": SeatState(1, "Ada", ""), "O": SeatState(None, "", "-")}),
    state(status="waiting", seats={"X": SeatState(1, "<Ada>", "")}),
    state(status="waiting", seats={"O": SeatState(1, "", "")}),
    state(status="cancelled", seats={"X": SeatState(1, "Ada", "")}),
    state("1 6 2 8 4 9", variant=VANISHING),
    state("1 2 3", variant=NOTAKTO, **WON_BY_O),
    state("1X 2O", variant=WILD),
    state("1X 2O", variant=WILD, **ONE_SCREEN),
    state(variant=WILD, status="waiting", seats={"X": SeatState(1, "<Ada>", "")}),
    state(variant=NOTAKTO, status="waiting", seats={"O": SeatState(1, "", "")}),
]
PRESENCES = [Presence(), Presence(here="XO"), Presence(here="X", left="O", claimant="X"), Presence(left="X")]


@pytest.mark.parametrize("shown", STATES, ids=range(len(STATES)))
@pytest.mark.parametrize("presence", PRESENCES, ids=range(len(PRESENCES)))
def test_a_cached_fragment_equals_a_fresh_one_for_every_kind_of_viewer(shown, presence):
    for player, watching, reviewing in product((ADA, BEN, EVE), (False, True), (False, True)):
        pov = Pov(shown, shown.marks_of(player), watching, presence, reviewing)
        for _again in range(2):
            assert fragments.render(pov, "en") == rendered(pov)


def test_cached_announcements_equal_those_of_the_pov():
    for before, now in product(STATES, STATES):
        for player, own in product((1, 2, 3), (False, True)):
            pov = Pov(now, now.marks_of(player))
            with translation.override("en"):
                news = news_after(pov, before)
                said = "" if news else said_after(pov, before, own=own)
            for _again in range(2):
                assert fragments.events_since(pov, before, "en", own=own) == {"news": news, "said": said}
    assert fragments.events_since(pov, None, "en") == {"news": "", "said": ""}


def test_pushes_do_not_grow_with_the_game():
    first, *others = (len(fragments.render(seen_by(1, long_game(plies)), "en")) for plies in (10, 11, 12, 41, 59, 60))
    assert max(others) - first < 100


def named(name: str) -> dict[str, SeatState]:
    return {"X": SeatState(ADA, name, ""), "O": SeatState(BEN, name, "")}


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_a_push_stays_under_four_kilobytes(language):
    games = [long_game(plies, x_wins=12, o_wins=11, draws=13, seats=named("é" * 20)) for plies in range(20)]
    games.append(state(FULL, seats=named("é" * 40 + "🦊" * 15), **DRAWN))  # 140 bytes: longer than almost any name
    games.append(against("".join(RULES), FULL, "Konstantin", **DRAWN))
    povs = [Pov(game, game.marks_of(who), presence=Presence(here="XO")) for game in games for who in (ADA, BEN, EVE)]
    assert max(len(fragments.render(pov, language).encode()) for pov in povs) < 4096


def test_a_clock_shows_the_time_left(still):
    def shows(seconds: float) -> str:
        ends = still + timedelta(seconds=seconds)
        return fragments.render(seen_by(1, state("5 1", place=1, seconds=30, move_by=ends)), "en")

    html = shows(16.2)
    assert 'data-left="17"' in html
    assert 'data-whole="30"' in html
    assert f'width="{round(LINE * 17 / 30)}"' in html
    assert "<b>17</b> s" in html
    assert f'width="{LINE}"' in shows(34)  # a first move has more time
    assert 'data-left="0"' in shows(-1)


def test_a_clock_is_announced_to_the_side_to_move_and_stops_in_a_pause(still):
    clock = {"place": 1, "seconds": 30, "move_by": still + timedelta(seconds=9)}
    announced = ["data-soon" in fragments.render(seen_by(who, state("5 1", **clock)), "en") for who in (ADA, BEN, EVE)]
    assert announced == [True, False, False]
    paused = fragments.render(seen_by(1, state("5 1", place=1, seconds=30)), "en")
    assert 'id="clock"' not in paused
    assert "The tournament is paused, and so is the clock." in paused
    assert "paused" not in fragments.render(seen_by(1, state("5 1")), "en")


def test_players_return_from_a_finished_game_to_the_tournament():
    over = state("1 4 2 5 3", place=1, **WON)
    assert [seen_by(who, over).leaves_after for who in (1, 2, 3)] == [3, 3, 0]
    assert replace(seen_by(1, over), reviewing=True).leaves_after == 0
    assert seen_by(1, state("1 4 2 5 3", **WON)).leaves_after == 0
    broken_off = state("5 1", place=1, **COMPUTER, status="finished", ended="abandoned")
    assert seen_by(1, broken_off).leaves_after == 1
