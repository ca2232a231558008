"""The URLs of tournaments."""

from django.urls import path

from games.tournaments import converters  # noqa: F401 - registers them
from games.tournaments.services import breaks
from games.tournaments.services import tournaments as services
from games.tournaments.views import hosting, results, tournaments

urlpatterns = [
    path("tournament/", tournaments.set_up, name="tournament_new"),
    path("join/", tournaments.enter, name="enter"),
    path("join/<str:typed>/", tournaments.join, name="join_tournament"),
    path("t/<entry:code>/", tournaments.entrant, name="tournament"),
    path("t/<entry:code>/state/", tournaments.state, name="tournament_state"),
    path("t/<entry:code>/leave/", tournaments.act, {"verb": services.leave}, name="leave"),
    path("t/<entry:code>/break/", tournaments.act, {"verb": breaks.take_a_break}, name="take_a_break"),
    path("t/<entry:code>/ready/", tournaments.act, {"verb": breaks.be_ready}, name="be_ready"),
    path("t/<entry:code>/more-time/", tournaments.act, {"verb": breaks.ask_for_more_time}, name="more_time"),
    path("t/<entry:code>/come-back/", tournaments.act, {"verb": services.come_back}, name="come_back"),
    path("host/<key:key>/", hosting.host, name="tournament_host"),
    path("t/<entry:code>/wall/", hosting.wall, name="tournament_wall"),
    path("t/<entry:code>/results/", results.results, name="tournament_results"),
    path("t/<entry:code>/results.csv", results.table, name="tournament_table"),
    path("t/<entry:code>/games/", results.games, name="tournament_games"),
    path("t/<entry:code>/review/", results.class_review, name="class_review"),
    path("p/<entry:code>/", results.class_practice, name="class_practice"),
]
