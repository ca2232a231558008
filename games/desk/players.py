"""Players at the review desk, with their latest games and daily puzzles; to rename, block or forget them."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from games.desk.base import MAX_SHOWN, player_name, result_of, thumb
from games.home import services
from games.home.words.kept import consequences
from games.play.forms import NameField
from games.play.models import Game, Seat, Status
from games.play.selectors.games import games_with_seats
from games.play.words import refusals
from games.practice.models import Daily
from games.site.models import Player
from games.site.read_only import ReadOnly
from games.site.refusals import Refused


class RenameForm(forms.Form):
    """A new name for a player; an empty one removes the name."""

    name = NameField(required=False, label=_("Name"))
    locked = forms.BooleanField(required=False, label=_("Lock the name, so that only administrators can change it"))
    robots = forms.BooleanField(required=False, label=_("Remove the names of their robots, too"))


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ["__str__", "games", "created_at", "seen_at", "blocked"]
    list_filter = ["blocked", "name_locked", "seen_at", "created_at"]
    search_fields = ["name__folded_contains", "entrants__name__folded_contains"]
    search_help_text = _("Search by name; accents do not matter.")
    ordering = ["-pk"]  # the newest first, by an index
    fields = ["name", "tournament_names", "created_at", "seen_at", "name_locked", "blocked", "their_games"]
    readonly_fields = ["tournament_names", "seen_at", "their_games"]
    change_form_template = "desk/player.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<int:number>/rename/", view(self.rename), name="games_player_rename"),
            path("<int:number>/block/", view(self.block), name="games_player_block"),
            path("<int:number>/forget/", view(self.forget), name="games_player_forget"),
            *super().get_urls(),
        ]

    def rename(self, request: HttpRequest, number: int) -> HttpResponse:
        player = _permitted_player(request, number, "games.change_player")
        form = RenameForm(request.POST or None, initial={"name": player.name, "locked": player.name_locked})
        if request.method == "POST" and form.is_valid():
            services.lock_name(player=player, locked=form.cleaned_data.pop("locked"))
            services.rename_everywhere(player=player, **form.cleaned_data)
            return self._done(request, number, _("The player has been renamed."))
        sentence = _("In all games and tournaments of this player. Leave it empty to remove the name.")
        return self._ask(request, player, title=_("Rename"), sentence=sentence, form=form)

    def block(self, request: HttpRequest, number: int) -> HttpResponse:
        """Block a player, or unblock a blocked one."""
        player = _permitted_player(request, number, "games.change_player")
        if request.method == "POST":
            services.block(player=player, blocked=not player.blocked)
            done = _("The player can play again.") if player.blocked else _("The player is blocked.")
            return self._done(request, number, done)
        title = _("Unblock this player") if player.blocked else _("Block this player")
        sentence = _(
            "They can no longer start games, join them or move, and are told so. Their games stay; opponents can claim "
            "the win in games still in play."
        )
        if player.blocked:
            sentence = _("They can start games, join them and move again.")
        return self._ask(request, player, title=title, sentence=sentence)

    def forget(self, request: HttpRequest, number: int) -> HttpResponse:
        player = _permitted_player(request, number, "games.delete_player")
        if request.method == "POST":
            try:
                services.forget(player=player)
            except Refused as refused:
                self.message_user(request, refusals.in_words(refused), messages.ERROR)
                return redirect("admin:games_player_change", number)
            return self._done(request, number, _("The player has been removed."), "admin:games_player_changelist")
        sentence = _("Their name disappears everywhere, and their devices no longer know them. This can’t be undone.")
        context = {"lines": list(consequences(player)), "button": _("Remove")}
        return self._ask(request, player, title=_("Remove this player"), sentence=sentence, **context)

    def _ask(self, request: HttpRequest, player: Player, **context: Any) -> HttpResponse:
        context |= {**self.admin_site.each_context(request), "player": player, "opts": self.opts}
        return TemplateResponse(request, "desk/ask.html", context)

    def _done(self, request: HttpRequest, number: int, sentence: Promise, to: str = "") -> HttpResponse:
        """Log the change by the player's number only, because names must not stay in the log, and show a message."""
        self.log_change(request, Player(pk=number), str(sentence))
        self.message_user(request, str(sentence), messages.SUCCESS)
        return redirect(to) if to else redirect("admin:games_player_change", number)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        # A subquery for each listed player, instead of an aggregate over all players.
        seats = Seat.objects.filter(player=OuterRef("pk")).order_by().values("player")
        games = seats.annotate(games=Count("game", distinct=True)).values("games")
        players: QuerySet[Player] = super().get_queryset(request)
        return players.annotate(game_count=Coalesce(Subquery(games), 0))

    @admin.display(description=_("games"), ordering="game_count")
    def games(self, player: Player) -> int:
        return int(player.game_count)

    @admin.display(description=_("names in tournaments"))
    def tournament_names(self, player: Player) -> str:
        names = player.entrants.exclude(name="").order_by("-pk").values_list("name", flat=True)
        return ", ".join(names[:MAX_SHOWN]) or "–"

    @admin.display(description=_("their games, newest first"))
    def their_games(self, player: Player) -> SafeString:
        games = games_with_seats().filter(pk__in=player.seats.values("game")).order_by("-created_at", "-pk")
        rows = [
            {
                "thumb": thumb(game, game.record),
                "url": reverse("admin:games_game_change", args=[game.pk]),
                "game": game,
                "x": player_name(game, "X"),
                "o": player_name(game, "O"),
                "result": _result_for(player, game),
            }
            for game in games[:MAX_SHOWN]
        ]
        return render_to_string("desk/_games.html", {"rows": rows, "more": player.game_count > MAX_SHOWN})


@admin.register(Daily)
class DailyAdmin(ReadOnly):
    fields = ("player", "day", "wrong", "found_at", "streak")
    list_display = fields
    list_select_related = ["player"]
    list_filter = ["day"]
    ordering = ["-day", "-pk"]


def _permitted_player(request: HttpRequest, number: int, permission: str) -> Player:
    """Return the player with an id. Raises PermissionDenied or Http404."""
    if not request.user.has_perm(permission):
        raise PermissionDenied
    return get_object_or_404(Player, pk=number)


def _result_for(player: Player, game: Game) -> str:
    """Describe the state of a game, or its result for one player. A player may have both seats."""
    marks = {seat.mark for seat in game.seated if seat.player_id == player.pk}
    if game.status != Status.FINISHED or len(marks) == 2:
        return result_of(game)
    if not game.winner:
        words = pgettext("result", "drawn")
    else:
        words = pgettext("result", "won") if game.winner in marks else pgettext("result", "lost")
    return f"{words} ({game.get_ended_display()})"
