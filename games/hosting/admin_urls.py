"""The URL of the host's page at the desk."""

from django.contrib import admin
from django.urls import path

from games.hosting.house import page

urlpatterns = [path("house/", admin.site.admin_view(page), name="house")]
