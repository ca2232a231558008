"""Finding the one move that holds, exercise by exercise."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games import identity, limits, services
from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.refusals import Reason, Refused
from games.selectors.games import solved_by
from games.show import refusals
from games.show.exercises import ExerciseTask
from games.web.forms import MoveForm
from games.web.views.errors import error, read_only

CONFLICT = 409


@read_only
@never_cache
def next_exercise(request: HttpRequest) -> HttpResponse:
    """Leads on to the first exercise not solved yet; when all are, says so."""
    solved = solved_by(identity.player_of(request))
    for number, exercise in enumerate(exercises(CLASSIC), start=1):
        if exercise.position.text not in solved:
            return redirect("games:exercise", number)
    return render(request, "games/exercises_solved.html", {"count": len(exercises(CLASSIC))})


@never_cache
def exercise(request: HttpRequest, number: int) -> HttpResponse:
    """One exercise, and where a square was pressed what that brought."""
    if number not in range(1, len(exercises(CLASSIC)) + 1):
        raise Http404
    shown, tried, right, refusal = exercises(CLASSIC)[number - 1], None, False, ""
    if request.method == "POST":
        form = MoveForm(CLASSIC, request.POST)
        if not form.is_valid():
            return error(request, 400, refusals.in_words(Refused(Reason.NOT_A_SQUARE)))
        move = form.cleaned_data["cell"]
        try:
            with identity.player_for_post(request, limits.FORMS) as player:
                right = services.answer_exercise(player=player, exercise=shown, move=move)
            tried = move
        except Refused as refused:
            refusal = refusals.in_words(refused)
    solved = solved_by(identity.player_of(request))
    task = ExerciseTask(shown, tried, right, refusal, number, len(solved))
    return render(request, "games/exercise.html", {"task": task}, status=CONFLICT if refusal else 200)
