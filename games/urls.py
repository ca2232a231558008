"""The addresses of the site."""

from django.urls import path

from games.home.views import device, site_files, start, you
from games.hosting.views import health, metrics
from games.menace import views as menace
from games.opponents import views as computers
from games.play.verbs import VERBS
from games.play.views import picture, room
from games.practice.views import daily, exercises
from games.review import views as review
from games.robots import views as robots
from games.site import converters  # noqa: F401 - registers the converters
from games.tournaments.views import hosting, results, tournaments

app_name = "games"

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.read, name="metrics"),
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
    path("robots/lesson/", robots.lesson, name="lesson"),
    path("robots/<str:letters>/", robots.robot, name="robot"),
    path("robots/<str:letters>/face.png", robots.face, name="robot_picture"),
    path("menace/", menace.own, name="menace"),
    path("menace/machine.json", menace.own_as_json, name="menace_json"),
    path("menace/everybody/", menace.everybodys, name="menace_house"),
    path("menace/everybody/machine.json", menace.everybodys_as_json, name="menace_house_json"),
    path("watch/", computers.watch, name="watch"),
    path("new/series/", computers.new_series, name="new_series"),
    path("w/<code:code>/", computers.series, name="series"),
    path("tournament/", tournaments.set_up, name="tournament_new"),
    path("join/", tournaments.enter, name="enter"),
    path("join/<str:typed>/", tournaments.join, name="join_tournament"),
    path("t/<entry:code>/", tournaments.entrant, name="tournament"),
    path("t/<entry:code>/state/", tournaments.state, name="tournament_state"),
    path("t/<entry:code>/leave/", tournaments.leave, name="leave"),
    path("t/<entry:code>/break/", tournaments.rest, name="take_a_break"),
    path("t/<entry:code>/ready/", tournaments.ready, name="be_ready"),
    path("t/<entry:code>/come-back/", tournaments.come_back, name="come_back"),
    path("host/<key:key>/", hosting.host, name="tournament_host"),
    path("t/<entry:code>/wall/", hosting.wall, name="tournament_wall"),
    path("t/<entry:code>/results/", results.results, name="tournament_results"),
    path("t/<entry:code>/results.csv", results.table, name="tournament_table"),
    path("t/<entry:code>/games/", results.games, name="tournament_games"),
    path("t/<entry:code>/review/", results.class_review, name="class_review"),
    path("p/<entry:code>/", results.class_practice, name="class_practice"),
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
