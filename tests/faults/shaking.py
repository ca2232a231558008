"""News of a site shaken up on its way."""

import asyncio
import random
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer

LATE = 3.0  # seconds at most


def deliveries(lot: random.Random) -> list[float]:
    """After how many seconds a piece of news comes, and how often: 30 % never, 30 % twice and late, 30 % late, which
    puts it behind what follows; the others at once."""
    drawn = lot.random()
    if drawn < 0.3:
        return []
    if drawn < 0.6:
        return [lot.uniform(0, LATE), lot.uniform(0, LATE)]
    return [lot.uniform(0, LATE)] if drawn < 0.9 else [0]


class ShakenLayer(RedisPubSubChannelLayer):
    """The channel layer of a site of several processes; `seed` is for the lot drawn for each message."""

    def __init__(self, *, seed: int, **options: Any) -> None:
        super().__init__(**options)
        self.lot = random.Random(seed)
        self.under_way: set[asyncio.Task[None]] = set()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        send = self.__getattr__("group_send")

        async def deliver(seconds: float) -> None:
            await asyncio.sleep(seconds)
            await send(group, message)

        for seconds in deliveries(self.lot):
            task = asyncio.create_task(deliver(seconds))
            self.under_way.add(task)
            task.add_done_callback(self.under_way.discard)
