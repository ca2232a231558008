"""Concurrent changes to a tournament, each on its own thread and connection."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.home import services as home_services
from games.play import services as play_services
from games.play.models import Ended, Game, Status
from games.play.selectors.state import State
from games.site.models import Player
from games.site.refusals import Reason
from games.tournaments.models import Kind, Standing
from games.tournaments.selectors.tournaments import BREATHER, GRACE, OVERTIME
from games.tournaments.services import directing, tournaments
from tests.support import tournaments as play
from tests.support.at_once import at_once
from tests.support.games import player
from tests.support.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def verified():
    yield
    assert play.problems() == []


def test_two_directors_pair_the_same_people_once():
    made = play.tournament("Ada", "Ben", "Cem", "Dan")
    ada, ben, cem, dan = (play.entrant(name).pk for name in ("Ada", "Ben", "Cem", "Dan"))

    def director(*pairs: tuple[int, int]) -> Callable[[], int]:
        return lambda: directing.pair(tournament=made.pk, pairs=pairs, at=timezone.now())

    assert sorted(at_once(director((ada, ben), (cem, dan)), director((ben, cem), (ada, dan)))) == [0, 2]
    assert play.free() == ""


def test_two_directors_continue_the_same_match_once():
    play.playing("Ada Ben")
    play.resign("Ada")
    later, made = timezone.now() + BREATHER, play.tournament_id()
    assert at_once(*[lambda: directing.settle(tournament=made, at=later)] * 2) == [None, None]
    assert list(Game.objects.order_by("place").values_list("place", flat=True)) == [1, 2]


def test_a_player_who_leaves_while_being_paired_has_left():
    made = play.tournament("Ada", "Ben")
    ada, pairs = play.person("Ada"), [(play.entrant("Ada").pk, play.entrant("Ben").pk)]
    at_once(
        lambda: tournaments.leave(code=made.code, player=ada),
        lambda: directing.pair(tournament=made.pk, pairs=pairs, at=timezone.now()),
    )
    assert play.entrant("Ada").standing == Standing.LEFT
    assert play.free() == "Ben"


def test_a_player_who_comes_back_while_being_forgotten_is_forgotten():
    made = play.tournament("Ada", "Ben")
    ada, entered = play.person("Ada"), play.entrant("Ada").pk
    tournaments.leave(code=made.code, player=ada)
    forgetting = threading.Thread(target=at_once, args=[lambda: home_services.forget(player=ada)])
    with transaction.atomic():
        tournaments.come_back(code=made.code, player=ada)
        forgetting.start()
        if connection.vendor == "postgresql":  # on SQLite the other transaction cannot start yet
            until(a_lock_is_waited_for)
    forgetting.join()
    forgotten = made.entrants.get(pk=entered)
    assert (forgotten.standing, forgotten.name) == (Standing.LEFT, "")
    assert not Player.objects.filter(pk=ada.pk).exists()


def a_lock_is_waited_for() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        return cursor.fetchone()[0] > 0


def test_a_move_and_a_timeout_are_stored_one_after_the_other():
    play.playing("Ada Ben")
    Game.objects.update(move_by=timezone.now() + timedelta(seconds=5))  # a move by Ada will set a later time
    game, ada, made = play.game_of("Ada"), play.person("Ada"), play.tournament_id()
    answers = at_once(
        lambda: play_services.play(code=game.code, player=ada, move="4", version=game.version),
        lambda: directing.call_time(tournament=made, at=game.move_by + GRACE),
    )
    game.refresh_from_db()
    if game.status == Status.STARTED:  # the move came first and started the other side's clock
        assert (game.record, answers[0].record) == ("4", "4")
    else:
        assert (game.record, game.ended, answers[0]) == ("", Ended.TIME, Reason.OVER)


def test_a_move_during_the_end_leaves_a_consistent_game():
    made = play.playing("Ada Ben")
    game, ada = play.game_of("Ada"), play.person("Ada")
    at_once(
        lambda: play_services.play(code=game.code, player=ada, move="4", version=game.version),
        lambda: play.finish(made.ends_at + OVERTIME),
    )
    play.finish(made.ends_at + OVERTIME)
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    assert game.record == State.of(game).record == "".join(game.moves.order_by("ply").values_list("text", flat=True))


def test_only_one_of_many_players_gets_a_name():
    made = play.waiting()
    people = [player() for _ in range(4)]
    joined = at_once(*[lambda one=one: tournaments.join(code=made.code, player=one, name="Ada") for one in people])
    assert joined.count(Reason.NAME_TAKEN) == 3


def test_a_player_who_joins_twice_is_one_entrant():
    made, ada = play.waiting(), player()
    joined = at_once(*[lambda: tournaments.join(code=made.code, player=ada, name="Ada")] * 2)
    assert joined[0] == joined[1] == play.entrant("Ada")


def test_the_twelfth_place_is_taken_once():
    made = play.waiting(*"ABCDEFGHIJK", kind=Kind.ROUND)
    late = {name: player() for name in "LMN"}
    joined = at_once(
        *[lambda name=name: tournaments.join(code=made.code, player=late[name], name=name) for name in late]
    )
    assert joined.count(Reason.TOURNAMENT_FULL) == 2


def test_one_of_two_processes_gets_the_lease(still):
    made = play.tournament()
    held = at_once(*[lambda name=name: directing.hold(tournament=made.pk, director=name, at=still) for name in "ab"])
    assert sorted(held) == [False, True]


def test_forgetting_a_player_twice_at_once_leaves_one_nameless_player():
    play.playing("Ada Ben")
    ada = play.person("Ada")
    assert at_once(*[lambda: home_services.forget(player=ada)] * 2) == [None, None]
    assert [one.name for one in Player.objects.order_by("pk")] == ["Ben", ""]
