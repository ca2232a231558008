"""The sign-in to the review desk."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import path

from games.site import identity, limits


def sign_in(request: HttpRequest) -> HttpResponse:
    """The admin's sign-in. Checking a password costs as much as serving many pages, so the attempts of each address are
    limited, across all user names."""
    if request.method == "POST":
        limits.take(limits.SIGNING_IN, identity.address_of(request))
    return admin.site.login(request)


urlpatterns = [path("login/", sign_in)]
