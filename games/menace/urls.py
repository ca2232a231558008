"""The URLs of the matchbox machine."""

from django.urls import path

from games.menace import views

urlpatterns = [
    path("menace/", views.own, name="menace"),
    path("menace/machine.json", views.own_as_json, name="menace_json"),
    path("menace/everybody/", views.everybodys, name="menace_house"),
    path("menace/everybody/machine.json", views.everybodys_as_json, name="menace_house_json"),
]
