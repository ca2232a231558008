"""Store arrivals, departures and turns in the past."""

from datetime import timedelta

from django.utils import timezone

from games.play.models import Attendance, Game, Process
from games.play.selectors.games import games_by_code
from games.play.selectors.presence import Presence, presences_of
from games.site.models import Player

LONG, DAY = 3_600, 24 * 3_600  # seconds


def presence_of(code: str) -> Presence:
    return presences_of(games_by_code([code]).values())[code]


def ago(seconds: float):
    return timezone.now() - timedelta(seconds=seconds)


def process(*, started: float = LONG, renewed: float = 0) -> int:
    """Store a server process that started and renewed its lease this many seconds ago. Return its id."""
    made = Process.objects.create()
    Process.objects.filter(pk=made.pk).update(started_at=ago(started), renewed_at=ago(renewed))
    return made.pk


def visit(at: int, game: Game, who: Player, *, arrived: float, left: float | None = None) -> None:
    """Store a visit recorded by a process, with its arrival and departure in seconds ago."""
    left_at = None if left is None else ago(left)
    Attendance.objects.create(process_id=at, game=game, player=who, visit_at=ago(arrived), left_at=left_at)


def turned(game: Game, seconds: float) -> None:
    """Store that the turn changed this many seconds ago."""
    Game.objects.filter(pk=game.pk).update(turned_at=ago(seconds))
