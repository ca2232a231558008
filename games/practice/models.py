"""Players' progress with puzzles and daily puzzles. Each Daily row has its streak, so no query walks through days."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.play.models.games import LONGEST_MOVE, LONGEST_POSITION, variant_field
from games.site.models import Player


class Practice(models.Model):
    """A player's progress with one puzzle of a game: the number of wrong moves, when it was solved, its box (see
    `repetition`), and when it was last answered."""

    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="practice")
    variant = variant_field()
    cells = models.CharField(_("position"), max_length=LONGEST_POSITION)
    wrong = models.PositiveSmallIntegerField(_("wrong moves"), default=0)
    solved_at = models.DateTimeField(pgettext_lazy("time", "solved"), null=True, blank=True)
    box = models.PositiveSmallIntegerField(_("box"), default=0, db_default=0)
    answered_at = models.DateTimeField(pgettext_lazy("time", "answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("practice")
        verbose_name_plural = pgettext_lazy("several", "practice")
        constraints = [
            models.UniqueConstraint(fields=["player", "variant", "cells"], name="practice_once_per_exercise")
        ]
        indexes = [models.Index(fields=["player", "-answered_at"], name="practice_answered")]

    def __str__(self) -> str:
        return f"{self.player} {self.cells}"


class Daily(models.Model):
    """A player's progress with one day's puzzle: the number of wrong moves, the first of them, and when it was solved.

    `streak` is the number of consecutive days, up to this one, whose puzzles were solved on the day; 0 if this one was
    not. `first_try_streak` is the same for puzzles solved without a wrong move.
    """

    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="days")
    variant = variant_field()
    day = models.DateField(_("day"))
    wrong = models.PositiveSmallIntegerField(_("wrong moves"), default=0)
    first_wrong = models.CharField(
        _("first wrong move"), max_length=LONGEST_MOVE, blank=True, default="", db_default=""
    )
    found_at = models.DateTimeField(pgettext_lazy("time", "found"), null=True, blank=True)
    streak = models.PositiveIntegerField(_("days in a row"), default=0)
    first_try_streak = models.PositiveIntegerField(_("days in a row on the first try"), default=0, db_default=0)

    class Meta:
        verbose_name = _("daily puzzle")
        verbose_name_plural = _("daily puzzles")
        indexes = [models.Index(fields=["day", "first_wrong"], name="daily_wrong_moves")]
        constraints = [
            models.UniqueConstraint(fields=["player", "variant", "day"], name="daily_once_per_day"),
            models.CheckConstraint(
                name="daily_streak_only_when_found", condition=Q(streak=0) | Q(found_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.day}"

    @property
    def on_first_try(self) -> bool:
        """Whether it was solved without a wrong move."""
        return self.found_at is not None and not self.wrong


class Climb(models.Model):
    """A rung of a game's ladder that a player has climbed: a forced win in `moves` of the winner's moves."""

    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="climbs")
    variant = variant_field()
    moves = models.PositiveSmallIntegerField(_("moves"))
    climbed_at = models.DateTimeField(pgettext_lazy("time", "climbed"), auto_now_add=True)

    class Meta:
        verbose_name = _("climbed rung")
        verbose_name_plural = _("climbed rungs")
        constraints = [models.UniqueConstraint(fields=["player", "variant", "moves"], name="climb_once_per_rung")]

    def __str__(self) -> str:
        return f"{self.player} {self.variant} {self.moves}"
