"""Tournaments, their entrants and their matches."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.play.models.games import CODE_ALPHABET, LONGEST_POSITION, variant_field
from games.site.models import NAME_STORED, Player

ENTRY_LENGTH = 6
OLD_ENTRY_LENGTH = 5  # the length of codes made by earlier releases
KEY_LENGTH = 24
MOVE_SECONDS = (15, 30, 60)  # for a move
LANGUAGE_LENGTH = 16  # characters of its code
MIN_MINUTES = 5
MAX_MINUTES = 60  # at creation
MAX_EXTENDED_MINUTES = 180  # including extensions


def new_entry() -> str:
    """Return a code to type from the big screen: short, because it only lets people join, and guesses are limited."""
    return get_random_string(ENTRY_LENGTH, CODE_ALPHABET)


def new_key() -> str:
    """Return a secret (118 bits) for the URL of a host's page."""
    return get_random_string(KEY_LENGTH, CODE_ALPHABET)


class Kind(models.TextChoices):
    """The pairing system."""

    ARENA = "arena", pgettext_lazy("tournament", "arena: as many games as possible")
    ROUND = "round", pgettext_lazy("tournament", "round robin")


class Starts(models.TextChoices):
    """The starting positions of a tournament's games."""

    EMPTY = "empty", pgettext_lazy("start", "an empty board")
    DRAWN = "drawn", pgettext_lazy("start", "a position that is a draw")


class Phase(models.TextChoices):
    """The phase of a tournament."""

    WAITING = "waiting", pgettext_lazy("tournament", "not started yet")
    RUNNING = "running", pgettext_lazy("tournament", "running")
    PAUSED = "paused", pgettext_lazy("tournament", "paused")
    OVER = "over", pgettext_lazy("tournament", "over")


class Standing(models.TextChoices):
    """An entrant's status, which decides whether they are paired."""

    PRESENT = "present", pgettext_lazy("in a tournament", "here")
    ASIDE = "aside", pgettext_lazy("in a tournament", "on a break")
    LEFT = "left", pgettext_lazy("in a tournament", "left")
    REMOVED = "removed", pgettext_lazy("in a tournament", "removed")


