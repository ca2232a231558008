"""Figures of the whole site for its host, the slow ones counted once a minute, its problems, and the rows to tidy."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, TypeVar, cast

from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.cache import cache
from django.db import connection
from django.db.models import Case, CharField, Count, DateField, Exists, F, Func, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from games.engine.variants import VARIANTS
from games.features import Figure, parts
from games.hosting.models import DailyRun
from games.play.models import Attendance, Game, Process, Seat, Status
from games.play.selectors.games import OFFERED, games_with_seats
from games.play.selectors.presence import LEASE
from games.play.verification import check, standing_moves
from games.site.models import Player
from games.site.sessions import SessionStore

T = TypeVar("T")

CACHED_FOR: Final = 60  # seconds
CHUNK: Final = 1_000  # games checked at a time
IN_PLAY_FOR: Final = timedelta(minutes=5)  # after a game's last change
HERE_FOR: Final = timedelta(minutes=1)  # after the last change of a person's game, without an open page
SESSIONS_TRIED: Final = 100
KEPT: Final = timedelta(days=14)  # abandoned games and old data
ADMIN_LOG_KEPT: Final = timedelta(days=365)
DAYS: Final = 30  # of games shown

Rows = list[tuple[Any, ...]]  # a value for each label of a figure, then the number


def figures() -> list[tuple[Figure, Rows]]:
    """Return the figures of all features with their rows."""
    return [(one, cached(one.name, one.count)) for part in parts() for one in part.figures()]


def now() -> dict[str, Any]:
    """Return the site at this moment: people, games, processes, database_bytes, tidied_at."""
    at = timezone.now()
    return {
        "people": people_here(),
        "games": Game.objects.filter(status=Status.STARTED, changed_at__gt=at - IN_PLAY_FOR).count(),
        "processes": Process.objects.filter(renewed_at__gt=at - LEASE).count(),
        "database_bytes": database_bytes(),
        "tidied_at": tidied_at(),
    }


class _Day(Func):
    """The day of a time, in UTC. On SQLite Django's TruncDate calls back into Python and takes four times as long."""

    function = "DATE"
    output_field = DateField()


def games_by_day() -> list[tuple[date, str, int]]:
    """Count the games started on each of the last DAYS days, as (day, variant, number)."""
    games = Game.objects.filter(created_at__gte=_first_day()).order_by().annotate(day=_Day("created_at"))
    return list(games.values("day", "variant").annotate(number=Count("pk")).values_list("day", "variant", "number"))


def against_computers() -> list[tuple[str, tuple[int, int, int]]]:
    """Count the games against people that each computer player has won, drawn and lost, of those started in the last
    DAYS days, by its key (all robots under ""), most games first."""
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
    found = [(key, (won, drawn, lost)) for key, won, drawn, lost in rows.values_list("who", *numbers)]
    return sorted(found, key=lambda row: -sum(row[1]))


def people_here() -> int:
    """Count the people who have an open page of a game with other people, or whose game has changed within HERE_FOR."""
    now = timezone.now()
    alive = Process.objects.filter(renewed_at__gt=now - LEASE)
    here = Attendance.objects.filter(process__in=alive).filter(Q(left_at=None) | Q(left_at__gt=now))
    playing = Seat.objects.filter(game__changed_at__gt=now - HERE_FOR, player__isnull=False)
    return here.values("player").union(playing.values("player")).count()


def database_bytes() -> int:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


def tidied_at() -> datetime | None:
    """Return when `manage.py tidy` last succeeded, daily or by hand."""
    return DailyRun.objects.values_list("tidied_at", flat=True).first()


def has_sessions_of_another_key() -> bool:
    """Return whether the database has sessions but none that this site's secret key can read."""
    sessions = Session.objects.filter(expire_date__gt=timezone.now()).order_by("-expire_date")
    newest = list(sessions.values_list("session_data", flat=True)[:SESSIONS_TRIED])
    return bool(newest) and not any(map(_is_readable, newest))


def _is_readable(session_data: str) -> bool:
    store = SessionStore()
    try:
        signing.loads(session_data, salt=store.key_salt, serializer=store.serializer)
    except signing.BadSignature:
        return False
    return True


def check_everything() -> Iterator[str]:
    """Yield every problem in games and in the features' data, with its object."""
    games = games_with_seats().order_by("pk").prefetch_related(standing_moves()).iterator(chunk_size=CHUNK)
    for game, problem in check(games):
        yield f"{game.code}: {problem}"
    for part in parts():
        yield from part.problems()


def stale_invites() -> QuerySet[Game]:
    """Return invites that nobody has accepted for KEPT."""
    return Game.objects.filter(status=Status.WAITING, changed_at__lt=timezone.now() - KEPT)


def stale_offers() -> QuerySet[Game]:
    """Return finished games whose rematch offer nobody has answered for KEPT."""
    return Game.objects.filter(OFFERED, status=Status.FINISHED, changed_at__lt=timezone.now() - KEPT)


def deletable() -> dict[str, QuerySet[Any]]:
    """Return the rows to delete, in this order, because guests are idle once their invites and tournaments are gone."""
    now = timezone.now()
    before = now - KEPT
    return {
        "cancelled invites": Game.objects.filter(status=Status.CANCELLED, changed_at__lt=before),
        **{what: rows for part in parts() for what, rows in part.deletable().items()},
        "guests": Player.objects.filter(
            created_at__lt=before,
            seats=None,
            series=None,
            practice=None,
            days=None,
            robots=None,
            machines=None,
            games_with_machines=None,
            entrants=None,
            replaces=None,  # no forgotten player
        ),
        "visits": Attendance.objects.filter(left_at__lt=before),
        # With their visits, which have no end; claims look back only 7 days.
        "server processes": Process.objects.filter(renewed_at__lt=before),
        "sessions": Session.objects.filter(expire_date__lt=now),
        "wrong passwords": AccessAttempt.objects.filter(attempt_time__lt=before),
        "admin log entries": LogEntry.objects.filter(action_time__lt=now - ADMIN_LOG_KEPT),
    }


def _first_day() -> datetime:
    """Return when the first of the last DAYS days began."""
    today = timezone.now().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return today - timedelta(days=DAYS - 1)


def games_by_status() -> Rows:
    """Count the games of each kind and status."""
    fields = ("variant", "status")
    return list(Game.objects.order_by().values(*fields).annotate(number=Count("pk")).values_list(*fields, "number"))


def cached(name: str, count: Callable[[], T]) -> T:
    """Return the result of `count`, from the shared cache if possible."""
    key = f"figures:{name}"  # older releases keep other values under `house:`
    with suppress(Exception):  # each cache backend raises its own exceptions
        if (known := cache.get(key)) is not None:
            return cast(T, known)
    counted = count()
    with suppress(Exception):
        cache.set(key, counted, CACHED_FOR)
    return counted
