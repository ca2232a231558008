"""Past games at the review desk, with their boards. The stock Django admin, extended."""

import json
from datetime import timedelta

from django.contrib import admin, messages
from django.db.models import QuerySet, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from games.desk.base import MAX_SHOWN, player_name, result_of, seat_of, thumb
from games.desk.filters import Explained, MistakesFilter, OpponentFilter, ResultFilter, SeriesFilter, VariantFilter
from games.desk.replay import part_of
from games.engine.variants import VARIANTS
from games.play.models import Game
from games.play.selectors.games import games_with_seats
from games.play.verification import check, problems_of, standing_moves
from games.play.words.rules import side_name
from games.play.words.squares import square_name
from games.play.words.verdicts import verdict_title
from games.review.tables import COLUMNS, as_csv, table_of
from games.site.read_only import ReadOnly


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ["board", "code", "x", "o", "result", "mistakes", "started_at"]
    list_display_links = ["board", "code"]
    list_filter = [
        VariantFilter,
        "status",
        ResultFilter,
        "ended",
        OpponentFilter,
        SeriesFilter,
        MistakesFilter,
        ("thrown_away", Explained),
        ("helped", Explained),
        "started_at",
    ]
    actions = ["export_csv", "export_json", "check_rules"]
    show_full_result_count = False
    search_fields = ["code", "seats__player__name__folded_contains"]
    search_help_text = _("Search by the code of a game or the name of a player.")
    ordering = ["-created_at", "-pk"]
    list_per_page = 50
    fieldsets = [
        (None, {"fields": ["replay", "code", "x", "o", "result", "moves", "series_of", "checked"]}),
        (
            _("Verdicts"),
            {
                "fields": ["x_mistakes", "o_mistakes", "thrown", "help"],
                "description": _(
                    "Thrown away: one move turned a win into a loss. Helped: the player asked for a hint and was shown "
                    "what each square is worth."
                ),
            },
        ),
        (_("Times"), {"fields": ["created_at", "started_at", "finished_at", "duration"]}),
    ]
    readonly_fields = ["replay", "x", "o", "result", "moves", "series_of", "checked", "thrown", "help", "duration"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return games_with_seats().select_related("rematch", "series")

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Game | None:
        game = super().get_object(request, object_id, from_field)
        if game:
            game.part_asked_for = request.GET.get("part")  # for `replay`, which does not get the request
        return game

    @admin.display(description=pgettext_lazy("of a game", "board"))
    def board(self, game: Game) -> SafeString:
        # The drawing is the link and heading of its row, so it needs a label.
        return thumb(game, game.record, _("Game %(code)s") % {"code": game.code})

    @admin.display(description="X")
    def x(self, game: Game) -> SafeString | str:
        return _player_link(game, "X")

    @admin.display(description="O")
    def o(self, game: Game) -> SafeString | str:
        return _player_link(game, "O")

    @admin.display(description=_("result"))
    def result(self, game: Game) -> SafeString | str:
        tally = getattr(game, "series_x", None)
        if tally is None or game.series is None:
            return result_of(game)
        figures = {"x": tally, "o": game.series_o, "draws": game.series_draws}
        words = _("Series: X won %(x)d, O won %(o)d, drawn %(draws)d") % figures
        return format_html('<a href="?series={}">{}</a>', game.series.code, words)

    @admin.display(description=_("mistakes"))
    def mistakes(self, game: Game) -> str:
        """The mistakes of X, then of O."""
        return "–" if game.x_mistakes is None else f"X {game.x_mistakes}, O {game.o_mistakes}"

    @admin.display(description=_("series"))
    def series_of(self, game: Game) -> SafeString | str:
        if game.series is None:
            return "–"
        return format_html('<a href="{}?series={}">{}</a>', reverse("admin:games_game_changelist"), *[game.series] * 2)

    @admin.display(description=_("thrown away"))
    def thrown(self, game: Game) -> str:
        return _yes_or_no(game.thrown_away)

    @admin.display(description=_("helped"))
    def help(self, game: Game) -> str:
        return _yes_or_no(game.helped)

    def view_on_site(self, game: Game) -> str:
        """Return the public review, or the room of an unfinished game."""
        return reverse("games:room", args=[game.code])

    @admin.display(description=_("moves"))
    def moves(self, game: Game) -> str:
        """The moves in order, as people write them."""
        variant = VARIANTS[game.variant]
        return " ".join(variant.label(move) for move in variant.moves(game.record)) or "–"

    @admin.display(description=_("checked against the rules"))
    def checked(self, game: Game) -> str:
        prefetch_related_objects([game], standing_moves())
        return "; ".join(problems_of(game)) or str(_("Moves, result and verdicts match."))

    @admin.action(description=_("Export as CSV"))
    def export_csv(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse:
        return _download(as_csv(COLUMNS, table_of(games)), "text/csv", "games.csv")

    @admin.action(description=_("Export as JSON"))
    def export_json(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse:
        return _download(json.dumps(table_of(games), ensure_ascii=False), "application/json", "games.json")

    @admin.action(description=_("Check against the rules"))
    def check_rules(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        found = list(check(games.prefetch_related(standing_moves())))
        for game, problem in found[:MAX_SHOWN]:
            self.message_user(
                request, _("Game %(code)s: %(problem)s") % {"code": game.code, "problem": problem}, messages.ERROR
            )
        count = len(games)
        if found:
            words = ngettext("%(count)d game checked.", "%(count)d games checked.", count)
        else:
            words = ngettext(
                "%(count)d game checked: it fits the rules.",
                "%(count)d games checked: all of them fit the rules.",
                count,
            )
        self.message_user(request, words % {"count": count}, messages.WARNING if found else messages.SUCCESS)

    @admin.display(description=_("duration"))
    def duration(self, game: Game) -> str:
        return _seconds(game.finished_at - game.started_at) if game.finished_at and game.started_at else "–"

    @admin.display(description=_("every move"))
    def replay(self, game: Game) -> SafeString:
        """Every move in order, including those taken back, with its board, number, square and duration."""
        variant = VARIANTS[game.variant]
        part, replayed = part_of(game, game.part_asked_for)
        moves = [
            {
                "thumb": thumb(game, record),
                "verdict": verdict_title(judged) if judged else "",
                "mistake": bool(judged and judged.verdict.mistake),
                "taken_back": move.taken_back_at is not None,
                "ply": move.ply,
                "mark": side_name(variant, move.mark),
                "square": square_name(variant, variant.square(variant.read(move.text))),
                "number": variant.label(variant.read(move.text)),
                "taken": _seconds(took),
            }
            for move, record, took, judged in replayed
        ]
        return render_to_string("desk/_replay.html", {"moves": moves, "part": part})


def _yes_or_no(answer: bool) -> str:
    return pgettext("answer", "yes") if answer else pgettext("answer", "no")


def _player_link(game: Game, mark: str) -> SafeString | str:
    seat = seat_of(game, mark)
    if seat is None or seat.player is None:
        return player_name(game, mark)
    url = reverse("admin:games_player_change", args=[seat.player.pk])
    return format_html('<a href="{}">{}</a>', url, player_name(game, mark))


def _download(content: str, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=f"{kind}; charset=utf-8", headers=headers)


def _seconds(span: timedelta) -> str:
    seconds = round(span.total_seconds())
    if seconds < 60:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    if span >= timedelta(days=1):
        now = timezone.now()
        return timesince(now - span, now)
    return str(timedelta(seconds=seconds))  # hours, minutes, seconds
