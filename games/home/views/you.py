"""The data stored about a person: view it, download it, and have it deleted."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games.home import services
from games.home.words.kept import consequences
from games.play.selectors.games import finished_games_of
from games.play.words import refusals
from games.review.exchange import to_lines
from games.site import identity, limits
from games.site.error_pages import error, read_only
from games.site.refusals import Refused

GAMES_IN_A_FILE = 2_000  # a second of work


@read_only
@never_cache
def you(request: HttpRequest) -> HttpResponse:
    player = identity.player_of(request)
    count = finished_games_of(player).count() if player else 0
    parts = range(1, 1 + -(-count // GAMES_IN_A_FILE))
    return render(request, "home/you.html", {"known": player is not None, "parts": parts})


@read_only
@never_cache
def games(request: HttpRequest) -> HttpResponse:
    """Return GAMES_IN_A_FILE of the sender's finished games, oldest first, one per line. `part` counts from 1."""
    player = identity.player_of(request)
    limits.take(limits.DOWNLOADS, player.pk if player else identity.address_of(request))
    asked = request.GET.get("part", "")
    part = int(asked) if asked.isascii() and asked.isdecimal() and 0 < len(asked) < 6 else 1
    first = (max(part, 1) - 1) * GAMES_IN_A_FILE
    found = finished_games_of(player)[first : first + GAMES_IN_A_FILE] if player else ()
    answer = HttpResponse(to_lines(found), content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="tic-tac-toe-games.jsonl"'
    return answer


@never_cache
def forget(request: HttpRequest) -> HttpResponse:
    """Ask once more, and forget the sender if they are sure."""
    player = identity.player_of(request)
    if player is None:
        return redirect("games:you")
    if "sure" not in request.POST:
        return render(request, "home/forget.html", {"lines": list(consequences(player))})
    limits.take(limits.FORMS, player.pk)
    try:
        services.forget(player=player)
    except Refused as refused:
        return error(request, 409, refusals.in_words(refused))
    identity.leave(request)
    return redirect("games:you")
