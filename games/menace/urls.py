"""The URLs of the matchbox machine."""

from django.urls import path

from games.menace import views

urlpatterns = [
    path("menace/", views.machine, {"house": False}, name="menace"),
    path("menace/machine.json", views.as_json, {"house": False}, name="menace_json"),
    path("menace/everybody/", views.machine, {"house": True}, name="menace_house"),
    path("menace/everybody/machine.json", views.as_json, {"house": True}, name="menace_house_json"),
]
