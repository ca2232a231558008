"""The URLs of the site, and its error pages."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from games.features import modules

urlpatterns = [
    # These override some of the admin's own URLs.
    *(path(settings.ADMIN_PATH, include(addresses.urlpatterns)) for addresses in modules("admin_urls")),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("", include("games.urls")),
]

handler400 = "games.site.error_pages.bad_request"
handler403 = "games.site.error_pages.forbidden"
handler404 = "games.site.error_pages.not_found"
handler500 = "games.site.error_pages.server_error"
