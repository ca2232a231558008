"""The cost of news to other processes: messages and CPU for each move at human pace."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

from redis.asyncio import Redis

from tests.bench.client import Tally, play_round
from tests.bench.servers import Site

GAMES = 128
PAUSE = 0.5  # seconds between two moves of a game


async def measured(site: Site, processes: int, *, apart: bool) -> dict[str, Any]:
    """A row. The players of each game connect to one process, chosen by the proxy, or to two different ones if
    `apart`."""
    site.apart = apart
    await play_round(site, GAMES, Tally(), PAUSE / 10)  # warms up
    tally = Tally()
    async with Redis.from_url(site.environment["REDIS_URL"]) as redis:
        before = await redis.info("commandstats")
        async with overheard(redis) as heard:
            await play_round(site, GAMES, tally, PAUSE)
        after = await redis.info("commandstats")
    asked = sum(calls(after, command) - calls(before, command) for command in ("publish", "pubsub|numsub"))
    return {
        "processes": processes,
        "people of a game": "at two processes" if apart else "at one process",
        "moves": tally.plies,
        "commands to Redis/move": asked / tally.plies,
        "messages to processes/move": heard.total() / tally.plies,
        "CPU ms/move": tally.cpu / tally.plies * 1e3,
        "Redis CPU ms/move": tally.beside["redis"] / tally.plies * 1e3,
    }


@contextlib.asynccontextmanager
async def overheard(redis: Redis) -> AsyncIterator[Counter[bytes]]:
    """Count how many processes receive each message, by channel. The listeners of a channel do not change meanwhile."""
    heard, listeners = Counter[bytes](), dict[bytes, int]()

    async def listen() -> None:
        async for message in pubsub.listen():
            channel = message["channel"]
            if channel not in listeners:
                listeners.update(await redis.pubsub_numsub(channel))
            heard[channel] += listeners[channel]

    async with redis.pubsub(ignore_subscribe_messages=True) as pubsub:
        await pubsub.psubscribe("*")
        listening = asyncio.create_task(listen())
        yield heard
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


def calls(stats: dict[str, Any], command: str) -> int:
    return int(stats.get(f"cmdstat_{command}", {}).get("calls", 0))
