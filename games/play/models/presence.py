"""The people in each room, as each server process has stored them."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.play.models.games import Game
from games.site.models import Player


class Process(models.Model):
    """A server process at work. Its attendances and audiences count only while its lease is fresh: see
    play/selectors/presence.py."""

    started_at = models.DateTimeField(pgettext_lazy("time", "started"), auto_now_add=True)
    renewed_at = models.DateTimeField(_("lease renewed"), auto_now_add=True)

    class Meta:
        verbose_name = _("server process")
        verbose_name_plural = _("server processes")

    def __str__(self) -> str:
        return str(self.pk)


class Attendance(models.Model):
    """A player with pages of a game open, as one server process knows it: from the first tab to the last."""

    process = models.ForeignKey(Process, verbose_name=_("server process"), on_delete=models.CASCADE)
    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE)
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE)
    # When this visit began; a page that was away for a short while only comes back to the same visit.
    visit_at = models.DateTimeField(_("here since"))
    # When the last tab closed; in the future for a page that polls and will ask again by then; nothing while here.
    left_at = models.DateTimeField(pgettext_lazy("time", "left"), null=True, blank=True)

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendances")
        constraints = [
            models.UniqueConstraint(fields=["process", "game", "player"], name="attendance_one_per_process"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.player}"


class Audience(models.Model):
    """How many sockets of spectators one server process holds for a game."""

    process = models.ForeignKey(Process, verbose_name=_("server process"), on_delete=models.CASCADE)
    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE)
    count = models.PositiveIntegerField(_("spectators"))

    class Meta:
        verbose_name = _("audience")
        verbose_name_plural = _("audiences")
        constraints = [models.UniqueConstraint(fields=["process", "game"], name="audience_one_per_process")]

    def __str__(self) -> str:
        return f"{self.game} {self.count}"
