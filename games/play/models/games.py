"""Games, their seats and every move. A chain of rematches carries the running score along; on one screen it is kept by
mark."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.classic import CLASSIC
from games.engine.position import Mark, Termination
from games.site.models import NAME_STORED, Player

# Without 0, 1, i, l and o, so a code can be read aloud and typed from paper.
CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 10
LONGEST_MOVE = 8  # characters
LONGEST_POSITION = 200  # characters of Position.text
MAX_MOVES = 300  # a game with this many moves is a draw
LONGEST_SERIES = 100  # games of a series
MAX_ALONE = 100  # one player's started games without another person, including those put away


def new_code() -> str:
    """Return an unguessable code (49 bits) for the address of a game."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def variant_field() -> "models.CharField[str, str]":
    """Return a column for the key of one of engine.variants.VARIANTS. The default is also set in the database, for
    processes of a release that had only the classic game."""
    return models.CharField(_("game"), max_length=20, default=CLASSIC.key, db_default=CLASSIC.key)


class Status(models.TextChoices):
    WAITING = "waiting", pgettext_lazy("status", "waiting for a friend")
    STARTED = "started", pgettext_lazy("status", "in play")
    FINISHED = "finished", pgettext_lazy("status", "finished")
    CANCELLED = "cancelled", pgettext_lazy("status", "cancelled")


class Side(models.TextChoices):
    """A mark, as choices for columns and forms."""

    X = Mark.X.value, "X"
    O = Mark.O.value, "O"  # noqa: E741 - the name of the mark


class Ended(models.TextChoices):
    """Termination, with labels."""

    LINE = Termination.LINE.value, pgettext_lazy("how a game ended", "three in a row")
    FULL = Termination.FULL.value, pgettext_lazy("how a game ended", "board full")
    RESIGNED = Termination.RESIGNED.value, pgettext_lazy("how a game ended", "given up")
    REPEATED = Termination.REPEATED.value, pgettext_lazy("how a game ended", "the same position three times")
    ABANDONED = Termination.ABANDONED.value, pgettext_lazy("how a game ended", "abandoned")
    TIME = Termination.TIME.value, pgettext_lazy("how a game ended", "time ran out")
    TOO_LONG = Termination.TOO_LONG.value, pgettext_lazy("how a game ended", "too many moves")


