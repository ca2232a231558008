from django.urls import path

from games import codes  # noqa: F401 - registers the converter
from games.consumers import RoomConsumer

websocket_urlpatterns = [path("ws/g/<code:code>/", RoomConsumer.as_asgi())]
