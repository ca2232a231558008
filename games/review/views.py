"""The review of a finished game, its export as a file or a line of text, and the review of an uploaded file, which is
not stored: the URL holds the game.

Each moment of a game has a URL (`?ply=5`). The page stays connected to the room, so that rematch offers reach the
players.
"""

import json
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache

from games.play import links
from games.play.forms import MomentForm
from games.play.models import Status
from games.play.selectors.state import State
from games.play.verbs import legal_move
from games.play.views.room import game_or_404
from games.play.words import refusals
from games.play.words.pov import Pov
from games.play.words.questions import answers
from games.play.words.room import review_from, words_of
from games.play.words.titles import standing, standing_in_words
from games.review import exchange
from games.review.exchange import NotOurs
from games.review.forms import OpenForm
from games.review.words import Review
from games.site import identity, limits
from games.site.error_pages import error, read_only
from games.site.refusals import Reason, Refused


def review_of(request: HttpRequest, pov: Pov) -> Review:
    """Return the review at the requested moment, by default at that of `review_from`."""
    form = MomentForm(request.GET)
    asked = form.cleaned_data.get("ply") if form.is_valid() else None
    ply = review_from(pov) if asked is None else min(asked, pov.state.plies)
    review = Review(pov, ply, request.GET.get("worth") != "off", write=request.GET.get("write", pov.write))
    return _trying(request, review) if "try" in request.GET and review.mistaken else review


def _trying(request: HttpRequest, review: Review) -> Review:
    """Return a review in which the viewer looks for a better move, and tries the URL's move, if any."""
    review = replace(review, trying=True)
    if "cell" not in request.GET:
        return review
    try:
        return replace(review, tried=legal_move(review.pov.state.variant, review.choice, request.GET))
    except Refused as refused:
        return replace(review, refused=refusals.in_words(refused))


def review_context(request: HttpRequest, pov: Pov, **address: str) -> dict[str, Any]:
    """Return the context of a review. `address` holds the query parameters to repeat in every link to a moment."""
    review, state = review_of(request, pov), pov.state
    shown = review.ply - review.trying
    stands = standing(state if shown == state.plies else state.at(shown))
    if review.trying:
        stands = f"{review.choice.turn}-again"
    words = words_of(pov)
    return {
        **words,
        "review": review,
        "says": words["preview"] if shown == state.plies else standing_in_words(state.variant, stands),
        "answers": answers(replace(pov, state=review.shown)),
        "setup_url": links.setup_path(state.variant, review.play_from),
        "board_url": links.board_path(state.variant, state.inks_after(shown), stands),
        "address": address,
        "query": f"{urlencode(address)}&" if address else "",
        "worth": "" if review.worths else "&worth=off",
    }


@read_only
@never_cache
def export(request: HttpRequest, code: str, *, as_json: bool) -> HttpResponse:
    """The game as a file, whose format exchange.py describes, or in one line."""
    game = game_or_404(code)
    if game.status != Status.FINISHED:
        return error(request, 409, refusals.in_words(Refused(Reason.NOT_OVER)))
    if not as_json:
        return HttpResponse(exchange.to_text(State.of(game)) + "\n", content_type="text/plain; charset=utf-8")
    answer = JsonResponse(exchange.to_json(game), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="tic-tac-toe-{code}.json"'
    return answer


def open_file(request: HttpRequest) -> HttpResponse:
    """Accept a file and redirect to a URL that holds the whole game. Nothing is stored."""
    form = OpenForm(request.POST or None, request.FILES or None)
    if request.method != "POST":
        return render(request, "review/open.html", {"form": OpenForm()})
    if not form.is_valid():
        return render(request, "review/open.html", {"form": form}, status=400)
    return HttpResponseRedirect(f"{reverse('games:look')}?{urlencode({'game': _compact(form.cleaned_data['game'])})}")


@read_only
def look(request: HttpRequest) -> HttpResponse:
    """The review of a game held in the URL."""
    try:
        state = exchange.from_json(request.GET.get("game", ""))
    except NotOurs as not_ours:
        return error(request, 400, str(not_ours))
    limits.take(limits.VIEWING, identity.address_of(request), many=max(1, state.plies))
    return render(request, "review/look.html", review_context(request, Pov(state), game=_compact(state)))


def _compact(state: State) -> str:
    """Return the game as compact JSON for a URL, without optional fields, because every link on the page repeats it."""
    return json.dumps(exchange.values_of(state), ensure_ascii=False, separators=(",", ":"))
