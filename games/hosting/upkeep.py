"""The rows that `manage.py tidy` ends or deletes; `--dry-run` only counts them."""

from datetime import timedelta

from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from games.play.models import Attendance, Game, Process, Status
from games.play.selectors.games import OFFERED
from games.site.models import Player

KEPT = timedelta(days=14)
ADMIN_LOG_KEPT = timedelta(days=365)


def stale_invites() -> QuerySet[Game]:
    """Invites that nobody has accepted for 14 days."""
    return Game.objects.filter(status=Status.WAITING, changed_at__lt=timezone.now() - KEPT)


def stale_offers() -> QuerySet[Game]:
    """Finished games in which nobody has answered an offer of a rematch for 14 days."""
    return Game.objects.filter(OFFERED, status=Status.FINISHED, changed_at__lt=timezone.now() - KEPT)


def old_invites() -> QuerySet[Game]:
    """Cancelled invites that ended more than 14 days ago."""
    return Game.objects.filter(status=Status.CANCELLED, changed_at__lt=timezone.now() - KEPT)


def old_sign_ins() -> QuerySet[AccessAttempt]:
    """Wrong passwords of administrators from more than 14 days ago, with the addresses they came from."""
    found: QuerySet[AccessAttempt] = AccessAttempt.objects.filter(attempt_time__lt=timezone.now() - KEPT)
    return found


def old_notes() -> QuerySet[LogEntry]:
    """Entries of the admin log that are more than a year old."""
    return LogEntry.objects.filter(action_time__lt=timezone.now() - ADMIN_LOG_KEPT)


def idle_guests() -> QuerySet[Player]:
    """Players first seen more than 14 days ago who never had a game or a series, tried no puzzle, kept no robot, never
    played or owned a matchbox machine, entered no tournament and replace no forgotten player."""
    old = Player.objects.filter(created_at__lt=timezone.now() - KEPT)
    return old.filter(
        seats=None,
        series=None,
        practice=None,
        days=None,
        robots=None,
        machines=None,
        games_with_machines=None,
        entrants=None,
        replaces=None,
    )


def old_processes() -> QuerySet[Process]:
    """Server processes not renewed for 14 days. Deleting them deletes their visits too; claims look back only 7
    days."""
    return Process.objects.filter(renewed_at__lt=timezone.now() - KEPT)


def old_sessions() -> QuerySet[Session]:
    """Expired sessions, which no longer identify a player."""
    return Session.objects.filter(expire_date__lt=timezone.now())


def old_visits() -> QuerySet[Attendance]:
    """Visits that ended more than 14 days ago. Those of dead processes are deleted with the process."""
    return Attendance.objects.filter(left_at__lt=timezone.now() - KEPT)
