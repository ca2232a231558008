"""What each kind of viewer sees of a game, and may do in it."""

from dataclasses import replace

import pytest

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.selectors.presence import Presence
from games.selectors.state import SeatState, State
from games.show.pov import Pov

ADA, BEN, EVE = 1, 2, 3


def state(record: str = "", **changes) -> State:
    """A game in play between Ada (X) and Ben (O) after these squares (1..9)."""
    plain = {
        "game": 1,
        "code": "2222222222",
        "variant": CLASSIC,
        "version": 3,
        "status": "started",
        "start": "_" * 9,
        "record": "".join(str(int(number) - 1) for number in record.split()),
        "winner": "",
        "ended": "",
        "x_wins": 0,
        "o_wins": 0,
        "draws": 0,
        "offered_by": "",
        "hints": False,
        "hint": False,
        "helped": False,
        "next_code": "",
        "seats": {"X": SeatState(ADA, "Ada", ""), "O": SeatState(BEN, "Ben", "")},
    }
    return State(**{**plain, **changes})


def seen_by(player: int, shown: State) -> Pov:
    return Pov(shown, shown.marks_of(player))


WON = {"status": "finished", "winner": "X", "ended": "line"}
WON_BY_O = WON | {"winner": "O"}
RESIGNED = {"status": "finished", "winner": "X", "ended": "resigned"}
DRAWN = {"status": "finished", "winner": "", "ended": "full"}
COMPUTER = {"seats": {"X": SeatState(ADA, "Ada", ""), "O": SeatState(None, "", "hard")}}
ONE_SCREEN = {"seats": {"X": SeatState(ADA, "Ada", ""), "O": SeatState(ADA, "Ada", "")}}
UNNAMED = {"seats": {"X": SeatState(ADA, "", ""), "O": SeatState(BEN, "", "")}}


@pytest.mark.parametrize(
    ("shown", "x_sees", "o_sees", "others_see"),
    [
        (state(), "Your turn", "Ada’s turn", "Ada’s turn"),
        (state("5"), "Ben’s turn", "Your turn", "Ben’s turn"),
        (state("1 4 2 5 3", **WON), "You win!", "Ada wins.", "Ada wins."),
        (state("1", **RESIGNED), "Ben resigned. You win!", "You resigned.", "Ben resigned. Ada wins."),
        (state("1 2 3 5 4 6 8 7 9", **DRAWN), "Draw. Good game.", "Draw. Good game.", "Draw."),
        (state(**UNNAMED), "Your turn", "Guest’s turn", "Guest (X)’s turn"),
    ],
)
def test_the_words_above_the_board(shown, x_sees, o_sees, others_see):
    assert [seen_by(who, shown).status for who in (ADA, BEN, EVE)] == [x_sees, o_sees, others_see]


def test_only_the_side_to_move_may_play_and_only_empty_squares():
    shown = state("5")
    assert [square.cell for square in seen_by(BEN, shown).squares if square.playable] == [0, 1, 2, 3, 5, 6, 7, 8]
    assert not any(square.playable for who in (ADA, EVE) for square in seen_by(who, shown).squares)


def test_on_one_screen_whoever_looks_on_reads_the_marks_alone():
    nameless = {"seats": {mark: SeatState(ADA, "", "") for mark in "XO"}}
    assert seen_by(EVE, state("1 4 2 5 3", **WON, **nameless)).status == "X wins."


def test_one_screen_serves_both_in_turn():
    pov = seen_by(ADA, state("5", **ONE_SCREEN))
    assert (pov.status, pov.my_turn, pov.me, pov.spectator) == ("O’s turn", True, None, False)
    assert [plate.name for plate in pov.plates] == ["X", "O"]


def test_squares_are_named_with_what_is_on_them():
    labels = [square.label for square in seen_by(ADA, state("5 1")).squares]
    assert labels[0] == "Top left, O, last move"
    assert labels[4] == "Centre, X"
    assert labels[8] == "Bottom right, empty"


