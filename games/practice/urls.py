"""The URLs of puzzles."""

from datetime import date

from django.urls import path, register_converter

from games.practice.views import daily, exercises, ladder


class DayConverter:
    """Matches a day such as 2026-11-22. An impossible date does not match."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
    to_python = staticmethod(date.fromisoformat)
    to_url = staticmethod(date.isoformat)


register_converter(DayConverter, "day")

urlpatterns = [
    path("practice/", exercises.next_exercise, name="exercises"),
    path("practice/<int:number>/", exercises.exercise, name="exercise"),
    path("practice/ladder/", ladder.ladder, name="ladder"),
    path("practice/ladder/<int:number>/", ladder.rung, name="rung"),
    path("day/", daily.today, name="today"),
    path("day/<day:day>/", daily.daily, name="daily"),
    path("day/<day:day>/board.png", daily.daily_picture, name="daily_picture"),
]
