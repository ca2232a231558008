"""The URLs of puzzles."""

from django.urls import path

from games.practice import converters  # noqa: F401 - registers them
from games.practice.views import daily, exercises, ladder

urlpatterns = [
    path("practice/", exercises.next_exercise, name="exercises"),
    path("practice/<int:number>/", exercises.exercise, name="exercise"),
    path("practice/ladder/", ladder.ladder, name="ladder"),
    path("practice/ladder/<int:number>/", ladder.rung, name="rung"),
    path("day/", daily.today, name="today"),
    path("day/<day:day>/", daily.daily, name="daily"),
    path("day/<day:day>/board.png", daily.daily_picture, name="daily_picture"),
]
