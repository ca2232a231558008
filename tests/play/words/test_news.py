"""The announcements to each kind of viewer: once, in whole sentences."""

from dataclasses import replace

import pytest

from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from games.play.selectors.presence import Presence
from games.play.selectors.state import SeatState, State
from games.play.words.news import arrival, calls, news_after, news_since, said_after
from games.play.words.pov import Pov
from games.play.words.status import side
from tests.support.states import (
    ADA,
    BEN,
    COMPUTER,
    EVE,
    ONE_SCREEN,
    RESIGNED,
    UNNAMED,
    WON,
    WON_BY_O,
    against,
    seen_by,
    state,
)

X_ALONE, O_ALONE = ({"status": "waiting", "seats": {mark: SeatState(ADA, "Ada", "")}} for mark in "XO")
SIX = "1 2 3 5 8 4"  # three marks each, and no line
OFFERED = state("1", **RESIGNED, offered_by="X")


def announced(before: State, now: State, who: int, *, own: bool = False) -> str:
    return said_after(seen_by(who, now), before, own=own)


@pytest.mark.parametrize(
    ("before", "now", "x_hears", "o_hears", "others_hear"),
    [
        (
            *(state(), state("5")),
            *("You marked centre. Ben’s turn.", "Ada marked centre. Your turn.", "Ada marked centre. Ben’s turn."),
        ),
        (
            *(state("1 4 2 5"), state("1 4 2 5 3", **WON)),
            *("You marked top right. You win!", "Ada marked top right and wins.", "Ada marked top right and wins."),
        ),
        (
            *(state("5"), state()),
            "The last move was taken back. Your turn.",
            *("The last move was taken back. Ada’s turn.", "The last move was taken back. Ada’s turn."),
        ),
        (
            *(state(**UNNAMED), state("5", **UNNAMED)),
            "You marked centre. Guest’s turn.",
            "The other player marked centre. Your turn.",
            "Guest (X) marked centre. Guest (O)’s turn.",
        ),
        (
            *(state("1 4 2 5", **UNNAMED), state("1 4 2 5 3", **WON | UNNAMED)),
            *("You marked top right. You win!", "The other player marked top right and wins."),
            "Guest (X) marked top right and wins.",
        ),
        (state("5"), state("5", next_code="3333333333"), "", "", ""),
        (state("5", offered_by="X"), state("5"), "", "", ""),
        (state(**X_ALONE), state(**X_ALONE | {"status": "cancelled"}), *["This invite has expired."] * 3),
        (state(**X_ALONE), state(), "Your turn", "Ada’s turn", "Someone has already taken this seat. You can watch."),
        (state(**X_ALONE), state(**O_ALONE), "You’re O and your friend starts.", *["You’ll be X."] * 2),
    ],
)
def test_each_viewer_gets_their_own_sentence(before, now, x_hears, o_hears, others_hear):
    assert [announced(before, now, who) for who in (ADA, BEN, EVE)] == [x_hears, o_hears, others_hear]


@pytest.mark.parametrize(
    ("before", "now", "hears"),
    [
        (state(), state("5"), "Ben’s turn"),
        (state("1 4 2 5"), state("1 4 2 5 3", **WON), "You win!"),
        (state(**COMPUTER), state("5 1", **COMPUTER), "Hard marked top left. Your turn."),
        (state("5 1 9", **COMPUTER), state("5", **COMPUTER), "The last two moves were taken back. Hard’s turn."),
        (state(**ONE_SCREEN), state("5", **ONE_SCREEN), "O’s turn"),
        (state("5", hints=True), state("5", hints=True, offered_by="X"), "You asked Ben if you can take back a move…"),
        (state("5", offered_by="O"), state("5"), "You said no."),
        (OFFERED, state("1", **RESIGNED, withdrawn=True), "You withdrew the offer."),
        (state(hints=True), state(hints=True, hint=True), "Every empty square shows what it’s worth."),
        (state("1", **RESIGNED), OFFERED, "You asked Ben for a rematch…"),
        (state("5"), state("5", **RESIGNED | {"winner": "O"}), "You gave up."),
        (state(**O_ALONE), state(**X_ALONE), "You’re X and you start."),
    ],
)
def test_the_acting_player_hears_the_resulting_state(before, now, hears):
    assert announced(before, now, ADA, own=True) == hears


