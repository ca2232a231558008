"""Puzzles one after another: find the move that keeps the win or the draw."""

from collections.abc import Iterable, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games.engine.exercises import exercises
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play.verbs import legal_move
from games.play.words import refusals
from games.play.words.rules import choice_of_games
from games.play.words.verdicts import learning_in_words
from games.practice import links, services
from games.practice.course import count_of, course_of, mixed_course, section_of
from games.practice.selectors import Progress, progress_of
from games.practice.words.exercises import Task, sections_in_words
from games.site import identity, limits
from games.site.error_pages import read_only
from games.site.preferences import keep, named_variant, preferences, variant_of
from games.site.refusals import Refused

MAX_SET_SIZE = 40


@read_only
@never_cache
def next_exercise(request: HttpRequest) -> HttpResponse:
    """Redirect to the next puzzle of a game, or with `mix` of the game after it; or say that all are solved."""
    variant, mix, player = variant_of(request), "mix" in request.GET, identity.player_of(request)
    for one in _games_after(variant) if mix else [variant]:
        order = mixed_course(one) if mix else _by_theme(one, request.GET.get("theme", ""))
        number = _next_number(one, progress_of(player, one), order)
        if number:
            return redirect(links.exercise_path(one, number, mix=mix))
    context = {
        "games": choice_of_games(variant),
        "count": count_of(variant),
        "first_url": links.exercise_path(variant, 1),
        "mix_url": links.practice_path(variant, mix=True),
    }
    return render(request, "practice/exercises_solved.html", context)


def _games_after(variant: Variant) -> list[Variant]:
    """Return all games in order, starting after this one."""
    every = list(VARIANTS.values())
    start = every.index(variant) + 1
    return every[start:] + every[:start]


def _by_theme(variant: Variant, theme: str) -> list[int]:
    """Return the numbers of a game's puzzles by section, first those of the section `theme`."""
    course = course_of(variant)
    return [number for numbers in (course.get(theme, ()), *course.values()) for number in numbers]


def _next_number(variant: Variant, progress: Progress, order: Iterable[int]) -> int:
    """Return the number of a player's next puzzle: one that is due, else the first unsolved one; 0 without one."""
    every = [one.position.text for one in exercises(variant)]
    unsolved = (every[number - 1] for number in order if every[number - 1] not in progress.solved)
    wanted = next((text for text in (*progress.due, *unsolved) if text in every), None)
    return every.index(wanted) + 1 if wanted else 0


@never_cache
def exercise(request: HttpRequest, number: int) -> HttpResponse:
    """A puzzle, with the result if a square was pressed. The URL may name a set of puzzles (`links.exercise_path`)."""
    variant, mix = named_variant(request), "mix" in request.GET
    every = exercises(variant)
    if number not in range(1, len(every) + 1):
        raise Http404
    within = _within(request, len(every))
    within = within if number in within else []
    theme = section_of(variant, number)
    row: Sequence[int] = within or course_of(variant).get(theme) or range(1, len(every) + 1)
    place = row.index(number)
    shown, tried, right, refusal = every[number - 1], None, False, ""
    if request.method == "POST":
        try:
            with identity.player_for_post(request, limits.FORMS) as player:
                move = legal_move(variant, shown.position, request.POST)
                right = services.answer_exercise(player=player, exercise=shown, move=move)
            tried = move
        except Refused as refused:
            refusal = refusals.in_words(refused)
    progress = progress_of(identity.player_of(request), variant)
    write = request.POST.get("write") or preferences(request.COOKIES)["write"]
    last, onward_url = place + 1 == len(row), links.practice_path(variant, "" if mix else theme, mix=mix)
    context = {
        "task": Task(shown, tried, right, refusal, write),
        "number": place + 1,
        "count": len(row),
        "solved": sum(every[one - 1].position.text in progress.solved for one in row),
        "ladder": learning_in_words(variant),
        "games": [] if within else choice_of_games(variant),
        "sections": [] if within or mix else sections_in_words(variant, theme, progress.solved),
        "back": tried is None and shown.position.text in progress.due,
        "mix": mix,
        "mix_url": links.practice_path(variant, mix=True),
        "action": links.exercise_path(variant, number, within, mix=mix),
        "previous_url": links.exercise_path(variant, row[place - 1], within) if place and not mix else "",
        "skip_url": onward_url if mix else "" if last else links.exercise_path(variant, row[place + 1], within),
        "next_url": links.exercise_path(variant, row[place + 1], within) if within and not last else onward_url,
    }
    response = render(request, "practice/exercise.html", context, status=409 if refusal else 200)
    keep(request, response, "write")
    return response


def _within(request: HttpRequest, count: int) -> list[int]:
    """Return the numbers, up to `count`, in the set of puzzles that the URL names."""
    numbers = {str(number): number for number in range(1, count + 1)}
    asked = request.GET.get("set", "").split(".")[:MAX_SET_SIZE]
    return list(dict.fromkeys(numbers[one] for one in asked if one in numbers))
