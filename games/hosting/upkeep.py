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
    """Return invites that nobody has accepted for KEPT."""
    return Game.objects.filter(status=Status.WAITING, changed_at__lt=timezone.now() - KEPT)


def stale_offers() -> QuerySet[Game]:
    """Return finished games whose rematch offer nobody has answered for KEPT."""
    return Game.objects.filter(OFFERED, status=Status.FINISHED, changed_at__lt=timezone.now() - KEPT)


def old_invites() -> QuerySet[Game]:
    """Return cancelled invites that ended more than KEPT ago."""
    return Game.objects.filter(status=Status.CANCELLED, changed_at__lt=timezone.now() - KEPT)


def old_sign_ins() -> QuerySet[AccessAttempt]:
    """Return administrators' failed sign-ins, with their addresses, that are older than KEPT."""
    found: QuerySet[AccessAttempt] = AccessAttempt.objects.filter(attempt_time__lt=timezone.now() - KEPT)
    return found


def old_admin_log_entries() -> QuerySet[LogEntry]:
    """Return entries of the admin log older than ADMIN_LOG_KEPT."""
    return LogEntry.objects.filter(action_time__lt=timezone.now() - ADMIN_LOG_KEPT)


def idle_guests() -> QuerySet[Player]:
    """Return players first seen more than KEPT ago without any game, series, puzzle, robot, matchbox machine or
    tournament, who replace no forgotten player."""
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
    """Return server processes not renewed for KEPT. Deleting them deletes their visits too; claims look back only 7
    days."""
    return Process.objects.filter(renewed_at__lt=timezone.now() - KEPT)


def old_sessions() -> QuerySet[Session]:
    """Return expired sessions."""
    return Session.objects.filter(expire_date__lt=timezone.now())


def old_visits() -> QuerySet[Attendance]:
    """Return visits that ended more than KEPT ago. Those of dead processes are deleted with the process."""
    return Attendance.objects.filter(left_at__lt=timezone.now() - KEPT)
