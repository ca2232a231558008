"""The entrance to the review desk."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from games.site import identity, limits


def sign_in(request: HttpRequest) -> HttpResponse:
    """The desk's own "Log in". A try costs as much as many pages, so an address has few, for any names."""
    if request.method == "POST":
        limits.take(limits.SIGNING_IN, identity.address_of(request))
    return admin.site.login(request)
