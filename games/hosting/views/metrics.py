"""The figures of this process and of the whole site, for Prometheus, readable only with permission: by a token or from
an address. The address is ignored if a proxy has forwarded the request, because then everyone has the proxy's address.
Prometheus scrapes each process directly, without the proxy and TLS."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.features import Figure
from games.hosting import selectors
from games.hosting.backups.saving import last_saved
from games.hosting.selectors import Rows
from games.site import metrics
from games.site.monitors import may_read
from tictactoe_site.release import RELEASED, VERSION, commit, release

with suppress(ImportError):
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

WITHOUT_CLIENT = "This site counts nothing without prometheus-client: pip install -r requirements-scale.txt."
DATABASE_TIMEOUT = 5.0  # seconds for the database to answer: half of Prometheus' timeout
# A separate thread, so that neither requests nor sockets wait for a hanging database.
_asking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="metrics")


@never_cache
def read(request: HttpRequest) -> HttpResponse:
    """Return the figures; 404 for anyone not allowed to read them."""
    if not may_read(request):
        raise Http404
    return _read(request)


@require_safe
def _read(request: HttpRequest) -> HttpResponse:
    if not metrics.COUNTED:
        return HttpResponse(WITHOUT_CLIENT, status=404, content_type="text/plain")
    asked = _asking.submit(_ask)
    try:
        up, figures = asked.result(DATABASE_TIMEOUT)
    except Exception:  # each backend raises its own exceptions; return the other figures
        asked.cancel()  # in case it is queued behind a hanging one
        up, figures = False, []
    body = generate_latest() + generate_latest(_of_the_site(up, figures))
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST)


def _ask() -> tuple[bool, list[tuple[Figure, Rows]]]:
    """Return whether the database responds, and the features' figures, none if counting timed out."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        try:
            return True, selectors.figures()
        except DatabaseError:
            return True, []
    finally:
        connections.close_all()  # this thread's own


def _of_the_site(up: bool, figures: list[tuple[Figure, Rows]]) -> "CollectorRegistry":
    """Return the figures of the whole site."""
    made = CollectorRegistry()
    gauge = partial(Gauge, namespace="tictactoe", registry=made)
    named = {"version": VERSION, "released": RELEASED, "commit": commit(), "files": release()}
    gauge("release_info", "Always 1; the labels name the release.", [*named]).labels(**named).set(1)
    gauge("database_up", "1 if the database has answered this time, else 0.").set(up)
    for figure, rows in figures:
        if rows:
            counted = gauge(figure.name, figure.about, figure.labels)
            for *labels, count in rows:
                (counted.labels(*labels) if labels else counted).set(count)
    if saved := last_saved(settings.BACKUP_DIR):
        gauge("backup_timestamp_seconds", "When the newest daily backup in BACKUP_DIR was made.").set(saved.timestamp())
    return made
