"""The addresses of the site."""

from django.urls import path

from games.live.verbs import VERBS
from games.web import converters  # noqa: F401 - registers the converters
from games.web.views import (
    computers,
    daily,
    device,
    exercises,
    health,
    picture,
    review,
    robots,
    room,
    site_files,
    start,
)

app_name = "games"

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
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
    path("how-to-play/", start.how_to_play, name="how_to_play"),
    path("prefer/", start.prefer, name="prefer"),
    path("open/", review.open_file, name="open"),
    path("look/", review.look, name="look"),
    path("practice/", exercises.next_exercise, name="exercises"),
    path("practice/<int:number>/", exercises.exercise, name="exercise"),
    path("day/", daily.today, name="today"),
    path("day/<day:day>/", daily.daily, name="daily"),
    path("day/<day:day>/board.png", daily.daily_picture, name="daily_picture"),
    path("device/", device.device, name="device"),
    path("device/<str:token>/", device.carry, name="carry"),
    path("opponents/", computers.opponents, name="opponents"),
    path("robots/", robots.workshop, name="workshop"),
    path("robots/league/", robots.league, name="league"),
    path("robots/<str:letters>/", robots.robot, name="robot"),
    path("robots/<str:letters>/face.png", robots.face, name="robot_picture"),
    path("watch/", computers.watch, name="watch"),
    path("new/series/", computers.new_series, name="new_series"),
    path("w/<code:code>/", computers.series, name="series"),
    path("setup/", computers.setup, name="setup"),
    path("board/<cells:cells>.png", picture.board, name="board"),
    path("g/<code:code>/", room.room, name="room"),
    path("g/<code:code>/state/", room.state, name="state"),
    path("g/<code:code>/board.png", picture.of_game, name="picture"),
    path("g/<code:code>/game.json", review.as_json, name="json"),
    path("g/<code:code>/game.txt", review.as_text, name="text"),
    path("g/<code:code>/robot/", robots.of_game, name="robot_of_game"),
    path("g/<code:code>/join/", room.join, name="join"),
    *(path(f"g/<code:code>/{verb}/", room.act, {"verb": verb}, name=verb) for verb in VERBS),
]