class Series(models.Model):
    """Finished games between two computer players, stored for the Player who asked to watch them."""

    code = models.CharField(
        pgettext_lazy("of a game", "code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False
    )
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="series")
    variant = variant_field()
    x = models.CharField(_("computer player X"), max_length=20)
    o = models.CharField(_("computer player O"), max_length=20)
    created_at = models.DateTimeField(pgettext_lazy("time", "created"), auto_now_add=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = pgettext_lazy("several", "series")

    def __str__(self) -> str:
        return self.code


class Game(models.Model):
    """One game. `version` increases with every change that a room shows, and is the token of compare-and-set."""

    code = models.CharField(
        pgettext_lazy("of a game", "code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False
    )
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(_("version"), default=0)
    variant = variant_field()
    start = models.CharField(_("starting position"), max_length=LONGEST_POSITION, default=CLASSIC.start.text)
    # The moves in order, as the Variant writes them: a copy of the Move rows, so that lists and pushes read no moves.
    record = models.TextField(_("moves"), blank=True)
    winner = models.CharField(_("winner"), max_length=1, choices=Side, blank=True)
    ended = models.CharField(_("how it ended"), max_length=9, choices=Ended, blank=True)
    created_at = models.DateTimeField(pgettext_lazy("time", "created"), auto_now_add=True)
    started_at = models.DateTimeField(pgettext_lazy("time", "started"), null=True, blank=True)
    finished_at = models.DateTimeField(pgettext_lazy("time", "finished"), null=True, blank=True)
    changed_at = models.DateTimeField(pgettext_lazy("time", "last change"), auto_now_add=True, db_index=True)
    # The version at which the board last changed. A move on this or a later version answers this board.
    board_version = models.PositiveIntegerField(_("version of the board"), default=0)
    turned_at = models.DateTimeField(_("last change of turn"), default=timezone.now)
    # The running score when this game began, by the sides of this game.
    x_wins = models.PositiveIntegerField(_("earlier wins of X"), default=0)
    o_wins = models.PositiveIntegerField(_("earlier wins of O"), default=0)
    draws = models.PositiveIntegerField(_("earlier draws"), default=0)
    # The side whose offer waits for an answer: to take back a move during the game, a rematch after it.
    offered_by = models.CharField(_("open offer by"), max_length=1, choices=Side, blank=True)
    # The variant that an open rematch offer proposes, if different.
    offered_variant = models.CharField(_("game offered"), max_length=20, blank=True, default="", db_default="")
    # Whether a game without another person is hidden from the player's list of unfinished games.
    put_away = models.BooleanField(_("put away"), default=False)
    # For a game against the computer: whether hints are on, whether one was used, and the version at which one is shown
    # (the next change hides it).
    hints = models.BooleanField(_("hints allowed"), default=False)
    helped = models.BooleanField(_("helped"), default=False)
    hint_version = models.PositiveIntegerField(_("version of the hint"), null=True, blank=True, editable=False)
    # A summary of the verdicts, computed when the game ends; null before that.
    x_mistakes = models.PositiveSmallIntegerField(_("mistakes of X"), null=True, blank=True)
    o_mistakes = models.PositiveSmallIntegerField(_("mistakes of O"), null=True, blank=True)
    thrown_away = models.BooleanField(_("thrown away"), default=False)
    # One-to-one: a game has at most one rematch.
    rematch_of = models.OneToOneField(
        "self", verbose_name=_("rematch of"), null=True, blank=True, on_delete=models.PROTECT, related_name="rematch"
    )

    series = models.ForeignKey(
        Series, verbose_name=_("series"), null=True, blank=True, on_delete=models.PROTECT, related_name="games"
    )
    # In a tournament: the match, the number of this game in it, and the deadline of the side to move (null during a
    # pause and against a computer player).
    match = models.ForeignKey(
        "games.Match",
        verbose_name=_("match"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="games",
        db_index=False,  # the unique constraint with `place` has an index
    )
    place = models.PositiveSmallIntegerField(_("number in its match"), null=True, blank=True)
    move_by = models.DateTimeField(_("time for a move ends"), null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.CheckConstraint(name="game_finished_says_how", condition=Q(status=Status.FINISHED) ^ Q(ended="")),
            models.CheckConstraint(
                name="game_line_resigning_and_time_have_a_winner",
                condition=~Q(ended__in=[Ended.LINE, Ended.RESIGNED, Ended.TIME]) | ~Q(winner=""),
            ),
            models.CheckConstraint(
                name="game_winner_only_when_won",
                # The rules of a game may count a full board or a repetition as a win.
                condition=Q(winner="") | ~Q(ended__in=["", Ended.TOO_LONG]),
            ),
            models.CheckConstraint(name="game_of_a_match_has_a_place", condition=~(Q(match=None) ^ Q(place=None))),
            models.CheckConstraint(name="game_one_of_two_in_its_match", condition=Q(place=None) | Q(place__in=[1, 2])),
            models.UniqueConstraint(fields=["match", "place"], name="game_one_per_place_in_its_match"),
            # Finished games may keep `move_by`, because processes of an earlier release do not clear it.
            models.CheckConstraint(
                name="game_clock_only_in_a_match", condition=Q(move_by=None) | Q(match__isnull=False)
            ),
        ]
        indexes = [
            models.Index(fields=["status", "-changed_at"], name="game_status_changed"),
            models.Index(fields=["-created_at", "-id"], name="game_newest_first"),
            models.Index(fields=["offered_by"], name="game_offered_by"),
            models.Index(fields=["move_by"], condition=Q(move_by__isnull=False), name="game_clock"),
        ]

    def __str__(self) -> str:
        return self.code

    # Queries for lists set both of these attributes: see play/selectors/games.py.

    @cached_property
    def seated(self) -> list["Seat"]:
        """The seats with their players; the seat of the game's creator comes first."""
        return list(self.seats.select_related("player").order_by("pk"))

    @cached_property
    def next_code(self) -> str:
        """The code of the rematch, "" if there is none."""
        return Game.objects.filter(rematch_of=self).values_list("code", flat=True).first() or ""


class Seat(models.Model):
    """One side of one game: a mark, and the Player or the key of the computer player that plays it."""

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="seats")
    mark = models.CharField(pgettext_lazy("X or O", "mark"), max_length=1, choices=Side)
    player = models.ForeignKey(
        Player, verbose_name=_("player"), null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    opponent = models.CharField(_("computer player"), max_length=20, blank=True)
    # A robot's name comes from a URL; its rules are its key. The default is for processes of an earlier release.
    name = models.CharField(_("name of a robot"), max_length=NAME_STORED, blank=True, db_default="")

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["game", "mark"], name="seat_one_per_mark"),
            models.CheckConstraint(
                name="seat_is_a_person_or_a_computer", condition=Q(player__isnull=True) ^ Q(opponent="")
            ),
            models.CheckConstraint(name="seat_name_is_not_a_persons", condition=Q(name="") | Q(player__isnull=True)),
        ]
        indexes = [models.Index(fields=["name", "opponent"], condition=~Q(name=""), name="seat_of_named_robot")]

    def __str__(self) -> str:
        return f"{self.mark} {self.player or self.opponent}"


class Move(models.Model):
    """A move of the side `mark`, as its Variant writes it, and the version of the game that it answered. Moves taken
    back keep their rows. `manage.py verify` checks that moves are legal; the database does not."""

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveSmallIntegerField(pgettext_lazy("of a move", "number"))
    # The column keeps its old name, because processes of an earlier release may still run.
    text = models.CharField(_("move"), max_length=LONGEST_MOVE, db_column="cell")
    mark = models.CharField(pgettext_lazy("X or O", "mark"), max_length=1, choices=Side)
    version = models.PositiveIntegerField(_("answered version"))
    played_at = models.DateTimeField(_("played at"))
    taken_back_at = models.DateTimeField(_("taken back at"), null=True, blank=True)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "ply"], condition=Q(taken_back_at=None), name="move_one_per_ply"),
            models.CheckConstraint(name="move_ply_from_1", condition=Q(ply__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.ply}. {self.mark} {self.text}"
