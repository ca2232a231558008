"""Puzzles of each game, one after the other: find the move that keeps the win or the draw."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games.engine.exercises import exercises, how_many
from games.play.forms import MoveForm
from games.play.words import refusals
from games.play.words.rules import choice_of_games, rules_of
from games.play.words.verdicts import learning_in_words
from games.practice import links, services
from games.practice.selectors import solved_by
from games.practice.words.exercises import ExerciseTask
from games.site import identity, limits
from games.site.chosen import named_variant, variant_of
from games.site.error_pages import error, read_only
from games.site.preferences import keep, preferences
from games.site.refusals import Reason, Refused

CONFLICT = 409
MAX_SET_SIZE = 40


@read_only
@never_cache
def next_exercise(request: HttpRequest) -> HttpResponse:
    """Redirect to the first unsolved puzzle of a game, or show that all are solved."""
    variant = variant_of(request)
    every, solved = exercises(variant), solved_by(identity.player_of(request), variant)
    for number, exercise in enumerate(every, start=1):
        if exercise.position.text not in solved:
            return redirect(links.exercise_path(variant, number))
    context = {
        "games": choice_of_games(variant),
        "rules": rules_of(variant),
        "count": len(every),
        "possible": how_many(variant),
        "first_url": links.exercise_path(variant, 1),
    }
    return render(request, "practice/exercises_solved.html", context)


@never_cache
def exercise(request: HttpRequest, number: int) -> HttpResponse:
    """A puzzle, with the result if a square was pressed. Remembers the chosen mark. The address may name a set of
    puzzles, such as those like a position of a class review."""
    variant = named_variant(request)
    every = exercises(variant)
    if number not in range(1, len(every) + 1):
        raise Http404
    within = _within(request, len(every))
    within = within if number in within else []
    row: Sequence[int] = within or range(1, len(every) + 1)
    place = row.index(number)
    shown, tried, right, refusal = every[number - 1], None, False, ""
    if request.method == "POST":
        form = MoveForm(variant, request.POST)
        if not form.is_valid():
            return error(request, 400, refusals.in_words(Refused(Reason.NOT_A_SQUARE)))
        move = form.cleaned_data["cell"]
        try:
            with identity.player_for_post(request, limits.FORMS) as player:
                right = services.answer_exercise(player=player, exercise=shown, move=move)
            tried = move
        except Refused as refused:
            refusal = refusals.in_words(refused)
    solved = solved_by(identity.player_of(request), variant)
    solved_here = sum(every[one - 1].position.text in solved for one in within) if within else len(solved)
    write = request.POST.get("write") or preferences(request.COOKIES)["write"]
    context = {
        "task": ExerciseTask(shown, tried, right, refusal, write, place + 1, len(row), solved_here),
        "ladder": learning_in_words(variant),
        "games": [] if within else choice_of_games(variant),
        "action": links.exercise_path(variant, number, within),
        "previous_url": links.exercise_path(variant, row[place - 1], within) if place else "",
        "skip_url": links.exercise_path(variant, row[place + 1], within) if place + 1 < len(row) else "",
        "follows": bool(within) and place + 1 < len(row),
    }
    response = render(request, "practice/exercise.html", context, status=CONFLICT if refusal else 200)
    if "write" in request.POST:
        keep(request, response, "write")
    return response


def _within(request: HttpRequest, count: int) -> list[int]:
    """Return the valid numbers of the puzzles in the set that the address names, of `count` puzzles."""
    numbers = {str(number): number for number in range(1, count + 1)}
    asked = request.GET.get("set", "").split(".")[:MAX_SET_SIZE]
    return list(dict.fromkeys(numbers[one] for one in asked if one in numbers))
