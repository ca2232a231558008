"""Players at the review desk, with their latest games and their positions of the day."""

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from games.admin.base import LATEST, ReadOnly, player_name, result_of, thumb
from games.models import Daily, Game, Player, Seat, Status
from games.selectors.games import games_with_matches


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ["__str__", "games", "created_at"]
    search_fields = ["name"]
    search_help_text = _("Search by name.")
    ordering = ["-pk"]  # the newest first, by an index
    fields = ["name", "created_at", "their_games"]
    readonly_fields = ["their_games"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        # A query for each player shown, not one of all there are.
        seats = Seat.objects.filter(player=OuterRef("pk")).order_by().values("player")
        games = seats.annotate(games=Count("game", distinct=True)).values("games")
        players: QuerySet[Player] = super().get_queryset(request)
        return players.annotate(game_count=Coalesce(Subquery(games), 0))

    @admin.display(description=_("games"), ordering="game_count")
    def games(self, player: Player) -> int:
        return int(player.game_count)

    @admin.display(description=_("their games, newest first"))
    def their_games(self, player: Player) -> SafeString:
        games = games_with_matches().filter(pk__in=player.seats.values("game")).order_by("-created_at", "-pk")
        rows = [
            {
                "thumb": thumb(game, game.record),
                "url": reverse("admin:games_game_change", args=[game.pk]),
                "game": game,
                "x": player_name(game, "X"),
                "o": player_name(game, "O"),
                "result": _result_for(player, game),
            }
            for game in games[:LATEST]
        ]
        return render_to_string("admin/games/_games.html", {"rows": rows, "more": player.game_count > LATEST})


@admin.register(Daily)
class DailyAdmin(ReadOnly):
    fields = ("player", "day", "wrong", "found_at", "streak")
    list_display = fields
    list_select_related = ["player"]
    list_filter = ["day"]
    ordering = ["-day", "-pk"]


def _result_for(player: Player, game: Game) -> str:
    """How a game stands, or ended for one of its players, who may also have both seats."""
    marks = {seat.mark for seat in game.seats.all() if seat.player_id == player.pk}
    if game.status != Status.FINISHED or len(marks) == 2:
        return result_of(game)
    if not game.winner:
        words = pgettext("result", "drawn")
    else:
        words = pgettext("result", "won") if game.winner in marks else pgettext("result", "lost")
    return f"{words} ({game.get_ended_display()})"
