"""The lasting pages of a tournament: the standings, its games, and the positions that people got wrong most often. From
OPEN_AFTER_END after the end, they are open only to participants and at addresses where the code is known. They show
neither the host's actions nor the key."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games.site.error_pages import read_only
from games.tournaments import links
from games.tournaments.access import state_of
from games.tournaments.selectors.tournaments import finished_games
from games.tournaments.words.class_review import missed_positions
from games.tournaments.words.overview import named
from games.tournaments.words.results import about, as_file, game_line

GAMES_ON_A_PAGE = 50


@read_only
@never_cache
def results(request: HttpRequest, code: str) -> HttpResponse:
    """The standings as a printable sheet."""
    state = state_of(request, code)
    context = {"tournament": named(state), "about": about(state)}
    return render(request, "tournaments/results.html", context)


@read_only
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The standings as a file for spreadsheets."""
    state = state_of(request, code)
    response = HttpResponse(as_file(state), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="tournament-{code}.csv"'
    return response


@read_only
@never_cache
def games(request: HttpRequest, code: str) -> HttpResponse:
    """The finished games between two people, each with a link to its review."""
    state = state_of(request, code)
    page = Paginator(finished_games(state.id), GAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"tournament": state, "page": page, "lines": map(game_line, page)}
    return render(request, "tournaments/games.html", context)


@read_only
@never_cache
def class_review(request: HttpRequest, code: str) -> HttpResponse:
    """The positions that people got wrong most often, one at a time, without names, because it may be projected."""
    state = state_of(request, code)
    missed = missed_positions(state, answered="answer" in request.GET)
    page = Paginator(missed, 1).get_page(request.GET.get("at"))
    context = {
        "tournament": state,
        "page": page,
        "missed": page[0] if missed else None,
        "others": [(at, one) for at, one in enumerate(missed, start=1) if at != page.number],
        "practice_url": links.practice_url(request, code, page.number),
    }
    return render(request, "tournaments/class_review.html", context)


@read_only
@never_cache
def class_practice(request: HttpRequest, code: str) -> HttpResponse:
    """Puzzles similar to a position that many got wrong."""
    state = state_of(request, code)
    missed = missed_positions(state)
    if state.over_at and not state.stored_ending:
        return redirect("games:class_review", code)  # that page says that the results are not ready
    if not missed:
        raise Http404
    page = Paginator(missed, 1).get_page(request.GET.get("at"))
    return render(request, "tournaments/class_practice.html", {"tournament": state, "page": page, "missed": page[0]})
