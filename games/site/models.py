"""The model of a person."""

from datetime import timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

NAME_STORED = 80  # code points, for at most 20 visible characters: see forms.NameField


class Player(models.Model):
    """A person, identified by a session, never by an address. The name may stay empty."""

    name = models.CharField(pgettext_lazy("of a player", "name"), max_length=NAME_STORED, blank=True)
    created_at = models.DateTimeField(_("first seen"), auto_now_add=True)
    # When they last started or sent something, or opened or closed a game's page, to the hour; null in old rows.
    seen_at = models.DateTimeField(_("last seen"), null=True, blank=True, editable=False)
    # Whether only administrators may change the name.
    name_locked = models.BooleanField(_("name locked"), default=False, db_default=False)
    # Whether the player may not start games, join them or move.
    blocked = models.BooleanField(_("blocked"), default=False, db_default=False)
    # A digest of the browser's CSRF secret when it made this guest, so that a double click makes one guest.
    made_by = models.CharField(_("made by"), max_length=64, unique=True, null=True, blank=True, editable=False)
    # How many times the player has been moved to another device. A link contains it, so it works only once.
    carried = models.PositiveIntegerField(_("times carried to another device"), default=0)
    # The nameless player who takes over the games of this player, who is being forgotten.
    replaced_by = models.OneToOneField(
        "self",
        verbose_name=_("replaced by"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="replaces",
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [models.Index(fields=["id"], condition=models.Q(blocked=True), name="player_blocked")]

    def __str__(self) -> str:
        return self.name or _("Guest %(number)s") % {"number": self.pk}

    @property
    def is_new(self) -> bool:
        """Whether the player was first seen less than a day ago. A browser without cookies is always new."""
        return timezone.now() - self.created_at < timedelta(days=1)
