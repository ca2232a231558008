"""A tournament as its host sees it, and on the wall.

The host is known by the key in the address alone. So no page that others are to see, the wall first of all, has it in
its address, and nothing that the host's page leads to learns where it was come from.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from games import identity, limits
from games.models import Entrant, Tournament
from games.refusals import Reason, Refused
from games.selectors.endings import ending_of
from games.selectors.games import games_with_seats
from games.selectors.state import State
from games.selectors.tournaments import TournamentState, hosted
from games.services import tournaments
from games.show import refusals
from games.show.class_review import missed_positions
from games.show.drawn_names import drawn_names
from games.show.hosting import Hosting, names_last
from games.show.results import about
from games.show.wall import Wall
from games.web import links
from games.web.forms import HostForm
from games.web.tournaments import games_played, state_of
from games.web.views.errors import read_only
from tictactoe_site.release import release

BAD, CONFLICT = 400, 409


@never_cache
def host(request: HttpRequest, key: str) -> HttpResponse:
    """The page of the host, and what they do there."""
    try:
        state = hosted(key)
    except Tournament.DoesNotExist as unknown:
        raise Http404 from unknown
    limits.know(state.code, identity.address_of(request))
    if request.method != "POST":
        return _host(request, key, state)
    limits.take(limits.FORMS, f"host-{state.id}")
    form = HostForm(request.POST)
    if not form.is_valid():
        sentence = form.sentence() or refusals.in_words(Refused(Reason.UNKNOWN_ACTION))
        return _host(request, key, state, notice=sentence, status=BAD)
    try:
        _do(key, form.cleaned_data)
    except Entrant.DoesNotExist as unknown:
        raise Http404 from unknown
    except Refused as refused:
        return _host(request, key, hosted(key), notice=refusals.in_words(refused), status=CONFLICT)
    return _without_referrer(redirect("games:tournament_host", key))


def _do(key: str, asked: dict[str, Any]) -> None:
    """Does what a form of the host's page asks for. Raises Refused, and Entrant.DoesNotExist."""
    match asked["do"]:
        case "start":
            tournaments.start(key=key)
        case "pause":
            tournaments.pause(key=key)
        case "go-on":
            tournaments.go_on(key=key)
        case "longer":
            tournaments.set_minutes(key=key, minutes=asked["minutes"] or 0)
        case "end":
            tournaments.end(key=key, at_once=asked["at_once"])
        case "draw-names":
            tournaments.give_names(key=key, names=drawn_names())
        case "rename":
            tournaments.rename(key=key, entrant=asked["entrant"] or 0, name=asked["name"])
        case "remove":
            tournaments.remove(key=key, entrant=asked["entrant"] or 0)
        case _:
            raise Refused(Reason.UNKNOWN_ACTION)


def _host(
    request: HttpRequest, key: str, state: TournamentState, *, notice: str = "", status: int = 200
) -> HttpResponse:
    """The page of the host, with what was refused. A name that was refused stands in its field again."""
    join, address = links.join_url(request, state.code), links.host_url(request, key)
    context = {
        "hosting": Hosting(state, timezone.now(), games_played(state)),
        "tournament": state,
        "join_url": join,
        "join_at": links.spoken(links.join_url(request)),
        "host_url": address,
        "qr_code": links.qr_code(address),
        "names_last": names_last(state),
        "notice": notice,
        "tried": {"entrant": request.POST.get("entrant"), "name": request.POST.get("name")} if notice else {},
        "release": release(),
    }
    return _without_referrer(render(request, "tournaments/host.html", context, status=status))


def _without_referrer(response: HttpResponse) -> HttpResponse:
    """Has the browser tell nobody, this site included, from which page it comes: the address holds the key. Forms are
    still known to come from this site."""
    response["Referrer-Policy"] = "strict-origin"
    return response


@read_only
@never_cache
def wall(request: HttpRequest, code: str) -> HttpResponse:
    """The page for a projector: it never asks anything, and goes on by itself."""
    state = state_of(request, code)
    now = timezone.now()
    played = games_played(state)
    if state.over_at:
        shown = Wall(state, now, played, ending=ending_of(state))
    else:
        games = {game.code: game for game in games_with_seats().filter(code__in=state.boards)}
        shown = Wall(state, now, played, tuple(State.of(games[code]) for code in state.boards if code in games))
    missed = missed_positions(state)
    address = links.practice_url(request, code) if missed else links.join_url(request, code)
    context = {
        "wall": shown,
        "tournament": state,
        "join_at": links.spoken(links.join_url(request)),
        "about": about(state, played),
        "missed": missed[0] if missed else None,
        "practice_at": links.spoken(address),
        "qr_code": links.qr_code(address),
        "release": release(),
    }
    return render(request, "tournaments/wall.html", context)
