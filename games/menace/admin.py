"""Matchbox machines at the review desk."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.menace.models import Menace
from games.site.read_only import ReadOnly


@admin.register(Menace)
class MenaceAdmin(ReadOnly):
    readonly_fields = ("games",)
    fields = ("player", "games", "won", "drawn", "lost", "generation", "earlier_games", "beads")
    list_display = ("__str__", "games", "won", "drawn", "lost", "generation", "earlier_games")
    list_select_related = ["player"]
    ordering = ["-pk"]  # the newest first, by an index

    @admin.display(description=_("games"))
    def games(self, row: Menace) -> int:
        return row.games
