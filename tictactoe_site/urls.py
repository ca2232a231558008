from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from games.admin import house
from games.web.views import desk

urlpatterns = [
    path(f"{settings.ADMIN_PATH}login/", desk.sign_in),  # before the desk's own, in its place
    path(f"{settings.ADMIN_PATH}house/", admin.site.admin_view(house.page), name="house"),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("", include("games.web.urls")),
]

handler400 = "games.web.views.errors.bad_request"
handler403 = "games.web.views.errors.forbidden"
handler404 = "games.web.views.errors.not_found"
handler500 = "games.web.views.errors.server_error"
