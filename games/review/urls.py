"""The URLs of a game as a file."""

from django.urls import path

from games.play import converters  # noqa: F401 - registers them
from games.review import views

urlpatterns = [
    path("open/", views.open_file, name="open"),
    path("look/", views.look, name="look"),
    path("g/<code:code>/game.json", views.export, {"as_json": True}, name="json"),
    path("g/<code:code>/game.txt", views.export, {"as_json": False}, name="text"),
]