def test_only_against_a_computer_somebody_thinks():
    before = state("5", **COMPUTER)
    assert seen_by(ADA, before).status == "Hard is thinking…"
    assert seen_by(BEN, before).status == "Hard’s turn"
    assert seen_by(ADA, state("5")).status == "Ben’s turn"


def test_who_has_lost_to_three_in_a_row_reads_a_kind_word():
    won = state("1 4 2 5 3", **WON)
    assert [seen_by(who, won).comfort for who in (ADA, BEN, EVE)] == ["", "Well played!", ""]
    assert seen_by(BEN, state("1", **RESIGNED)).comfort == seen_by(BEN, state("1")).comfort == ""


def test_a_host_waits_for_a_friend_or_is_told_that_somebody_reads_the_invite():
    waiting = state(status="waiting", seats={"X": SeatState(ADA, "Ada", "")})
    alone = Pov(waiting, waiting.marks_of(ADA))
    read = replace(alone, presence=Presence(watchers=1))
    assert (alone.waiting, read.waiting) == ("Waiting for your friend", "Somebody has opened your link")
    assert read.said_since(alone.presence) == "Somebody has opened your link."
    stranger = Pov(waiting, presence=read.presence)
    told_no_more = [read.said_since(Presence(watchers=2)), alone.said_since(read.presence)]
    assert [*told_no_more, stranger.said_since(alone.presence), read.news_since(alone.presence)] == [""] * 4
    assert not replace(read, state=state()).read


def test_a_rematch_says_that_sides_are_swapped_until_the_first_move():
    again = state(draws=1)
    assert seen_by(ADA, again).sides_swapped == "You’re X this time and start."
    assert seen_by(BEN, again).sides_swapped == "You’re O this time. Ada starts."
    assert seen_by(BEN, state("5", draws=1)).sides_swapped
    told_no_more = [seen_by(ADA, state("5", draws=1)), seen_by(BEN, state("5 1", draws=1)), seen_by(EVE, again)]
    told_no_more += [seen_by(ADA, state()), seen_by(ADA, state(draws=1, **ONE_SCREEN))]
    assert [pov.sides_swapped for pov in told_no_more] == [""] * 5


def test_before_the_reply_of_a_computer_nothing_follows_from_it():
    before, after = state("1 4 2 5", **COMPUTER), state("1 4 2 5 9 6", **COMPUTER, **WON_BY_O)
    meanwhile = seen_by(ADA, after).before_reply(before)
    assert meanwhile is not None
    assert (meanwhile.status, meanwhile.winning_line, meanwhile.my_turn) == ("Hard is thinking…", "", False)
    assert [plate.wins for plate in meanwhile.plates] == [0, 0]
    assert [plate.to_move for plate in meanwhile.plates] == [False, True]
    assert not meanwhile.may_ask_rematch
    assert meanwhile.state.version == after.version
    assert seen_by(ADA, after).before_reply(after) is None
    assert seen_by(BEN, after).before_reply(before) is None
    assert seen_by(ADA, state("1 4 2 5 9 6")).before_reply(state("1 4 2 5")) is None


def test_the_winning_line_is_named_as_in_the_drawings():
    pov = seen_by(ADA, state("1 4 2 5 3", **WON))
    assert pov.winning_line == "1-2-3"
    assert [square.cell for square in pov.squares if square.winning] == [0, 1, 2]
    assert seen_by(ADA, state("1", **RESIGNED)).winning_line == ""


def test_the_strip_has_nine_places():
    strip = seen_by(ADA, state("5 1")).strip
    assert [place.number for place in strip] == list(range(1, 10))
    assert [(place.older, place.newest, place.label) for place in strip[:2]] == [
        (("tg",), "x4", "X centre"),
        (("p1", "X4"), "o0", "O top left"),
    ]
    assert [place.current for place in strip[:3]] == [False, True, False]
    assert strip[2].newest == ""


