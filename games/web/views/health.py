"""Two addresses that tell monitors and load balancers whether the process is alive and whether it can serve.

They have no slash at their end, and are answered without TLS and for every Host: a monitor stands beside the process,
not before the proxy, and may know it by its address alone. They tell no secret and make no link.
"""

import asyncio
import logging
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.asyncio import Redis

from games.models import Game
from games.web.views.errors import unlogged

logger = logging.getLogger(__name__)

PATIENCE = 2.0  # seconds for each to answer
# A thread of its own: a database that hangs keeps it busy, and neither requests nor sockets wait behind it.
_asking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="readyz")


@never_cache
@require_safe
async def healthz(request: HttpRequest) -> HttpResponse:
    """Answers that the process is alive. Asks nothing else, so that an outage elsewhere gets no process restarted."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
async def readyz(request: HttpRequest) -> HttpResponse:
    """Answers whether the database and Redis answer; 503 if one does not."""
    database, redis = await asyncio.gather(_answers("the database", _ask_database()), _answers("Redis", _ask_redis()))
    ready = database and redis
    answer = {"ready": ready, "database": database, "redis": redis}
    return unlogged(JsonResponse(answer, status=200 if ready else 503))  # Django's line would have no reason


async def _answers(name: str, asked: Awaitable[None]) -> bool:
    try:
        await asyncio.wait_for(asked, PATIENCE)
    except Exception as failed:  # each has its own
        logger.warning("not ready: %s does not answer (%s: %s)", name, type(failed).__name__, failed)
        return False
    return True


async def _ask_database() -> None:
    await asyncio.get_running_loop().run_in_executor(_asking, _read)


def _read() -> None:
    """Reads from a real table, so that a database without its tables counts as none."""
    try:
        Game.objects.exists()
    finally:
        connections.close_all()  # this thread's own


async def _ask_redis() -> None:
    """Asks on a connection of its own. One process alone has no Redis, and lacks nothing."""
    if settings.REDIS_URL:
        async with Redis.from_url(settings.REDIS_URL, socket_connect_timeout=PATIENCE) as redis:
            await redis.ping()
