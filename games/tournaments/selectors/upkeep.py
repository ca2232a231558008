"""Queries for tournaments to end or delete, and for names to wipe."""

from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.tournaments.models import Entrant, Phase, Tournament

NAMES_KEPT = timedelta(days=30)
ABANDONED_AFTER = timedelta(days=14)


def empty_tournaments() -> QuerySet[Tournament]:
    """Return the tournaments without matches that ended more than NAMES_KEPT ago."""
    return Tournament.objects.filter(matches=None, over_at__lt=timezone.now() - NAMES_KEPT)


def abandoned_tournaments() -> QuerySet[Tournament]:
    """Return the tournaments that have waited to start, or been paused, for more than ABANDONED_AFTER."""
    long_ago = timezone.now() - ABANDONED_AFTER
    return Tournament.objects.filter(Q(phase=Phase.WAITING, created_at__lt=long_ago) | Q(paused_at__lt=long_ago))


def names_to_wipe() -> QuerySet[Entrant]:
    """Return the named entrants of tournaments that ended more than NAMES_KEPT ago, unless the host keeps names."""
    over = Tournament.objects.filter(keep_names=False, over_at__lt=timezone.now() - NAMES_KEPT)
    return Entrant.objects.filter(tournament__in=over.values("pk")).exclude(name="")
