"""The URLs of tournaments' websockets."""

from django.urls import path

from games.tournaments import converters  # noqa: F401 - registers them
from games.tournaments.consumers import TournamentConsumer
from games.tournaments.overview_consumers import HostConsumer, WallConsumer

websocket_urlpatterns = [
    path("ws/t/<entry:code>/", TournamentConsumer.as_asgi()),
    path("ws/t/<entry:code>/wall/", WallConsumer.as_asgi()),
    path("ws/host/<key:key>/<entry:code>/", HostConsumer.as_asgi()),
]
