"""A prepared query finds what its QuerySet finds, with whatever values it is asked."""

import gc
import threading
import weakref
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, connections
from django.db.models import Count, QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import services
from games.models import Game, Player, Seat
from games.selectors.games import complete, read_game
from games.selectors.prepared import LONGEST, keep, prepared

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Player]:
    return [Player.objects.create(name=name) for name in ("Ann", "Bob", "Cai", "Dee", "Eve")]


def names(found: Sequence[Player]) -> list[str]:
    return [player.name for player in found]


@prepared
def named(name: str) -> QuerySet[Player]:
    return Player.objects.filter(name=name)


@prepared
def among(numbers: Sequence[int]) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=numbers).order_by("name")


@prepared
def made_between(after: datetime, before: datetime) -> "QuerySet[Player, str]":
    return Player.objects.filter(created_at__gt=after, created_at__lt=before).values_list("name", flat=True)


@prepared
def seats_of(player: int) -> QuerySet[Seat]:
    return Seat.objects.select_related("player", "game").filter(player=player)


@prepared
def counted(names: Sequence[str]) -> "QuerySet[Any, Any]":
    return Player.objects.filter(name__in=names).values("name").annotate(seats=Count("seats")).order_by("name")


def test_each_call_brings_values_of_its_own(players):
    assert names(named("Ann")) == ["Ann"]
    assert names(named("Bob")) == ["Bob"]
    assert named("Nobody") == []


@pytest.mark.parametrize("count", range(6))
def test_a_sequence_may_have_any_length(players, count):
    assert names(among([player.pk for player in players[:count]])) == names(players[:count])
    assert names(among(tuple(player.pk for player in players[:count]))) == names(players[:count])


def test_it_is_put_together_once(players, monkeypatch):
    made = []

    @prepared
    def query(numbers: Sequence[int], name: str) -> QuerySet[Player]:
        made.append(len(numbers))
        return Player.objects.filter(pk__in=numbers, name=name)

    for count in (5, 5, 4, 3, 5, 1):
        assert names(query([player.pk for player in players[:count]], "Ann")) == ["Ann"]
    assert made == [8, 4, 1]  # the powers of two
    for _time in range(2):
        assert names(query([players[0].pk] * (LONGEST + 1), "Ann")) == ["Ann"]
    assert made == [8, 4, 1, LONGEST + 1, LONGEST + 1]  # not kept


def test_what_it_sends_is_what_django_sends(players):
    with CaptureQueriesContext(connection) as prepared_ones:
        among([player.pk for player in players[:4]])
    with CaptureQueriesContext(connection) as usual:
        list(Player.objects.filter(pk__in=[player.pk for player in players[:4]]).order_by("name"))
    assert [one["sql"] for one in prepared_ones] == [one["sql"] for one in usual]


def test_moments_are_understood(players):
    now = timezone.now()
    assert made_between(now - timedelta(hours=1), now) == names(players)
    assert made_between(now, now + timedelta(hours=1)) == []


def test_rows_are_models_with_what_is_selected_beside_them(players, django_assert_num_queries):
    services.invite(player=players[0], side=None)
    with django_assert_num_queries(1):
        [seat] = seats_of(players[0].pk)
        assert seat.player == players[0]
        assert seat.game.status == "waiting"
        assert seat.game.created_at.tzinfo is not None


def test_rows_may_be_dictionaries(players):
    services.invite(player=players[1], side=None)
    assert counted(["Ann", "Bob"]) == [{"name": "Ann", "seats": 0}, {"name": "Bob", "seats": 1}]


def test_none_fits_nothing(players):
    assert Player.objects.filter(made_by=None).exists()

    @prepared
    def made_by(digest: str | None) -> QuerySet[Player]:
        return Player.objects.filter(made_by=digest)

    assert made_by(None) == []


@pytest.mark.django_db(transaction=True)
def test_other_threads_ask_on_connections_of_their_own(players):
    assert names(named("Ann")) == ["Ann"]
    found = []

    def ask() -> None:
        found.extend(names(named("Bob")))
        connection.close()

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert found == ["Bob"]


@pytest.mark.django_db(transaction=True)
def test_the_connection_of_a_thread_ends_with_it():
    kept = []

    @prepared
    def query(name: str) -> QuerySet[Player]:
        return Player.objects.filter(name=name)

    def ask() -> None:
        query("Ann")
        connection.close()
        kept.append(weakref.ref(connections["default"]))

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    del thread
    gc.collect()
    assert kept[0]() is None


def test_prefetches_are_refused():
    @prepared
    def with_seats(status: str) -> QuerySet[Game]:
        return Game.objects.filter(status=status).prefetch_related("seats")

    with pytest.raises(AssertionError):
        with_seats("waiting")


def test_what_is_kept_is_what_all_returns_and_nothing_else_asks_it(players, django_assert_num_queries):
    services.invite(player=players[0], side=None)
    game = Game.objects.get()
    seats = list(game.seats.all())
    keep(game, "seats", seats)
    with django_assert_num_queries(0):
        assert game.seats.all() == seats
    with pytest.raises(AttributeError):
        game.seats.filter(mark="X")


def test_games_are_completed_in_one_query_however_many(players, django_assert_num_queries):
    for player in players:
        services.invite(player=player, side=None)
    games = list(Game.objects.select_related("rematch").order_by("pk"))
    with django_assert_num_queries(1):
        complete(games)
    with django_assert_num_queries(0):
        assert [[seat.player.name for seat in game.seats.all()] for game in games] == [
            [name] for name in names(players)
        ]


def test_an_error_while_a_game_is_read_is_not_taken_for_an_unknown_game(monkeypatch):
    def fail(games: Sequence[Game]) -> Sequence[Game]:
        raise KeyError

    monkeypatch.setattr("games.selectors.games.complete", fail)
    with pytest.raises(KeyError):
        read_game("222222222a")