def test_the_strip_of_a_set_up_position_begins_with_its_marks():
    strip = seen_by(ADA, state("9", start="XO_______")).strip
    assert len(strip) == 7
    assert strip[0].older == ("tg", "X0", "O1")


def test_the_plates_carry_the_running_score():
    before = {"x_wins": 2, "o_wins": 1, "draws": 4}
    assert [plate.wins for plate in seen_by(ADA, state("1 4 2 5 3", **WON, **before)).plates] == [3, 1]
    assert state("1 4 2 5 3", **WON, **before).draws_total == 4
    assert state("1 2 3 5 4 6 8 7 9", **DRAWN, **before).draws_total == 5


@pytest.mark.parametrize(
    ("seats", "watching", "who", "screen"),
    [
        ({"X": SeatState(ADA, "Ada", "")}, False, ADA, "waiting"),
        ({"X": SeatState(ADA, "Ada", "")}, False, BEN, "invited"),
        ({"X": SeatState(ADA, "Ada", "")}, True, BEN, "board"),
    ],
)
def test_a_waiting_room_has_a_face_for_each(seats, watching, who, screen):
    shown = state(status="waiting", seats=seats)
    assert Pov(shown, shown.marks_of(who), watching).screen == screen


def test_a_cancelled_room_says_so_to_everybody():
    shown = state(status="cancelled", seats={"X": SeatState(ADA, "Ada", "")})
    assert {seen_by(who, shown).screen for who in (ADA, BEN)} == {"cancelled"}


class TestRematch:
    def test_is_offered_to_both_players_and_to_nobody_else(self):
        shown = state("1 4 2 5 3", **WON)
        assert [seen_by(who, shown).may_ask_rematch for who in (ADA, BEN, EVE)] == [True, True, False]

    def test_asked_by_one_is_answered_by_the_other(self):
        shown = state("1 4 2 5 3", **WON, offered_by="X")
        assert [seen_by(who, shown).asked for who in (ADA, BEN, EVE)] == [True, False, False]
        assert [seen_by(who, shown).wanted for who in (ADA, BEN, EVE)] == [False, True, False]

    def test_is_over_once_there_is_a_next_game(self):
        pov = seen_by(ADA, state("1 4 2 5 3", **WON, next_code="3333333333"))
        assert not (pov.may_ask_rematch or pov.asked or pov.wanted)


def test_a_page_without_a_script_refreshes_only_while_it_waits():
    assert [seen_by(who, state()).may_change for who in (ADA, BEN, EVE)] == [False, True, True]
    assert [seen_by(who, state("1 4 2 5 3", **WON)).may_change for who in (ADA, BEN, EVE)] == [False] * 3
    assert seen_by(ADA, state("1 4 2 5 3", **WON, offered_by="X")).may_change


def test_a_state_survives_the_way_between_processes():
    shown = state("5 1", **COMPUTER)
    assert State.from_message(shown.as_message()) == shown
    assert shown.marks_of(ADA) == {Mark.X}
    assert shown.marks_of(None) == frozenset()


def test_two_without_names_are_told_apart():
    shown = state(**UNNAMED)
    assert seen_by(EVE, shown).status == "Guest (X)’s turn"
    assert [[plate.name for plate in seen_by(who, shown).plates] for who in (ADA, BEN, EVE)] == [
        ["You", "Guest"],
        ["Guest", "You"],
        ["Guest (X)", "Guest (O)"],
    ]
    assert not any(plate.you for plate in seen_by(ADA, shown).plates)
    titles = {seen_by(who, shown).preview_title for who in (ADA, BEN, EVE)}
    assert titles == {"Guest (X) against Guest (O) at tic-tac-toe"}


def test_a_seat_that_waits_for_somebody_says_so():
    waiting = Pov(state(status="waiting", seats={"O": SeatState(ADA, "Ada", "")}), watching=True)
    assert [plate.name for plate in waiting.plates] == ["Nobody yet", "Ada"]