def test_before_a_computers_reply_the_players_own_move_is_announced():
    assert announced(state(**COMPUTER), state("5", **COMPUTER), ADA, own=True) == "You marked centre."
    assert announced(state(SIX, VANISHING, **COMPUTER), state(f"{SIX} 9", VANISHING, **COMPUTER), ADA, own=True) == (
        "You marked bottom right. Your oldest X, top left, was removed."
    )


@pytest.mark.parametrize(
    ("who", "game", "hears"),
    [
        (ADA, state(), "You’re playing Ben. You’re X, and you start."),
        (BEN, state(), "You’re playing Ada, who starts. You’re O."),
        (BEN, state("5"), "You’re playing Ada, who starts. You’re O. Ada marked centre. Your turn."),
        (ADA, state(draws=1), "Your turn."),  # the page says that this time she is X
        (BEN, state("5", draws=1), "Ada marked centre. Your turn."),
        (BEN, state("5X", WILD), "You’re playing Ada, who starts. You’re 2nd. Ada played X centre. Your turn."),
        (ADA, state("5"), ""),
        (ADA, state("5 1"), "Ben marked top left. Your turn."),
        (EVE, state(), ""),
        (ADA, state("1 4 2 5 3", **WON), ""),
        (ADA, state(**ONE_SCREEN), ""),
    ],
)
def test_a_page_that_opens_announces_the_opponent_and_the_side_or_the_last_move(who, game, hears):
    assert arrival(seen_by(who, game)) == hears


def test_a_game_that_starts_is_announced_to_a_visitor_who_has_chosen_to_watch():
    assert said_after(Pov(state(), watching=True), state(**X_ALONE)) == "Ada’s turn"


def test_an_opponents_move_is_announced_to_a_player_who_is_acting():
    assert announced(state(), state("5"), BEN, own=True) == "Ada marked centre. Your turn."


def test_a_spectator_hears_every_move_of_a_game_against_the_computer():
    heard = announced(state(**COMPUTER), state("5 1", **COMPUTER), EVE)
    assert heard == "Ada marked centre. Hard marked top left. Ada’s turn."


def test_of_many_missed_moves_the_last_two_are_announced():
    assert announced(state(), state("1 2 3 4"), ADA) == "You marked top right. Ben marked middle left. Your turn."


def test_a_move_that_replaces_one_taken_back_is_announced():
    assert announced(state("1 5"), state("1 9"), ADA) == "Ben marked bottom right. Your turn."


class TestWaiting:
    def test_the_second_players_arrival_is_announced(self):
        assert news_after(seen_by(ADA, state()), state(**X_ALONE)) == "Ben is here. You start."
        swapped = {"seats": {"O": SeatState(ADA, "Ada", ""), "X": SeatState(BEN, "Ben", "")}}
        assert news_after(seen_by(ADA, state(**swapped)), state(**O_ALONE)) == "Ben is here and starts."

    def test_an_arrival_at_a_rematch_mentions_swapped_sides(self):
        page = replace(seen_by(BEN, state(draws=1)), presence=Presence(here="XO"))
        assert news_since(page, Presence(here="O")) == "Ada is here. This time you’re O. Ada starts."
        moved = replace(page, state=state("5 1", draws=1))
        assert news_since(moved, Presence(here="O")) == "Ada is here."

    def test_only_the_moves_of_a_second_player_who_has_left_are_announced(self):
        for now, hears in [
            (state(), "Your turn"),
            (state("5"), "You marked centre. Ben’s turn."),
            (state("5 1"), "You marked centre. Ben marked top left. Your turn."),
        ]:
            page = replace(seen_by(ADA, now), presence=Presence(here="X", left="O"))
            assert (news_after(page, state(**X_ALONE)), announced(state(**X_ALONE), now, ADA)) == ("", hears)


