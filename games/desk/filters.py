"""The filters of the list of games at the review desk."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.robots import KEY_PATTERN
from games.engine.variants import VARIANTS
from games.play.models import Game, Seat, Status
from games.play.words import roster
from games.play.words.rules import rules_of


class VariantFilter(admin.SimpleListFilter):
    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(key, rules_of(variant).name) for key, variant in VARIANTS.items()]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        return games.filter(variant=self.value()) if self.value() else games


class ResultFilter(admin.SimpleListFilter):
    title = _("result")
    parameter_name = "result"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("X", _("X won")), ("O", _("O won")), ("draw", pgettext_lazy("result", "Draw"))]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() == "draw":
            return games.filter(status=Status.FINISHED, winner="")
        return games.filter(winner=self.value()) if self.value() in ("X", "O") else games


class OpponentFilter(admin.SimpleListFilter):
    title = _("opponent")
    parameter_name = "opponent"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        kinds = [("person", _("A person")), ("computer", _("Any computer player")), ("two", _("Two computer players"))]
        kinds.append(("robot", _("A home-made robot")))
        return [*kinds, *roster.names().items()]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        computers = Seat.objects.exclude(opponent="")
        if self.value() == "person":
            return games.exclude(pk__in=computers.values("game"))
        if self.value() == "computer":
            return games.filter(pk__in=computers.values("game"))
        if self.value() == "two":
            return games.filter(status=Status.FINISHED).exclude(pk__in=Seat.objects.filter(opponent="").values("game"))
        if self.value() == "robot":
            return games.filter(pk__in=computers.filter(opponent__regex=KEY_PATTERN).values("game"))
        if self.value():
            return games.filter(pk__in=computers.filter(opponent=self.value()).values("game"))
        return games


class MistakesFilter(admin.SimpleListFilter):
    title = _("mistakes")
    parameter_name = "mistakes"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("none", pgettext_lazy("mistakes", "None")),
            ("x", pgettext_lazy("mistakes", "X made some")),
            ("o", pgettext_lazy("mistakes", "O made some")),
            ("both", pgettext_lazy("mistakes", "Both made some")),
        ]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        fits = {
            "none": {"x_mistakes": 0, "o_mistakes": 0},
            "x": {"x_mistakes__gt": 0},
            "o": {"o_mistakes__gt": 0},
            "both": {"x_mistakes__gt": 0, "o_mistakes__gt": 0},
        }
        return games.filter(**fits.get(self.value() or "", {}))


class SeriesFilter(admin.SimpleListFilter):
    """By default, lists each series of two computer players as one line with its tally; in a search, every game."""

    title = _("series")
    parameter_name = "series"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        value = self.value()
        return [("all", _("Every game")), *([(value, value)] if value and value != "all" else [])]

    def choices(self, changelist: Any) -> Iterator[Any]:
        first, *others = super().choices(changelist)
        yield {**first, "display": _("One line per series")}
        yield from others

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() == "all" or (self.value() is None and request.GET.get("q")):
            return games
        if self.value():
            return games.filter(series__code=self.value())
        earlier = Game.objects.filter(series=OuterRef("series"), pk__lt=OuterRef("pk"))
        return games.exclude(Exists(earlier)).annotate(**_tally())


def _tally() -> dict[str, Subquery]:
    """Count the games of the same series by result: won by X, won by O, and drawn. NULL for a game without a series."""
    games = Game.objects.filter(series=OuterRef("series")).order_by().values("series")
    return {
        f"series_{name}": Subquery(games.annotate(number=Count("pk", filter=Q(winner=winner))).values("number"))
        for name, winner in (("x", "X"), ("o", "O"), ("draws", ""))
    }


class Explained(admin.BooleanFieldListFilter):
    """A yes-or-no filter with a heading that explains the question."""

    headings = {
        "thrown_away": _("thrown away (one move turned a win into a loss)"),
        "helped": _("helped (hints were shown)"),
    }

    def __init__(self, field: Any, *arguments: Any, **others: Any) -> None:
        super().__init__(field, *arguments, **others)
        self.title = self.headings[field.name]
