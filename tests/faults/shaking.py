"""Loses, doubles and delays news between processes."""

import asyncio
import os
import random
from typing import Any

from django.apps import AppConfig

LATE = 3.0  # seconds at most


def deliveries(lot: random.Random) -> list[float]:
    """Return the delays in seconds after which to deliver a message, one for each delivery: 30 % never, 30 % twice and
    late, 30 % late, so that later messages overtake it; the others at once."""
    drawn = lot.random()
    if drawn < 0.3:
        return []
    if drawn < 0.6:
        return [lot.uniform(0, LATE), lot.uniform(0, LATE)]
    return [lot.uniform(0, LATE)] if drawn < 0.9 else [0]


class Shaking(AppConfig):
    """Disturbs each message that a process sends. SHAKEN is the random seed."""

    name = "tests.faults"
    label = "shaking"

    def ready(self) -> None:
        from games.play import news  # which needs all apps

        tell, lot, under_way = news.tell, random.Random(int(os.environ["SHAKEN"])), set[asyncio.Task[None]]()

        async def deliver(seconds: float, *told: Any) -> None:
            await asyncio.sleep(seconds)
            await tell(*told)

        async def shake(*told: Any) -> None:
            for seconds in deliveries(lot):
                task = asyncio.create_task(deliver(seconds, *told))
                under_way.add(task)
                task.add_done_callback(under_way.discard)

        news.tell = shake
