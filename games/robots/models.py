"""The robots that players keep."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.site.models import NAME_STORED, Player


class KeptRobot(models.Model):
    """A robot that a player keeps. Its games are those with its key and name in a seat. `seen_at` is when the player
    last confirmed the notice of others' wins against it."""

    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="robots")
    key = models.CharField(_("rules"), max_length=20)  # as in Seat.opponent
    name = models.CharField(_("name of a robot"), max_length=NAME_STORED)
    created_at = models.DateTimeField(pgettext_lazy("time", "created"), auto_now_add=True)
    seen_at = models.DateTimeField(_("notice confirmed"), default=timezone.now)

    class Meta:
        verbose_name = _("kept robot")
        verbose_name_plural = _("kept robots")
        constraints = [models.UniqueConstraint(fields=["player", "key", "name"], name="kept_robot_once_per_player")]

    def __str__(self) -> str:
        return f"{self.name} ({self.key})"
