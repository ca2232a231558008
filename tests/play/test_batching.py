"""Moves that share a commit succeed or fail independently."""

import asyncio
from unittest.mock import Mock

import pytest
from django.db import IntegrityError, OperationalError

from games.play import batching
from games.play import services as play_services
from games.play.models import Game, Move
from games.play.selectors.state import State
from games.play.services import Turn
from games.site.refusals import Reason
from tests.support.games import friends, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def games(ada, ben) -> list[State]:
    return [State.of(friends(x=ada, o=ben)) for _ in range(5)]


def records() -> list[str]:
    return list(Game.objects.order_by("pk").values_list("record", flat=True))


def rows() -> list[tuple[int, int, str]]:
    return list(Move.objects.order_by("pk").values_list("game", "ply", "text"))


async def concurrently(*turns: Turn) -> list:
    """Return the result of each move, or its exception."""
    return await asyncio.gather(*(batching.play(turn) for turn in turns), return_exceptions=True)


class TestPlayTogether:
    """The result of each move of a batch."""

    def test_moves_of_different_games_are_stored_and_each_gets_its_own_state(self, games, ada):
        states = play_services.play_together([Turn(game, ada, str(cell)) for cell, game in enumerate(games)])
        assert [state.record for state in states] == ["0", "1", "2", "3", "4"] == records()
        assert states == [State.of(game) for game in Game.objects.order_by("pk")]
        assert rows() == [(game.game, 1, str(cell)) for cell, game in enumerate(games)]

    def test_bad_moves_do_not_affect_others_in_the_batch(self, games, ada, ben):
        one, two, three, four, five = games
        good, last = Turn(one, ada, "0"), Turn(five, ada, "8")
        bad = Turn(two, ben, "0"), Turn(three, None, "0"), Turn(four, ada, "9")
        first, *refused, final = play_services.play_together([good, *bad, last])
        assert (first.record, final.record) == ("0", "8")
        reasons = [Reason.NOT_YOUR_TURN, Reason.NOT_YOUR_SEAT, Reason.NOT_A_SQUARE]
        assert [refusal.reason for refusal in refused] == reasons
        assert records() == ["0", "", "", "", "8"]

    def test_an_overtaken_move_does_not_affect_others_in_the_batch(self, games, ada, ben):
        overtaken = games[1]
        play_services.play(code=overtaken.code, player=ada, move="4", version=overtaken.version)
        answers = play_services.play_together([Turn(game, ada, "0") for game in games])
        assert answers[1].reason == Reason.BEHIND
        assert records() == ["0", "4", "0", "0", "0"]
        assert len(rows()) == 5

    def test_a_new_name_is_shown_with_the_moves_made_on_the_old_one(self, games, ada, ben):
        play_services.rename(player=ben, name="Benno")
        states = play_services.play_together([Turn(game, ada, "0") for game in games])
        assert [(state.record, state.seats["O"].name) for state in states] == [("0", "Benno")] * 5
        assert len(rows()) == 5

    def test_two_moves_of_one_game_are_decided_one_after_the_other(self, games, ada, ben):
        first, other = play_services.play_together([Turn(games[0], ada, "0"), Turn(games[0], ada, "1")])
        assert (first.record, other.reason) == ("0", Reason.BEHIND)
        again, same = play_services.play_together([Turn(games[1], ada, "0"), Turn(games[1], ada, "0")])
        assert (again, len(rows())) == (same, 2)

    def test_a_constraint_violation_does_not_affect_others_in_the_batch(self, games, ada, ben):
        broken = games[2]
        Move.objects.create(game_id=broken.game, ply=1, text="0", mark="X", version=0, played_at="2026-01-01T00:00Z")
        answers = play_services.play_together([Turn(game, ada, "0") for game in games])
        assert [type(answer) for answer in answers] == [State, State, IntegrityError, State, State]
        assert records() == ["0", "0", "", "0", "0"]

    def test_a_game_may_end_in_a_batch_with_one_that_goes_on(self, games, ada, ben):
        almost, goes_on = (play(game, "1 4 2 5") for game in games[:2])
        won, on = play_services.play_together([Turn(almost, ada, "2"), Turn(goes_on, ada, "8")])
        assert (won.status, won.winner, on.status) == ("finished", "X", "started")
        assert [State.of(game) for game in Game.objects.order_by("pk")[:2]] == [won, on]


async def test_without_the_database_all_fail_after_one_attempt(games, ada, monkeypatch):
    store = Mock(side_effect=OperationalError)
    monkeypatch.setattr("games.play.services.storage.store", store)
    answers = await concurrently(*(Turn(game, ada, "0") for game in games))
    assert [type(answer) for answer in answers] == [OperationalError] * 5
    store.assert_called_once()


async def test_all_concurrent_moves_are_stored_however_many_batches_they_need(games, ada, monkeypatch):
    monkeypatch.setattr(batching, "MAX_BATCH", 2)
    states = await concurrently(*(Turn(game, ada, "3") for game in games))
    assert [state.record for state in states] == ["3"] * 5


async def test_a_cancelled_move_blocks_nobody(games, ada):
    first = asyncio.create_task(batching.play(Turn(games[0], ada, "0")))
    second = asyncio.create_task(batching.play(Turn(games[1], ada, "0")))
    await asyncio.sleep(0)
    second.cancel()
    assert (await first).record == "0"
    assert (await batching.play(Turn(games[2], ada, "0"))).record == "0"
