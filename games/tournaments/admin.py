"""Tournaments at the review desk."""

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.engine.variants import VARIANTS
from games.play.words.rules import rules_of
from games.site.read_only import ReadOnly
from games.tournaments.models import Entrant, Tournament


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    """Tournaments, without the host's key."""

    list_display = ["__str__", "game", "kind", "phase", "people", "created_at", "over_at"]
    list_filter = ["phase", "kind"]
    search_fields = ["title__folded_contains", "code"]
    ordering = ["-pk"]
    fields = ["title", "code", "game", "kind", "starts", "seconds", "minutes", "phase", "started_at", "over_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        # A subquery for each listed tournament, instead of an aggregate over all of them.
        entrants = Entrant.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
        people = entrants.annotate(people=Count("pk")).values("people")
        tournaments: QuerySet[Tournament] = super().get_queryset(request)
        return tournaments.annotate(people_count=Coalesce(Subquery(people), 0))

    @admin.display(description=_("game"), ordering="variant")
    def game(self, tournament: Tournament) -> str:
        return str(rules_of(VARIANTS[tournament.variant]).name)

    @admin.display(description=_("players"))
    def people(self, tournament: Tournament) -> int:
        return int(tournament.people_count)
