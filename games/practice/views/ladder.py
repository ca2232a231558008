"""The ladder of a game whose first player can always win: learn that win from its last move up to the opening."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from games.engine.ladder import rungs
from games.play.verbs import legal_move
from games.play.words import refusals
from games.play.words.rules import choice_of_games, rules_of
from games.play.words.verdicts import learning_in_words, starting_in_words
from games.practice import links, services
from games.practice.selectors import climbed_by
from games.practice.words.ladder import Climbing, length_in_words
from games.site import identity, limits
from games.site.error_pages import read_only
from games.site.preferences import keep, named_variant, preferences, variant_of
from games.site.refusals import Reason, Refused


@read_only
@never_cache
def ladder(request: HttpRequest) -> HttpResponse:
    """The rungs of a game, and those that the player has climbed; or why there are none."""
    variant = variant_of(request)
    every, climbed = rungs(variant), climbed_by(identity.player_of(request), variant)
    context = {
        "games": choice_of_games(variant),
        "key": variant.key,
        "rules": rules_of(variant),
        "title": learning_in_words(variant),
        "starting": starting_in_words(variant),
        "length": length_in_words(every[-1]) if every else "",
        "rows": [(Climbing(one, one.played), links.rung_path(one), one.moves in climbed) for one in every],
        "opening": every[-1] if every else None,
        "learnt": bool(every) and climbed.issuperset(one.moves for one in every),
    }
    return render(request, "practice/ladder.html", context)


@never_cache
def rung(request: HttpRequest, number: int) -> HttpResponse:
    """A rung, from its start or after the posted move."""
    variant = named_variant(request)
    if number not in range(1, len(rungs(variant)) + 1):
        raise Http404
    shown, above = rungs(variant)[number - 1], rungs(variant)[number : number + 1]
    task = Climbing(shown, shown.played, request.POST.get("write") or preferences(request.COOKIES)["write"])
    if request.method == "POST":
        task = _after_press(request, task)
    context = {
        "task": task,
        "rules": rules_of(variant),
        "title": learning_in_words(variant),
        "action": links.rung_path(shown),
        "next_url": links.rung_path(above[0]) if above else "",
        "ladder_url": links.ladder_path(variant),
    }
    response = render(request, "practice/rung.html", context, status=409 if task.refused else 200)
    keep(request, response, "write")
    return response


def _after_press(request: HttpRequest, task: Climbing) -> Climbing:
    """Return the game after the posted move and its reply, with hints or the error. Store a climbed rung."""
    rung, moves = task.rung, task.rung.moves_in(request.POST.get("record", ""))
    if moves is None:
        return replace(task, refused=refusals.in_words(Refused(Reason.BEHIND)))
    task = replace(task, moves=moves)
    if "hint" in request.POST:
        return replace(task, hinted=not task.opening)
    try:
        move = legal_move(rung.variant, task.positions[-1], request.POST)
    except Refused as refused:
        return replace(task, refused=refusals.in_words(refused))
    if move not in rung.solver.best_moves(task.positions[-1]):
        return replace(task, wrong=move)
    task = replace(task, moves=rung.answered((*moves, move)))
    if task.climbed:
        with identity.player_for_post(request, limits.FORMS) as player:
            services.climb(player=player, rung=rung)
    return task
