"""The URLs of a game's room and picture."""

from django.urls import path

from games.play import converters  # noqa: F401 - registers them
from games.play.verbs import VERBS
from games.play.views import picture, room

urlpatterns = [
    path("board/<cells:cells>.png", picture.board, name="board"),
    path("g/<code:code>/", room.room, name="room"),
    path("g/<code:code>/state/", room.state, name="state"),
    path("g/<code:code>/board.png", picture.of_game, name="picture"),
    path("g/<code:code>/join/", room.join, name="join"),
    path("g/<code:code>/ask/", room.ask, name="ask"),
    *(path(f"g/<code:code>/{verb}/", room.act, {"verb": verb}, name=verb) for verb in VERBS),
]
