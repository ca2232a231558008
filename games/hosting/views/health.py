"""Two addresses that tell monitors and load balancers whether the process is alive and whether it can serve.

They have no slash at their end, and are answered without TLS and for every Host: a monitor stands beside the process,
not before the proxy, and may know it by its address alone. They tell no secret and make no link. They have
threads of their own, so a database that hangs blocks nobody else.
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
# A thread for each: a database or a Redis that hangs keeps it busy, and nothing else waits behind it.
_database, _redis = (ThreadPoolExecutor(max_workers=1, thread_name_prefix="readyz") for _ in range(2))


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process is alive. Asks nothing else, so that an outage elsewhere gets no process restarted."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answers whether the database and Redis answer; 503 if one does not."""
    reading, pinging = _database.submit(_read), _redis.submit(_ping)
    wait((reading, pinging), CHECK_TIMEOUT)
    database, redis = _answered("the database", reading), _answered("Redis", pinging)
    ready = database and redis
    answer = {"ready": ready, "database": database, "redis": redis}
    return unlogged(JsonResponse(answer, status=200 if ready else 503))  # Django's line would have no reason


def _answered(name: str, asked: Future[None]) -> bool:
    try:
        asked.result(timeout=0)
    except Exception as failed:  # each has its own
        asked.cancel()  # requests queued behind one that hangs
        logger.warning("not ready: %s does not answer (%s: %s)", name, type(failed).__name__, failed)
        return False
    return True


def _read() -> None:
    """Read from a real table, so that a database without its tables counts as none."""
    try:
        Game.objects.exists()
    finally:
        connections.close_all()  # this thread's own


def _ping() -> None:
    """Ask on a connection of its own. One process alone has no Redis, and lacks nothing."""
    if settings.REDIS_URL:
        from redis import Redis

        with Redis.from_url(
            settings.REDIS_URL, socket_timeout=CHECK_TIMEOUT, socket_connect_timeout=CHECK_TIMEOUT
        ) as redis:
            redis.ping()
