"""Matchbox machines, and the game that each player has with one."""

from typing import Final

from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.play.models.games import Side
from games.site.models import Player

LESSONS: Final = (1, 10, 100)  # the numbers of games to choose from when a computer player teaches a machine


class Menace(models.Model):
    """A machine: a player's own, or the house's, which has no player.

    `version` is the compare-and-set token. A machine without beads in its first box has given up for good; the house's
    machine then starts over as a new generation.
    """

    player = models.ForeignKey(
        Player, verbose_name=_("player"), null=True, blank=True, on_delete=models.CASCADE, related_name="machines"
    )
    version = models.PositiveIntegerField(_("version"), default=0)
    beads = models.TextField(_("beads"), default="{}")  # written by machine.write
    # The results of this generation's games, and their learning curves: see menace/learning_curve.py. `curve` is for
    # the best exploiter, `blind_curve` for perfect and for random play, which do not see the beads.
    won = models.PositiveIntegerField(_("games won"), default=0)
    drawn = models.PositiveIntegerField(_("games drawn"), default=0)
    lost = models.PositiveIntegerField(_("games lost"), default=0)
    curve = models.JSONField(_("curve"), default=list, blank=True)
    # The database default is for processes of an earlier release, which omit the column.
    blind_curve = models.JSONField(
        _("curve without sight of the beads"), default=list, blank=True, db_default=Value([], models.JSONField())
    )
    generation = models.PositiveIntegerField(_("generation"), default=1)
    earlier_games = models.PositiveIntegerField(_("games of earlier generations"), default=0)

    class Meta:
        verbose_name = _("matchbox machine")
        verbose_name_plural = _("matchbox machines")
        constraints = [
            # One machine for each player and one for the house.
            models.UniqueConstraint(Coalesce("player", Value(0)), name="menace_one_per_player_and_house"),
        ]

    def __str__(self) -> str:
        return str(self.player or _("Everyone’s machine"))

    @property
    def games(self) -> int:
        """The number of games of this generation that it has learnt from."""
        return self.won + self.drawn + self.lost


class MenaceGame(models.Model):
    """A player's game with a machine: the one in play, or else the last one.

    `number` is its place among the finished games of its generation, from 1; None while it is in play. `boxes` has the
    heaps of each box that the machine drew from: at the time of the draw or, once the game is over, after the lesson.
    `before` has the number of beads, before the lesson, of each heap drawn from. If a computer player taught the
    machine, `teacher` is its key, this row holds the last game, and `results` counts all of them: won, drawn and lost.
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
        """Whether it is the player's turn. The machine moves first, so a game without moves has not started."""
        return bool(self.record) and not self.over
