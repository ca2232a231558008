from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from games.desk import views as desk
from games.hosting import admin as house

urlpatterns = [
    path(f"{settings.ADMIN_PATH}login/", desk.sign_in),  # before the desk's own, in its place
    path(f"{settings.ADMIN_PATH}house/", admin.site.admin_view(house.page), name="house"),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("", include("games.urls")),
]

handler400 = "games.site.error_pages.bad_request"
handler403 = "games.site.error_pages.forbidden"
handler404 = "games.site.error_pages.not_found"
handler500 = "games.site.error_pages.server_error"
