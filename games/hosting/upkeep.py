"""What upkeep ends, deletes or judges, as `services` does it and `manage.py tidy --dry-run` counts it."""

from datetime import timedelta

from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.engine.variants import VARIANTS
from games.play.models import Attendance, Game, Process, Status
from games.play.selectors.games import OFFERED
from games.site.models import Player
from games.tournaments.models import Entrant, Phase, Tournament

KEPT = timedelta(days=14)
NAMES_KEPT = timedelta(days=30)
NOTES_KEPT = timedelta(days=365)
SOLVED = [key for key, variant in VARIANTS.items() if variant.solver]


def stale_invites() -> QuerySet[Game]:
    """Invites that nobody has taken for 14 days."""
    return Game.objects.filter(status=Status.WAITING, changed_at__lt=timezone.now() - KEPT)


def stale_offers() -> QuerySet[Game]:
    """Finished games in which nobody has answered an offer of a rematch for 14 days."""
    return Game.objects.filter(OFFERED, status=Status.FINISHED, changed_at__lt=timezone.now() - KEPT)


def old_invites() -> QuerySet[Game]:
    """Invites that nobody took, and that were over 14 days ago: games without a move."""
    return Game.objects.filter(status=Status.CANCELLED, changed_at__lt=timezone.now() - KEPT)


def empty_tournaments() -> QuerySet[Tournament]:
    """Tournaments in which nobody met anybody, and that were over 30 days ago."""
    return Tournament.objects.filter(matches=None, over_at__lt=timezone.now() - NAMES_KEPT)


def old_sign_ins() -> QuerySet[AccessAttempt]:
    """Wrong passwords of administrators from more than 14 days ago, with the addresses they came from."""
    found: QuerySet[AccessAttempt] = AccessAttempt.objects.filter(attempt_time__lt=timezone.now() - KEPT)
    return found


def old_notes() -> QuerySet[LogEntry]:
    """What administrators did more than a year ago."""
    return LogEntry.objects.filter(action_time__lt=timezone.now() - NOTES_KEPT)


def idle_guests() -> QuerySet[Player]:
    """Players first seen more than 14 days ago who never had a game or a series, did no exercise, never met a machine
    of matchboxes and entered no tournament."""
    old = Player.objects.filter(created_at__lt=timezone.now() - KEPT)
    return old.filter(
        seats=None,
        series=None,
        practice=None,
        days=None,
        machines=None,
        games_with_machines=None,
        entrants=None,
        replaces=None,
    )


def forgotten_tournaments() -> QuerySet[Tournament]:
    """Tournaments that have waited to be started, or stood still, for more than 14 days."""
    long_ago = timezone.now() - KEPT
    return Tournament.objects.filter(Q(phase=Phase.WAITING, created_at__lt=long_ago) | Q(paused_at__lt=long_ago))


def names_to_wipe() -> QuerySet[Entrant]:
    """The people of tournaments that were over 30 days ago, whose host did not choose to keep their names."""
    over = Tournament.objects.filter(keep_names=False, over_at__lt=timezone.now() - NAMES_KEPT)
    return Entrant.objects.filter(tournament__in=over.values("pk")).exclude(name="")


def old_processes() -> QuerySet[Process]:
    """Server processes not renewed for 14 days. Deleting them deletes their visits too; claims look back only 7
    days."""
    return Process.objects.filter(renewed_at__lt=timezone.now() - KEPT)


def old_sessions() -> QuerySet[Session]:
    """Expired sessions, by which nobody is known any more."""
    return Session.objects.filter(expire_date__lt=timezone.now())


def old_visits() -> QuerySet[Attendance]:
    """Visits that ended more than 14 days ago. Those of dead processes go with the process."""
    return Attendance.objects.filter(left_at__lt=timezone.now() - KEPT)


def unjudged_games() -> QuerySet[Game]:
    """Finished games of solved variants that have no verdicts."""
    return Game.objects.filter(status=Status.FINISHED, x_mistakes=None, variant__in=SOLVED)