class TestOtherGames:
    """Events in the game's own words."""

    def test_a_removed_mark_is_announced_to_everyone_including_the_mover(self):
        before, now = state(SIX, VANISHING), state(f"{SIX} 9", VANISHING)
        removed, next_one = "X, top left, was removed.", "O, top middle, disappears next."
        assert [announced(before, now, who) for who in (ADA, BEN, EVE)] == [
            f"You marked bottom right. Your oldest {removed} Ben’s turn. {next_one}",
            f"Ada marked bottom right. The oldest {removed} Your turn. {next_one}",
            f"Ada marked bottom right. The oldest {removed} Ben’s turn. {next_one}",
        ]
        assert announced(before, now, ADA, own=True) == f"Your oldest {removed} Ben’s turn. {next_one}"

    def test_against_a_computer_the_players_removed_mark_is_announced_before_the_reply(self):
        before, now = state(SIX, VANISHING, **COMPUTER), state(f"{SIX} 9 6", VANISHING, **COMPUTER)
        assert announced(before, now, ADA, own=True) == (
            "Your oldest X, top left, was removed. Hard marked middle right. The oldest O, top middle, was "
            "removed. Your turn. X, top right, disappears next."
        )

    def test_taking_back_a_move_announces_the_marks_that_return(self):
        before, now = state(f"{SIX} 9 6", VANISHING, **COMPUTER), state(SIX, VANISHING, **COMPUTER)
        assert announced(before, now, ADA) == (
            "The last two moves were taken back. Your turn. X is back: top left. O is back: top middle."
        )

    def test_a_player_hears_that_one_more_repeat_is_a_draw(self):
        # Each side cycles through four squares, so the position repeats after eight moves.
        record = "1 3 2 6 4 7 5 8 1 3 2 6 4"
        assert announced(state(record, VANISHING), state(f"{record} 7", VANISHING), ADA) == (
            "Ben marked bottom left. The oldest O, bottom middle, was removed. Your turn. X, top left, disappears "
            "next. One more repeat and it’s a draw."
        )

    def test_in_misere_completing_a_row_loses(self):
        lost = state("1 4 2 5 3", MISERE, status="finished", winner="O", ended="line")
        heard = [announced(state("1 4 2 5", MISERE), lost, who) for who in (ADA, BEN)]
        assert heard == ["You marked top right. Ben wins.", "Ada marked top right. You win!"]

    def test_in_wild_the_mark_is_announced_and_sides_have_none(self):
        before, now = state("1X", WILD), state("1X 5O", WILD)
        assert [announced(before, now, who) for who in (ADA, BEN, EVE)] == [
            "Ben played O centre. Your turn.",
            "You played O centre. Ada’s turn.",
            "Ben played O centre. Ada’s turn.",
        ]
        assert announced(state("1X", WILD, **ONE_SCREEN), state("1X 5O", WILD, **ONE_SCREEN), EVE) == (
            "2nd played O centre. 1st’s turn."
        )
        offered = state("1X", WILD, offered_by="X")
        assert news_after(seen_by(ADA, now), offered) == "Too late. Ben played O centre. Your turn."

    def test_a_waiting_game_names_the_side(self):
        sides = [side(seen_by(who, state(variant=NOTAKTO, **X_ALONE))) for who in (ADA, BEN)]
        assert sides == ["You’re 1st and you start.", "You’ll be 2nd."]


