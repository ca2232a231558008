"""A channel layer in memory, for a site of one process."""

import asyncio
from contextlib import suppress
from typing import Any

from channels.layers import InMemoryChannelLayer


class MemoryLayer(InMemoryChannelLayer):
    """Channels' layer in memory, which hands the same message to all who hear it. Its own copies the message for each,
    and goes through every socket of the process each time, to find what nobody has taken."""

    async def new_channel(self, prefix: str = "specific.") -> str:
        channel: str = await super().new_channel(prefix)
        self.channels[channel] = asyncio.Queue(self.get_capacity(channel))
        return channel

    async def receive(self, channel: str) -> dict[str, Any]:
        try:
            _until, message = await self.channels[channel].get()
        except asyncio.CancelledError:  # the socket has ended
            del self.channels[channel]
            raise
        return message

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        for channel in self.groups.get(group, ()):
            if channel in self.channels:
                with suppress(asyncio.QueueFull):
                    self.channels[channel].put_nowait((0, message))
