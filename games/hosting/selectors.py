"""Figures of the whole site for its host. Those that take long on a large site are counted once a minute, for all
processes."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, TypeVar, cast

from django.core.cache import cache
from django.db import connection
from django.db.models import Case, CharField, Count, DateField, Exists, F, Func, OuterRef, Q, Value, When
from django.utils import timezone

from games.engine.variants import VARIANTS
from games.features import parts
from games.play.models import Attendance, Game, Process, Seat, Status
from games.play.selectors.presence import LEASE

T = TypeVar("T")

SOON: Final = 10  # seconds for which a figure is kept
SELDOM: Final = 60
LATELY: Final = timedelta(minutes=5)
DAYS: Final = 30  # days for which games are shown


@dataclass(frozen=True)
class Figures:
    """The site in numbers: games by their rules and status, how many people are here, and what the features count,
    by the names of their figures."""

    games: list[tuple[str, str, int]]
    of_features: dict[str, list[tuple[Any, ...]]]
    people: int
    database_bytes: int


def figures() -> Figures:
    return Figures(
        games=_kept("games", SELDOM, _games),
        of_features={one.name: _kept(one.name, SELDOM, one.count) for part in parts() for one in part.figures()},
        people=_kept("people", SOON, people_here),
        database_bytes=_kept("bytes", SELDOM, database_bytes),
    )


@dataclass(frozen=True)
class Now:
    """The site at this moment."""

    people: int
    games: int
    processes: int
    database_bytes: int


def now() -> Now:
    at = timezone.now()
    return Now(
        people=people_here(),
        games=Game.objects.filter(status=Status.STARTED, changed_at__gt=at - LATELY).count(),
        processes=Process.objects.filter(renewed_at__gt=at - LEASE).count(),
        database_bytes=database_bytes(),
    )


class _Day(Func):
    """The day of a time, in UTC. Django's own is a function in Python where SQLite asks it, four times as slow."""

    function = "DATE"
    output_field = DateField()


def games_by_day() -> list[tuple[date, str, int]]:
    """How many games of each kind were begun on each of the last DAYS days."""
    return _kept("days", SELDOM, _games_by_day)


def _games_by_day() -> list[tuple[date, str, int]]:
    games = Game.objects.filter(created_at__gte=_first_day()).order_by().annotate(day=_Day("created_at"))
    return list(games.values("day", "variant").annotate(number=Count("pk")).values_list("day", "variant", "number"))


Won = tuple[int, int, int]  # how many games a computer player won, were drawn, and people won


def against_computers() -> list[tuple[str, Won]]:
    """How the games between people and computer players ended that were begun in the last DAYS days: by the key of the
    computer player, all robots together under "", those with most games first."""
    return _kept("computers", SELDOM, _against_computers)


def _against_computers() -> list[tuple[str, Won]]:
    known = {key for variant in VARIANTS.values() for key in variant.opponents}
    people = Seat.objects.filter(game=OuterRef("game"), player__isnull=False)
    over = Seat.objects.exclude(opponent="").filter(game__status=Status.FINISHED, game__created_at__gte=_first_day())
    who = Case(When(opponent__in=known, then=F("opponent")), default=Value(""), output_field=CharField())
    numbers = {
        "computer": Count("pk", filter=Q(game__winner=F("mark"))),
        "drawn": Count("pk", filter=Q(game__winner="")),
        "people": Count("pk", filter=~Q(game__winner=F("mark")) & ~Q(game__winner="")),
    }
    rows = over.filter(Exists(people)).order_by().annotate(who=who).values("who").annotate(**numbers)
    found = [(key, won) for key, *won in rows.values_list("who", *numbers)]
    return sorted(((key, (won[0], won[1], won[2])) for key, won in found), key=lambda row: -sum(row[1]))


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


def _first_day() -> datetime:
    """When the first of the last DAYS days began."""
    today = timezone.now().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return today - timedelta(days=DAYS - 1)


def _games() -> list[tuple[str, str, int]]:
    """How many games there are of each kind and status."""
    fields = ("variant", "status")
    return list(Game.objects.order_by().values(*fields).annotate(number=Count("pk")).values_list(*fields, "number"))


def _kept(name: str, seconds: int, count: Callable[[], T]) -> T:
    """Return the result of `count`, from the shared cache if it is there. While the cache is away it is counted each
    time."""
    key = f"house:{name}"
    with suppress(Exception):  # each cache has its own
        if (known := cache.get(key)) is not None:
            return cast(T, known)
    counted = count()
    with suppress(Exception):
        cache.set(key, counted, seconds)
    return counted
