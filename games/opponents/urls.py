"""The URLs of the computer players."""

from django.urls import path

from games.opponents import views
from games.play import converters  # noqa: F401 - registers them

urlpatterns = [
    path("opponents/", views.opponents, name="opponents"),
    path("watch/", views.watch, name="watch"),
    path("new/series/", views.new_series, name="new_series"),
    path("w/<code:code>/", views.series, name="series"),
    path("setup/", views.setup, name="setup"),
]
