"""Matchbox machines, and the game that each player has with one."""

from typing import Final

from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.play.models.games import Side
from games.site.models import Player

LESSONS: Final = (1, 10, 100)  # games that a computer player may teach a machine at once


class Menace(models.Model):
    """A machine as it has learnt so far: a player's own, or that of the house, which has no player.

    `version` rises with every change, and is the token of compare-and-set. A machine that has lost all beads of its
    first box gives up forever; the machine of the house then starts over, as a new generation.
    """

    player = models.ForeignKey(
        Player, verbose_name=_("player"), null=True, blank=True, on_delete=models.CASCADE, related_name="machines"
    )
    version = models.PositiveIntegerField(_("version"), default=0)
    beads = models.TextField(_("beads"), default="{}")  # as engine.menace.write writes them
    # The results of this generation's games, and how often best play beat it after so many of them: see
    # menace/learning_curve.py.
    won = models.PositiveIntegerField(_("games won"), default=0)
    drawn = models.PositiveIntegerField(_("games drawn"), default=0)
    lost = models.PositiveIntegerField(_("games lost"), default=0)
    curve = models.JSONField(_("curve"), default=list, blank=True)
    generation = models.PositiveIntegerField(_("generation"), default=1)
    earlier_games = models.PositiveIntegerField(_("games of earlier generations"), default=0)

    class Meta:
        verbose_name = _("matchbox machine")
        verbose_name_plural = _("matchbox machines")
        constraints = [
            # The house counts as a player here: one machine for each.
            models.UniqueConstraint(Coalesce("player", Value(0)), name="menace_one_per_player_and_house"),
        ]

    def __str__(self) -> str:
        return str(self.player or _("Everybody’s machine"))

    @property
    def games(self) -> int:
        """How many games of this generation it has learnt from."""
        return self.won + self.drawn + self.lost


class MenaceGame(models.Model):
    """The game that a player has with a machine: the one in play, or the last one that taught it something.

    `number` is the place of a game that is over among those of its generation. `boxes` are the boxes that the machine
    drew from, each as its heaps: as they were then, and once the game is over as they are since. `before` are the beads
    that the heaps drawn from had before the machine learnt. If the player let a computer player play, `teacher` is its
    key, this was the last of the games, and `results` counts all of them: won, drawn and lost.
    """

    machine = models.ForeignKey(
        Menace, verbose_name=_("matchbox machine"), on_delete=models.CASCADE, related_name="players_games"
    )
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="games_with_machines"
    )
    version = models.PositiveIntegerField(_("version"), default=0)
    record = models.CharField(_("moves"), max_length=9, blank=True)
    number = models.PositiveIntegerField(_("number of the game"), null=True, blank=True)
    winner = models.CharField(_("winner"), max_length=1, choices=Side, blank=True)
    boxes = models.JSONField(_("boxes"), default=list, blank=True)
    before = models.JSONField(_("beads before"), default=list, blank=True)
    teacher = models.CharField(_("computer player"), max_length=20, blank=True)
    results = models.JSONField(pgettext_lazy("of several games", "results"), default=list, blank=True)

    class Meta:
        verbose_name = _("game with a machine")
        verbose_name_plural = _("games with machines")
        constraints = [
            models.UniqueConstraint(fields=["machine", "player"], name="menace_game_one_per_player"),
            models.CheckConstraint(
                name="menace_game_winner_only_when_over", condition=Q(winner="") | Q(number__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.machine} {self.record}"

    @property
    def over(self) -> bool:
        return self.number is not None

    @property
    def in_play(self) -> bool:
        """Whether the machine waits for the player. It moves first, so a game without moves has not begun."""
        return bool(self.record) and not self.over
