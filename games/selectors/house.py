"""What a host wants to know of the whole site. What takes long where there are very many games is counted once a
minute, for all processes."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypeVar, cast

from django.core.cache import cache
from django.db import connection
from django.db.models import Count, Q
from django.utils import timezone

from games.models import Attendance, Game, Process, Seat, Tournament
from games.selectors.presence import LEASE

T = TypeVar("T")

SOON: Final = 10  # seconds for which a figure is kept
SELDOM: Final = 60
LATELY: Final = timedelta(minutes=5)


@dataclass(frozen=True)
class Figures:
    """The site in numbers: games by their rules and status, tournaments by kind and phase, how many people are here."""

    games: list[tuple[str, str, int]]
    tournaments: list[tuple[str, str, int]]
    people: int
    database_bytes: int


def figures() -> Figures:
    return Figures(
        games=_kept("games", SELDOM, lambda: _numbers(Game, "variant", "status")),
        tournaments=_kept("tournaments", SELDOM, lambda: _numbers(Tournament, "kind", "phase")),
        people=_kept("people", SOON, people_here),
        database_bytes=_kept("bytes", SELDOM, database_bytes),
    )


def people_here() -> int:
    """How many people have a page of a game with others open, or were in a game that has changed not long ago."""
    now = timezone.now()
    alive = Process.objects.filter(renewed_at__gt=now - LEASE)
    here = Attendance.objects.filter(process__in=alive).filter(Q(left_at=None) | Q(left_at__gt=now))
    playing = Seat.objects.filter(game__changed_at__gt=now - LATELY, player__isnull=False)
    return here.values("player").union(playing.values("player")).count()


def database_bytes() -> int:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


def _numbers(model: type[Game] | type[Tournament], *fields: str) -> list[tuple[str, str, int]]:
    """How many rows there are of each kind."""
    return list(model.objects.order_by().values(*fields).annotate(number=Count("pk")).values_list(*fields, "number"))


def _kept(name: str, seconds: int, count: Callable[[], T]) -> T:
    """What `count` returns, from the shared cache if that has it. While the cache is away it is counted each time."""
    key = f"house:{name}"
    with suppress(Exception):  # each cache has its own
        if (known := cache.get(key)) is not None:
            return cast(T, known)
    counted = count()
    with suppress(Exception):
        cache.set(key, counted, seconds)
    return counted
