"""The URLs for monitors."""

from django.urls import path

from games.hosting.views import health, metrics

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.read, name="metrics"),
]
