from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]

handler400 = "games.views.bad_request"
handler403 = "games.views.forbidden"
handler404 = "games.views.not_found"
handler500 = "games.views.server_error"