class Tournament(models.Model):
    """A timed event in which many people play each other. `code` stays reserved after the end. Anyone with the `key` is
    the host. `version` increases with every change that its pages show, except moves. `director` is the process that
    holds the lease to direct it, until `directed_until`."""

    code = models.CharField(
        pgettext_lazy("of a tournament", "code"),
        max_length=ENTRY_LENGTH,
        unique=True,
        default=new_entry,
        editable=False,
    )
    key = models.CharField(_("key of the host"), max_length=KEY_LENGTH, unique=True, default=new_key, editable=False)
    title = models.CharField(pgettext_lazy("of a tournament", "title"), max_length=NAME_STORED, blank=True)
    variant = variant_field()
    kind = models.CharField(pgettext_lazy("of a tournament", "kind"), max_length=5, choices=Kind, default=Kind.ARENA)
    starts = models.CharField(_("games start from"), max_length=5, choices=Starts, default=Starts.EMPTY)
    seconds = models.PositiveSmallIntegerField(_("seconds for a move"), default=30)
    # The planned duration; after the end, the actual one.
    minutes = models.PositiveSmallIntegerField(_("minutes"), default=20)
    phase = models.CharField(_("phase"), max_length=7, choices=Phase, default=Phase.WAITING)
    version = models.PositiveIntegerField(_("version"), default=0)
    keep_names = models.BooleanField(_("names are kept"), default=False)
    # Whether the tournament is closed to newcomers. Earlier releases do not write it.
    closed = models.BooleanField(_("closed to new people"), default=False, db_default=False)
    # The language of random names; "" if people enter their own.
    drawn_in = models.CharField(_("language of random names"), max_length=LANGUAGE_LENGTH, blank=True)
    created_at = models.DateTimeField(pgettext_lazy("time", "created"), auto_now_add=True)
    started_at = models.DateTimeField(pgettext_lazy("time", "started"), null=True, blank=True)
    # No pairing after this time. Pauses and extensions postpone it.
    ends_at = models.DateTimeField(pgettext_lazy("time", "ends"), null=True, blank=True)
    paused_at = models.DateTimeField(pgettext_lazy("time", "paused"), null=True, blank=True)
    over_at = models.DateTimeField(pgettext_lazy("time", "over"), null=True, blank=True)
    director = models.CharField(_("directing process"), max_length=32, blank=True, editable=False)
    directed_until = models.DateTimeField(_("directed until"), null=True, blank=True, editable=False)
    # Written by a director after the end; see tournaments/selectors/endings.py.
    ending = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints = [
            models.CheckConstraint(name="tournament_seconds_for_a_move", condition=Q(seconds__in=MOVE_SECONDS)),
            models.CheckConstraint(name="tournament_minutes", condition=Q(minutes__lte=MAX_EXTENDED_MINUTES)),
            models.CheckConstraint(
                name="tournament_starts_and_ends", condition=~(Q(started_at=None) ^ Q(ends_at=None))
            ),
            models.CheckConstraint(
                name="tournament_started_when_it_runs",
                condition=Q(started_at__isnull=False) | Q(phase__in=[Phase.WAITING, Phase.OVER]),
            ),
            models.CheckConstraint(
                name="tournament_waits_before_it_starts", condition=~Q(phase=Phase.WAITING) | Q(started_at=None)
            ),
            models.CheckConstraint(
                name="tournament_paused_says_when", condition=Q(phase=Phase.PAUSED) ^ Q(paused_at=None)
            ),
            models.CheckConstraint(name="tournament_over_says_when", condition=Q(phase=Phase.OVER) ^ Q(over_at=None)),
        ]
        indexes = [
            # The few tournaments that need a director.
            models.Index(fields=["id"], condition=Q(phase=Phase.RUNNING), name="tournament_running"),
            models.Index(
                fields=["over_at"],
                condition=Q(phase=Phase.OVER, ending__isnull=True),
                name="tournament_without_ending",
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.code


class Match(models.Model):
    """Two entrants who play two games from the same position, each starting one; or one entrant who plays the computer
    while waiting (`second` is None), which does not count."""

    tournament = models.ForeignKey(
        Tournament, verbose_name=_("tournament"), on_delete=models.CASCADE, related_name="matches"
    )
    number = models.PositiveIntegerField(pgettext_lazy("of a match", "number"))
    first = models.ForeignKey(
        "games.Entrant", verbose_name=_("starts the first game"), on_delete=models.CASCADE, related_name="begun"
    )
    second = models.ForeignKey(
        "games.Entrant",
        verbose_name=_("starts the second game"),
        on_delete=models.CASCADE,
        related_name="answered",
        null=True,
        blank=True,
    )
    start = models.CharField(_("starting position"), max_length=LONGEST_POSITION)
    made_at = models.DateTimeField(pgettext_lazy("time", "made"), default=timezone.now)
    ended_at = models.DateTimeField(pgettext_lazy("time", "ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="match_one_per_number"),
            models.CheckConstraint(name="match_of_two", condition=Q(second=None) | ~Q(first=F("second"))),
            models.UniqueConstraint(fields=["first"], condition=Q(ended_at=None), name="match_one_at_a_time_as_first"),
            models.UniqueConstraint(
                fields=["second"], condition=Q(ended_at=None), name="match_one_at_a_time_as_second"
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)


class Entrant(models.Model):
    """A player in a tournament, under a name for that tournament, "" once it has been wiped. Pairing sets `match`, the
    current match, by compare-and-set, so nobody is in two."""

    tournament = models.ForeignKey(
        Tournament, verbose_name=_("tournament"), on_delete=models.CASCADE, related_name="entrants"
    )
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="entrants")
    name = models.CharField(pgettext_lazy("of a player", "name"), max_length=NAME_STORED, blank=True)
    standing = models.CharField(_("status"), max_length=7, choices=Standing, default=Standing.PRESENT)
    joined_at = models.DateTimeField(pgettext_lazy("time", "joined"), default=timezone.now)
    # When they became free for a counted match; in the future during a review. Games against the computer do not change
    # it.
    free_since = models.DateTimeField(_("free since"), default=timezone.now)
    # Absent from this time on, unless an open page reports again. Earlier releases do not write it.
    here_until = models.DateTimeField(_("here until"), default=timezone.now, db_default=Now())
    # Whether they have MORE_TIME for moves, and longer pauses between games. Earlier releases do not write it.
    more_time = models.BooleanField(_("more time"), default=False, db_default=False)
    # The current number of games lost on time in a row.
    lapses = models.PositiveSmallIntegerField(_("timeouts in a row"), default=0)
    match = models.ForeignKey(
        Match, verbose_name=_("match"), null=True, blank=True, on_delete=models.SET_NULL, related_name="playing"
    )

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entrant_once_per_tournament"),
            models.UniqueConstraint(
                "tournament", Lower("name"), condition=~Q(name=""), name="entrant_name_once_per_tournament"
            ),
            models.CheckConstraint(
                name="entrant_plays_only_when_here", condition=Q(match=None) | Q(standing=Standing.PRESENT)
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.player)
