"""The lasting pages of a tournament: the standings, its games, and the positions that people got wrong most often.

They are open to everyone with the code; from OPEN_AFTER_END after the end, only to participants and at addresses where
the code is known. They show neither the host's actions nor the key.
"""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games.play.models import Status
from games.practice.links import exercise_path
from games.review.tables import as_csv, defused
from games.site.error_pages import read_only
from games.tournaments import links
from games.tournaments.access import state_of
from games.tournaments.selectors.tournaments import games_between_people, games_played
from games.tournaments.words.class_review import has_ending, missed_positions
from games.tournaments.words.hosting import names_last
from games.tournaments.words.results import about, game_lines, result_lines

GAMES_ON_A_PAGE = 50
COLUMNS = ("place", "name", "points", "won", "drawn", "lost", "mistakes")  # of the file


@read_only
@never_cache
def results(request: HttpRequest, code: str) -> HttpResponse:
    """The standings as a printable sheet."""
    state = state_of(request, code)
    context = {
        "tournament": state,
        "lines": result_lines(state),
        "about": about(state, games_played(state.id)),
        "names_last": names_last(state),
    }
    return render(request, "tournaments/results.html", context)


@read_only
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The standings as a file for spreadsheets, with a byte order mark so that they read it as UTF-8."""
    lines = ({**vars(line), "name": defused(line.name)} for line in result_lines(state_of(request, code)))
    content = f"\N{BYTE ORDER MARK}{as_csv(COLUMNS, lines)}"
    response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="tournament-{code}.csv"'
    return response


@read_only
@never_cache
def games(request: HttpRequest, code: str) -> HttpResponse:
    """The finished games between two people, each with a link to its review."""
    state = state_of(request, code)
    over = games_between_people(state.id).filter(status=Status.FINISHED)
    page = Paginator(over, GAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"tournament": state, "page": page, "lines": game_lines(page.object_list)}
    return render(request, "tournaments/games.html", context)


@read_only
@never_cache
def class_review(request: HttpRequest, code: str) -> HttpResponse:
    """The positions that people got wrong most often, one at a time, with the answer on request. Without names and
    without the key in its URL, because it may be projected."""
    state = state_of(request, code)
    missed = missed_positions(state, answered="answer" in request.GET)
    number = _number(request, len(missed))
    context = {
        "tournament": state,
        "missed": missed[number - 1] if missed else None,
        "has_ending": has_ending(state),
        "number": number,
        "count": len(missed),
        "others": [(at, one) for at, one in enumerate(missed, start=1) if at != number],
        "practice_url": links.practice_url(request, code, number),
    }
    return render(request, "tournaments/class_review.html", context)


@read_only
@never_cache
def class_practice(request: HttpRequest, code: str) -> HttpResponse:
    """Puzzles similar to a position that many got wrong."""
    state = state_of(request, code)
    missed = missed_positions(state)
    if state.over_at and not has_ending(state):
        return redirect("games:class_review", code)  # that page says that the results are not ready
    if not missed:
        raise Http404
    number = _number(request, len(missed))
    shown = missed[number - 1]
    within = [one.number for one in shown.similar_puzzles]
    context = {
        "tournament": state,
        "missed": shown,
        "alike": [(one, exercise_path(state.variant, one.number, within)) for one in shown.similar_puzzles],
        "number": number,
        "numbers": range(1, len(missed) + 1),
    }
    return render(request, "tournaments/class_practice.html", context)


def _number(request: HttpRequest, count: int) -> int:
    """Return the requested number of a position, from 1; 1 if it is missing or invalid."""
    asked = request.GET.get("at", "")
    return int(asked) if asked in {str(number) for number in range(1, count + 1)} else 1
