"""An in-memory channel layer, for a site of one process."""

import asyncio
from contextlib import suppress
from typing import Any

from channels.layers import InMemoryChannelLayer


class MemoryLayer(InMemoryChannelLayer):
    """Hands the same message object to all receivers. Channels' own layer copies it for each receiver, and on every
    send scans all channels for expired messages."""

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
