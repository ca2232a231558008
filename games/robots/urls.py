"""The URLs of robots."""

from django.urls import path

from games.play import converters  # noqa: F401 - registers them
from games.robots import views

urlpatterns = [
    path("robots/", views.workshop, name="workshop"),
    path("robots/league/", views.league, name="league"),
    path("robots/mine/", views.mine, name="kept_robots"),
    path("robots/lesson/", views.lesson, name="lesson"),
    path("robots/<str:letters>/", views.robot, name="robot"),
    path("robots/<str:letters>/face.png", views.face, name="robot_picture"),
    path("g/<code:code>/robot/", views.of_game, name="robot_of_game"),
]
