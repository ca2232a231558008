"""The app as Django registers it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tic-tac-toe")
    default_auto_field = "django.db.models.BigAutoField"
