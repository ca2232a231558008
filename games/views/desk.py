"""Leaving the review desk."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from games import identity


def sign_out(request: HttpRequest) -> HttpResponse:
    """The desk's own "Log out", which ends the session. The administrator goes; the player of this browser stays."""
    player = identity.player_of(request)
    response = admin.site.logout(request)
    if player and request.method == "POST":
        identity.remember(request, player)
    return response
