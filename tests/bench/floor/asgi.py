"""The floor with which the site is compared: a bare Channels group echo with the in-memory layer, which checks and
stores nothing."""

import django
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.urls import re_path

settings.configure(SECRET_KEY="floor", CHANNEL_LAYERS={"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}})
django.setup()


class Echo(AsyncWebsocketConsumer):
    """Send every received frame to both members of the room."""

    async def connect(self) -> None:
        self.group = self.scope["url_route"]["kwargs"]["room"]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.channel_layer.group_send(self.group, {"type": "echo", "text": text_data})

    async def echo(self, event: dict[str, str]) -> None:
        await self.send(text_data=event["text"])


application = ProtocolTypeRouter({"websocket": URLRouter([re_path(r"ws/(?P<room>\w+)/$", Echo.as_asgi())])})
