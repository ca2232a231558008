"""The addresses of the websockets."""

from django.urls import path

from games.live.consumer import RoomConsumer
from games.live.overview import HostConsumer, WallConsumer
from games.live.tournament import TournamentConsumer
from games.web import converters  # noqa: F401 - registers the converter

websocket_urlpatterns = [
    path("ws/g/<code:code>/", RoomConsumer.as_asgi()),
    path("ws/t/<entry:code>/", TournamentConsumer.as_asgi()),
    path("ws/t/<entry:code>/wall/", WallConsumer.as_asgi()),
    path("ws/host/<key:key>/<entry:code>/", HostConsumer.as_asgi()),
]
