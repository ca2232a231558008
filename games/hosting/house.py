"""The state of the site, for its host: visitors, games in play, and backups."""

from datetime import timedelta

from django.conf import settings
from django.contrib import admin
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.features import parts
from games.hosting import selectors
from games.hosting.backups.saving import last_saved
from games.hosting.words import Chart
from games.play.words import roster
from tictactoe_site.release import RELEASED, VERSION, commit

COMMIT_LENGTH = 8  # characters shown


def page(request: HttpRequest) -> HttpResponse:
    """Show the page to administrators who may see games at the desk. Raises PermissionDenied."""
    if not request.user.has_perm("games.view_game"):
        raise PermissionDenied
    today = timezone.now().date()
    computers = selectors.cached("computers", selectors.against_computers)
    days = [today - timedelta(days=ago) for ago in reversed(range(selectors.DAYS))]
    context = {
        **admin.site.each_context(request),
        "title": _("How the site is doing"),
        "now": selectors.now(),
        **{name: value for part in parts() for name, value in part.on_host_page().items()},
        "chart": Chart(days, selectors.cached("days", selectors.games_by_day)),
        "computers": [(_name_of(key), *numbers) for key, numbers in computers],
        "backup": last_saved(settings.BACKUP_DIR),
        "version": VERSION,
        "released": RELEASED,
        "commit": commit()[:COMMIT_LENGTH],
        "redis": _redis(),
    }
    return TemplateResponse(request, "hosting/house.html", context)


def _name_of(key: str) -> str:
    return roster.called(key) if key else pgettext("computer players", "Robots")


def _redis() -> str:
    if not settings.REDIS_URL:
        return _("Not in use, so there is only one process")
    try:
        cache.get("house")
    except Exception:  # the driver raises many kinds
        return _("Not responding: updates may be late")
    return _("Responding")
