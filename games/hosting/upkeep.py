"""The rows that `manage.py tidy` ends or deletes; `--dry-run` only counts them."""

from datetime import timedelta
from typing import Any

from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from games.features import parts
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
