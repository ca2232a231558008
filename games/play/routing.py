"""The URLs of rooms' websockets."""

from django.urls import path

from games.play import converters  # noqa: F401 - registers them
from games.play.consumers import RoomConsumer

websocket_urlpatterns = [path("ws/g/<code:code>/", RoomConsumer.as_asgi())]
