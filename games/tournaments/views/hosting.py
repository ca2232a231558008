"""The host's page of a tournament, and the big screen. The key in the URL alone identifies the host, so no other page
has it in its URL, and requests from the host's page send only the origin as their Referer."""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games.play.words import refusals
from games.site import identity, limits
from games.site.error_pages import read_only, too_many_requests
from games.site.limits import TooMany
from games.site.links import cached_qr_code, for_others, qr_code, without_scheme
from games.site.refusals import Reason, Refused
from games.tournaments import links
from games.tournaments.access import state_of
from games.tournaments.forms import HostForm
from games.tournaments.models import Entrant, Tournament
from games.tournaments.selectors.tournaments import TournamentState, tournament_state
from games.tournaments.services import tournaments
from games.tournaments.services.breaks import set_more_time
from games.tournaments.services.names import give_names, rename
from games.tournaments.words.drawn_names import drawn_names
from games.tournaments.words.hosting import Hosting
from games.tournaments.words.wall import Wall
from tictactoe_site.release import release

BAD, CONFLICT = 400, 409

# What the forms of the host's page do, given the host's key and the form's data.
ACTIONS: Final[dict[str, Callable[[str, dict[str, Any]], object]]] = {
    "start": lambda key, asked: tournaments.start(key=key),
    "pause": lambda key, asked: tournaments.pause(key=key),
    "go-on": lambda key, asked: tournaments.resume(key=key),
    "longer": lambda key, asked: tournaments.set_minutes(key=key, minutes=asked["minutes"] or 0),
    "end": lambda key, asked: tournaments.end(key=key, at_once=asked["at_once"]),
    "draw-names": lambda key, asked: give_names(key=key, names=drawn_names(get_language()), language=get_language()),
    "rename": lambda key, asked: rename(key=key, entrant=asked["entrant"] or 0, name=asked["name"]),
    "remove": lambda key, asked: tournaments.remove(key=key, entrant=asked["entrant"] or 0),
    "more-time": lambda key, asked: set_more_time(key=key, entrant=asked["entrant"] or 0, more=True),
    "usual-time": lambda key, asked: set_more_time(key=key, entrant=asked["entrant"] or 0, more=False),
    "delete": lambda key, asked: tournaments.delete(key=key),
    "release": lambda key, asked: tournaments.forfeit_remaining(key=key, entrant=asked["entrant"] or 0),
    "close": lambda key, asked: tournaments.set_closed(key=key, closed=True),
    "open": lambda key, asked: tournaments.set_closed(key=key, closed=False),
    "remove-unmoved": lambda key, asked: tournaments.remove_unmoved(key=key),
}


@csrf_exempt  # the key in the URL, not a cookie, authorizes the host, so other sites cannot forge requests
@never_cache
def host(request: HttpRequest, key: str) -> HttpResponse:
    """The host's page and its actions."""
    response = _answer(request, key)
    response["Referrer-Policy"] = "strict-origin"  # enough for the origin check of forms
    return response


def _answer(request: HttpRequest, key: str) -> HttpResponse:
    try:
        state = tournament_state(key=key)
    except Tournament.DoesNotExist as unknown:
        raise Http404 from unknown
    limits.remember_code(state.code, identity.address_of(request))
    if request.method != "POST":
        return _host(request, key, state)
    try:
        limits.take(limits.FORMS, f"host-{state.id}")
    except TooMany as too_many:
        return too_many_requests(request, str(too_many), too_many.seconds)
    form = HostForm(request.POST)
    if not form.is_valid():
        sentence = " ".join(map(str, form.errors.get("name", []))) or refusals.in_words(Refused(Reason.UNKNOWN_ACTION))
        return _host(request, key, state, notice=sentence, status=BAD)
    try:
        if form.cleaned_data["do"] not in ACTIONS:
            raise Refused(Reason.UNKNOWN_ACTION)
        ACTIONS[form.cleaned_data["do"]](key, form.cleaned_data)
    except Entrant.DoesNotExist as unknown:
        raise Http404 from unknown
    except Refused as refused:
        return _host(request, key, tournament_state(key=key), notice=refusals.in_words(refused), status=CONFLICT)
    return redirect("games:home") if form.cleaned_data["do"] == "delete" else redirect("games:tournament_host", key)


def _host(
    request: HttpRequest, key: str, state: TournamentState, *, notice: str = "", status: int = 200
) -> HttpResponse:
    """Return the host's page, with a notice if an action was refused. A refused name stays in its field."""
    address = for_others(request, request.path)
    own = {
        "join_url": links.join_url(request, state.code),
        "join_at": without_scheme(links.join_url(request)),
        "tried": {"entrant": request.POST.get("entrant"), "name": request.POST.get("name")} if notice else {},
    }
    context = {
        "tournament": state,
        "fragment": Hosting.of(state).render(request.LANGUAGE_CODE, **own),
        "host_url": address,
        "qr_code": qr_code(address),
        "notice": notice,
        "still": bool(notice) or "still" in request.GET,  # without a script the page then does not refresh itself
        "way_back": reverse("games:home"),
    }
    return _live_page(request, "tournaments/host.html", f"/ws/host/{key}/{state.code}/", context, status=status)


@read_only
@never_cache
def wall(request: HttpRequest, code: str) -> HttpResponse:
    """The page for a projector, which updates itself."""
    state = state_of(request, code)
    shown = Wall.of(state)
    address = links.practice_url(request, code) if shown.missed else links.join_url(request, code)
    own = {
        "join_at": without_scheme(links.join_url(request)),
        "practice_at": without_scheme(address),
        "qr_code": cached_qr_code(address),
    }
    fragment = shown.render(request.LANGUAGE_CODE, **own)
    context = {"tournament": state, "fragment": fragment, **own}
    return _live_page(request, "tournaments/wall.html", f"/ws/t/{code}/wall/", context)


def _live_page(
    request: HttpRequest, template: str, socket: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Return a page that is updated through a socket, or by polling if sockets are blocked."""
    query = f"?lang={request.LANGUAGE_CODE}"
    live = {
        "socket_path": socket + query,
        "state_url": request.path + query,
        "beat": settings.BEAT,
        "release": release(),
    }
    response = render(request, template, context | live, status=status)
    response["Release"] = release()
    return response
