"""The computer players and their strength, games between two of them, and games from a position set up by hand."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.robots import is_robot
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.features import parts
from games.opponents.forms import SeriesForm, StepForm, WatchForm
from games.opponents.words.gallery import gallery
from games.opponents.words.odds import exactness
from games.play import links, services
from games.play.forms import SetupForm
from games.play.models import Series
from games.play.selectors.games import latest_series_of, read_game, tally_of
from games.play.selectors.results import records_of
from games.play.selectors.state import State
from games.play.words import editor
from games.play.words.board import series_board
from games.play.words.news import announcement
from games.play.words.pov import Pov
from games.play.words.questions import answers, answers_without_game
from games.play.words.room import drawn_of, words_of
from games.play.words.roster import called, players_of
from games.play.words.rules import choice_of_games, rules_of, side_name
from games.play.words.squares import ages_in_words
from games.site import identity, limits
from games.site.error_pages import error, post_only, read_only
from games.site.preferences import named_variant, variant_of

EARLIER_SHOWN = 5  # series


@read_only
def opponents(request: HttpRequest) -> HttpResponse:
    mark = Mark.O if request.GET.get("side") == "O" else Mark.X
    variant, games = variant_of(request), choice_of_games(variant_of(request))
    context = {
        "groups": gallery(variant, mark, records_of(identity.player_of(request), variant)),
        "side": mark,
        "exactness": exactness(variant),
        "games": games,
        "which": f"variant={variant.key}&" if games else "",
    }
    return render(request, "opponents/opponents.html", context)


# --- two computers


@read_only
def watch(request: HttpRequest) -> HttpResponse:
    player = identity.player_of(request)
    earlier = latest_series_of(player, EARLIER_SHOWN) if player else ()
    rows = [
        {"code": series.code, "x": called(series.x, names.get("X", "")), "o": called(series.o, names.get("O", ""))}
        for series, names in earlier
    ]
    variant, proposed = variant_of(request), WatchForm(request.GET)
    robots = dict.fromkeys(robot for part in parts() for robot in part.robots_for(player)) if variant is CLASSIC else {}
    x = "medium"
    if proposed.is_valid():
        key, name = proposed.cleaned_data["x"], proposed.cleaned_data["x_name"]
        x = f"{key} {name}".strip()
        if is_robot(key):
            robots[key, name] = None
    context = {
        "opponents": _named(variant),
        "robots": [(f"{key} {name}".strip(), called(key, name)) for key, name in robots],
        "x": x,
        "earlier": rows,
        "games": choice_of_games(variant),
        "rules": rules_of(variant),
    }
    return render(request, "opponents/watch.html", context)


def _named(variant: Variant) -> list[tuple[str, Any]]:
    """Return the computer players of a game by key and name."""
    return [(key, player.name) for key, player in players_of(variant).items()]


@post_only
def new_series(request: HttpRequest) -> HttpResponse:
    form = SeriesForm(request.POST)
    if not form.is_valid():
        return error(request, 400, _("Please choose two robots and 1 to 100 games."))
    with identity.player_for_post(request, limits.SERIES, many=form.cleaned_data["count"]) as player:
        pass  # create a newcomer's guest first, because the games are played outside the transaction
    made = services.start_series(player=player, **form.cleaned_data)
    return redirect("games:series", made.code)


@read_only
def series(request: HttpRequest, code: str) -> HttpResponse:
    """One moment of a series: `?game=3&ply=5`. The tally counts the games shown to their end."""
    shown = get_object_or_404(Series, code=code)
    step = StepForm(request.GET)
    if not step.is_valid():
        raise Http404
    number, ply = step.cleaned_data["game"] or 1, step.cleaned_data["ply"] or 0
    codes, records = zip(*shown.games.order_by("pk").values_list("code", "record"), strict=True)
    if number > len(codes):
        raise Http404
    state = State.of(read_game(codes[number - 1]))
    last, longest = state.plies, state.variant.longest
    if longest is not None and ply > longest:
        raise Http404
    ply = min(ply, last)
    pov = Pov(state.at(ply))
    context = {
        "series": shown,
        **words_of(pov),
        **drawn_of(pov),
        "board": series_board(pov),
        "announcement": announcement(pov),
        "answers": answers(pov),
        "x": pov.name(Mark.X),
        "o": pov.name(Mark.O),
        "game_code": codes[number - 1],
        "number": number,
        "count": len(codes),
        "end": len(state.variant.split(records[-1])),
        "ply": ply,
        "last": last,
        "tally": tally_of(shown, number if ply == last else number - 1),
        "back": {"game": number, "ply": ply - 1} if ply else None,
        "on": _next_step(number, ply, last, len(codes)),
    }
    return render(request, "opponents/series.html", context)


def _next_step(number: int, ply: int, last: int, count: int) -> dict[str, int] | None:
    if ply < last:
        return {"game": number, "ply": ply + 1}
    return {"game": number + 1, "ply": 0} if number < count else None


# --- a position set up by hand


@read_only
def setup(request: HttpRequest) -> HttpResponse:
    """The page to set up a position and start a game from it. If marks have ages, it only shows the URL's position."""
    variant = named_variant(request) if "cells" in request.GET else variant_of(request)
    if variant.ages and "cells" not in request.GET:
        variant = CLASSIC
    form = SetupForm({"variant": variant.key, "cells": variant.start.text, **request.GET.dict()})
    position = form.cleaned_data["cells"] if form.is_valid() else None
    typed = form["cells"].value() or ""
    drawable = len(typed) == variant.squares and set(typed) <= set(variant.symbols)
    context = {
        "form": form,
        "typed": typed,
        "board": editor.read_only_board(variant, position or variant.start)
        if variant.ages
        else editor.board_of(variant, typed if drawable else variant.start.text),
        "position": position,
        "ages": ages_in_words(variant, position) if position else [],
        "answers": answers_without_game(variant, position) if position else {},
        "turn": side_name(variant, position.turn) if position else "",
        "state": editor.state_of(variant, position) if position else "",
        "playable": position is not None and position.outcome is None,
        "everybody": _named(variant),
        "variant": variant,
        "rules": rules_of(variant),
        "games": [game for game in choice_of_games(variant) if not VARIANTS[game.key].ages],
        "empty_url": links.setup_path(variant),
    }
    return render(request, "play/setup.html", context)
