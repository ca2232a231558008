from django.urls import path

from games import codes, views  # noqa: F401 - codes registers the converter
from games.actions import VERBS

app_name = "games"

urlpatterns = [
    path("", views.home, name="home"),
    path("new/friend/", views.new_friend, name="new_friend"),
    path("new/computer/", views.new_computer, name="new_computer"),
    path("new/one-screen/", views.new_one_screen, name="new_one_screen"),
    path("games/", views.your_games, name="your_games"),
    path("name/", views.name, name="name"),
    path("theme/", views.theme, name="theme"),
    path("g/<code:code>/", views.room, name="room"),
    path("g/<code:code>/state/", views.state, name="state"),
    path("g/<code:code>/join/", views.join, name="join"),
    *(path(f"g/<code:code>/{verb}/", views.act, {"verb": verb}, name=verb) for verb in VERBS),
]
