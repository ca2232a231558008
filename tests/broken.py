"""A channel layer that is out of order."""

from channels.layers import BaseChannelLayer


class BrokenLayer(BaseChannelLayer):
    async def group_send(self, group: str, message: dict) -> None:
        raise ConnectionError("the layer is gone")
