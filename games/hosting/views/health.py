"""Two endpoints for monitors and load balancers: whether the process is alive, and whether it can serve.

They answer without TLS and for every Host, because a monitor runs beside the process, behind the proxy, and may know
only its address. They reveal no secret and build no links. `readyz` has threads of its own, so a hanging database
blocks nothing else.
"""

import logging
from concurrent.futures import Future, ThreadPoolExecutor, wait

from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.play.models import Game
from games.site.error_pages import unlogged

logger = logging.getLogger(__name__)

CHECK_TIMEOUT = 2.0  # seconds for both to answer
NAMES = {"database": "the database", "redis": "Redis"}
# One thread each: if the database or Redis hangs, it blocks only its own thread.
_database, _redis = (ThreadPoolExecutor(max_workers=1, thread_name_prefix="readyz") for _ in range(2))


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Report that the process is alive. Checks nothing else, so that an outage elsewhere restarts no process."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Report whether the database, and Redis if the site uses it, respond; 503 if one does not."""
    asked = {"database": _database.submit(_read)}
    if settings.REDIS_URL:
        asked["redis"] = _redis.submit(_ping)
    wait(asked.values(), CHECK_TIMEOUT)
    answers = {name: _answered(NAMES[name], future) for name, future in asked.items()}
    ready = all(answers.values())
    answer = {"ready": ready, **answers}
    return unlogged(JsonResponse(answer, status=200 if ready else 503))  # Django's log line would lack the reason


def _answered(name: str, asked: Future[None]) -> bool:
    try:
        asked.result(timeout=0)
    except Exception as failed:  # each raises its own exceptions
        asked.cancel()  # in case it is queued behind a hanging one
        logger.warning("not ready: %s does not answer (%s: %s)", name, type(failed).__name__, failed)
        return False
    return True


def _read() -> None:
    """Read from a real table, so that a database without its tables counts as not ready."""
    try:
        Game.objects.exists()
    finally:
        connections.close_all()  # this thread's own


def _ping() -> None:
    """Ping Redis on a separate connection."""
    from redis import Redis

    with Redis.from_url(
        settings.REDIS_URL, socket_timeout=CHECK_TIMEOUT, socket_connect_timeout=CHECK_TIMEOUT
    ) as redis:
        redis.ping()
