"""The URLs of the home page and of a player's data."""

from django.urls import path

from games.home.views import device, site_files, start, you
from games.play import converters  # noqa: F401 - registers them

urlpatterns = [
    path("manifest.webmanifest", site_files.manifest, name="manifest"),
    path("favicon.ico", site_files.favicon, name="favicon"),
    path("robots.txt", site_files.robots, name="robots"),
    path("", start.home, name="home"),
    path("new/friend/", start.new_friend, name="new_friend"),
    path("new/computer/", start.new_computer, name="new_computer"),
    path("new/one-screen/", start.new_one_screen, name="new_one_screen"),
    path("games/", start.your_games, name="your_games"),
    path("games/<code:code>/put-away/", start.put_away, name="put_away"),
    path("name/", start.name, name="name"),
    path("you/", you.you, name="you"),
    path("you/games.jsonl", you.games, name="your_file"),
    path("you/forget/", you.forget, name="forget"),
    path("how-to-play/", start.how_to_play, name="how_to_play"),
    path("settings/", start.settings, name="settings"),
    path("prefer/", start.prefer, name="prefer"),
    path("device/", device.device, name="device"),
    path("device/<str:token>/", device.carry, name="carry"),
]