@pytest.mark.parametrize(
    ("before", "now", "who", "news"),
    [
        (state("5"), state("5", offered_by="X"), BEN, "Ada would like to take back a move."),
        (state("5"), state("5", offered_by="X"), ADA, ""),
        (state(), state("5", offered_by="X"), BEN, "Ada marked centre. Your turn. Ada would like to take back a move."),
        (state("1"), state("1", **RESIGNED, offered_by="O"), ADA, "Ben gave up. You win! Ben would like a rematch."),
        (state("5", offered_by="X"), state("5"), ADA, "Ben said no."),
        (state("5", offered_by="X"), state(), ADA, "Ben said yes. Your turn."),
        (state("5", offered_by="X"), state("5 1"), ADA, "Too late: Ben marked top left. Your turn."),
        (state("5", offered_by="X"), state("5"), BEN, ""),
        (state("5", offered_by="X"), state("5"), EVE, ""),
        (state("1", **RESIGNED), OFFERED, BEN, "Ada would like a rematch."),
        (OFFERED, state("1", **RESIGNED), ADA, "Ben said no."),
        (OFFERED, state("1", **RESIGNED, next_code="3333333333"), ADA, ""),
        (state("5", offered_by="X"), state("5", **RESIGNED), ADA, ""),
        (OFFERED, state("1", **RESIGNED, withdrawn=True), ADA, ""),
        (OFFERED, state("1", **RESIGNED, withdrawn=True), BEN, "Ada withdrew the offer."),
    ],
)
def test_the_outcome_of_an_offer_is_announced(before, now, who, news):
    assert news_after(seen_by(who, now), before) == news


@pytest.mark.parametrize(
    ("before", "now", "called"),
    [
        (state("", **X_ALONE), state(), [ADA, BEN]),  # even on a page that he opened earlier
        (state(), state("5"), [BEN]),
        (state("5"), state("5 1"), [ADA]),
        (state("5", offered_by="X"), state(), [ADA]),
        (state("5"), state("5", offered_by="X"), []),
        (state("5"), state("5"), []),
        (state("1 4 2 5"), state("1 4 2 5 3", **WON), []),
        (state("5 1", **ONE_SCREEN), state("5", **ONE_SCREEN), []),
        (state("", **COMPUTER), state("5 1", **COMPUTER), []),
        (state("5", tournament="abcde", place=1), state("5 1", tournament="abcde", place=1), []),
    ],
)
def test_players_are_notified_when_the_friend_joins_and_when_it_is_their_turn(before, now, called):
    assert [who for who in (ADA, BEN, EVE) if calls(seen_by(who, now), before)] == called


class TestReconnecting:
    """A reconnecting page sends its seen state, and gets the events since."""

    def test_nothing_is_announced_twice(self):
        for now in (state(), state("5 1"), state("5", offered_by="X"), state("1 4 2 5 3", **WON)):
            for who in (ADA, BEN, EVE):
                before = now.as_seen(now.seen)
                assert (news_after(seen_by(who, now), before), announced(before, now, who)) == ("", "")

    @pytest.mark.parametrize(
        "seen", ["started-99999-", "started-x-X", "--", "started-012345678-?", f"started-{'4' * 500}-"]
    )
    def test_any_seen_state_gets_an_answer(self, seen):
        for now in (state("5 1"), state("1 4 2 5 3", **WON), state(**X_ALONE), state("5", offered_by="X")):
            for who in (ADA, BEN, EVE):
                before = now.as_seen(seen)
                assert isinstance(news_after(seen_by(who, now), before) + announced(before, now, who), str)

    @pytest.mark.parametrize("seen", ["", "started", "a-b-c-d", "started-" + "4" * 2_000 + "-"])
    def test_malformed_seen_states_are_ignored(self, seen):
        assert state().as_seen(seen) is None


@pytest.mark.parametrize(
    ("before", "record", "changes", "hears"),
    [
        ("1", "1 5", {}, "Rusty marked centre. Its rule was “Centre”. Ada’s turn."),
        (
            *("1 5 9", "1 5 9 2", {}),
            "Rusty marked top middle. No rule on its card fitted, so it marked a square at random. Ada’s turn.",
        ),
        ("1 5 2 3 4", "1 5 2 3 4 7", WON_BY_O, "Rusty marked bottom left. Its rule was “Win”. Rusty wins."),
        ("1 5", "1 5 9", {}, "Ada marked bottom right. Rusty’s turn."),
    ],
)
def test_a_robots_move_is_announced_with_its_rule_to_everyone(before, record, changes, hears):
    before, now = against("wbc", before), against("wbc", record, **changes)
    assert announced(before, now, EVE) == hears
    assert announced(before, now, ADA) == hears.replace("Ada marked", "You marked").replace("Ada’s turn", "Your turn")
