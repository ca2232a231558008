"""The people in each room, as stored by each server process."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.play.models.games import Game
from games.site.models import Player


class Process(models.Model):
    """A running server process. Its attendances and audiences count only while its lease is fresh."""

    started_at = models.DateTimeField(pgettext_lazy("time", "started"), auto_now_add=True)
    renewed_at = models.DateTimeField(_("lease renewed"), auto_now_add=True)

    class Meta:
        verbose_name = _("server process")
        verbose_name_plural = _("server processes")

    def __str__(self) -> str:
        return str(self.pk)


class Attendance(models.Model):
    """A player's visit to a game in one server process, from the first tab to the last."""

    process = models.ForeignKey(Process, verbose_name=_("server process"), on_delete=models.CASCADE)
    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE)
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE)
    # When this visit began. A brief absence does not end it.
    visit_at = models.DateTimeField(_("here since"))
    # When the last tab closed; for a polling page, the future time by which it polls again; null while a tab is open.
    left_at = models.DateTimeField(pgettext_lazy("time", "left"), null=True, blank=True)

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendances")
        constraints = [models.UniqueConstraint(fields=["process", "game", "player"], name="attendance_one_per_process")]

    def __str__(self) -> str:
        return f"{self.game} {self.player}"


class Audience(models.Model):
    """The number of a game's spectators connected to one server process."""

    process = models.ForeignKey(Process, verbose_name=_("server process"), on_delete=models.CASCADE)
    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE)
    count = models.PositiveIntegerField(_("spectators"))

    class Meta:
        verbose_name = _("audience")
        verbose_name_plural = _("audiences")
        constraints = [models.UniqueConstraint(fields=["process", "game"], name="audience_one_per_process")]

    def __str__(self) -> str:
        return f"{self.game} {self.count}"
