"""The URL of the desk's sign-in."""

from django.urls import path

from games.desk import views

urlpatterns = [path("login/", views.sign_in)]
