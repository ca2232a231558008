"""The sign-in to the review desk."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from games.site import identity, limits


def sign_in(request: HttpRequest) -> HttpResponse:
    """The admin's sign-in. Checking a password costs as much as many pages, so each address gets few attempts over all
    names."""
    if request.method == "POST":
        limits.take(limits.SIGNING_IN, identity.address_of(request))
    return admin.site.login(request)
