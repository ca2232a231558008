"""The daily puzzle: its page, its picture, and answers."""

from dataclasses import replace
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.cache import cache_control, never_cache

from games.play.verbs import legal_move
from games.play.words import picture, refusals
from games.play.words.rules import rules_of
from games.practice import days, links, services
from games.practice.daily import FIRST_DAY, exercise_of
from games.practice.selectors import daily_of, with_best, wrong_moves_of
from games.practice.words.daily import DailyTask, daily_task
from games.practice.words.exercises import Task
from games.site import identity, limits
from games.site.error_pages import read_only
from games.site.preferences import named_language, preferences
from games.site.refusals import Refused


@read_only
@never_cache
def today(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, by the visitor's clock."""
    return _page(request, _task(request, days.today_of(request)))


@never_cache
def daily(request: HttpRequest, day: date) -> HttpResponse:
    """A day's puzzle, with the result if a square was pressed."""
    _check(day)
    if request.method != "POST":
        return _page(request, _task(request, day))
    exercise = exercise_of(day)
    try:
        with identity.player_for_post(request, limits.FORMS) as player:
            move = legal_move(exercise.variant, exercise.position, request.POST)
            services.answer_daily(player=player, day=day, today=days.today_of(request), move=move)
    except Refused as refused:
        return _page(request, replace(_task(request, day), refused=refusals.in_words(refused)), status=409)
    task = _task(request, day)
    return _page(request, replace(task, tried=move) if not task.right or move in exercise.answers else task)


@read_only
@cache_control(public=True, max_age=24 * 60 * 60)
def daily_picture(request: HttpRequest, day: date) -> HttpResponse:
    """Return a picture of the position, with the task in the language of `?lang`, for previews and sharing."""
    _check(day)
    exercise = exercise_of(day)
    with override(named_language(request.GET.get("lang", ""))):
        task = Task(exercise).task
    return HttpResponse(picture.png(exercise.variant, exercise.position, words=task), content_type="image/png")


def _task(request: HttpRequest, day: date) -> DailyTask:
    """Return a day's puzzle with the visitor's progress."""
    today, player = days.today_of(request), identity.player_of(request)
    row, streaks = daily_of(player, day, today)
    wrong = wrong_moves_of(day) if row and row.found_at else {}
    task = daily_task(day, today, row, with_best(player, streaks), wrong)
    return replace(task, write=request.POST.get("write") or preferences(request.COOKIES)["write"])


def _check(day: date) -> None:
    """Raise Http404 for a day before FIRST_DAY, or one that has not begun in any time zone."""
    if not FIRST_DAY <= day <= days.latest_anywhere():
        raise Http404


def _page(request: HttpRequest, task: DailyTask, *, status: int = 200) -> HttpResponse:
    address = links.day_url(request, task.day)
    context = {
        "task": task,
        "rules": rules_of(task.exercise.variant),
        "address": address,
        "words": task.words(address),
        "picture_url": f"{address}board.png?lang={request.LANGUAGE_CODE}",
    }
    return render(request, "practice/daily.html", context, status=status)
