"""The pages, and the forms behind them. Every POST ends in a redirect, or in a page that says what was wrong."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_cookie

from games import actions, fragments, identity, links, services
from games.context import THEME_COOKIE, THEMES
from games.forms import ComputerForm, JoinForm, NameForm, SideForm
from games.models import Game
from games.pov import Pov, State
from games.roster import CHARACTERS, NAMES
from games.rows import row
from games.selectors import games_of, games_with_seats, unfinished_games_of
from games.services import Reason, Refused

GAMES_PER_PAGE = 20
UNFINISHED_ON_HOME = 5
YEAR = 365 * 24 * 60 * 60

# Everything else that is refused was right to ask, but at another moment.
STATUS_OF = {
    Reason.NOT_A_SQUARE: 400,
    Reason.UNKNOWN_ACTION: 400,
    Reason.UNKNOWN_OPPONENT: 400,
    Reason.NOT_YOUR_SEAT: 403,
}
CONFLICT = 409


# --- pages


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    player = identity.player_of(request)
    games = list(unfinished_games_of(player)[:UNFINISHED_ON_HOME]) if player else []
    rows = sorted((row(game, player) for game in games), key=lambda line: not line.your_turn)
    opponents = [{"key": key, "name": NAMES[key], "character": CHARACTERS[key]} for key in NAMES]
    return render(request, "games/home.html", {"opponents": opponents, "unfinished": rows})


@require_safe
def your_games(request: HttpRequest) -> HttpResponse:
    player = identity.player_of(request)
    games = games_of(player) if player else Game.objects.none()
    page = Paginator(games, GAMES_PER_PAGE).get_page(request.GET.get("page"))
    rows = [row(game, player) for game in page]
    return render(request, "games/games.html", {"page": page, "rows": rows})


def name(request: HttpRequest) -> HttpResponse:
    """Asks for a name and keeps it; `next` is where to go on to."""
    going_on = _next(request)
    form = NameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with identity.player_for_post(request) as player:
            services.rename(player=player, name=form.cleaned_data["name"])
        return redirect(going_on)
    if not form.is_bound:
        player = identity.player_of(request)
        form = NameForm(initial={"name": player.name if player else ""})
    return render(request, "games/name.html", {"form": form, "next": going_on}, status=400 if form.errors else 200)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    response = redirect(_next(request))
    if request.POST.get("theme") in THEMES:
        response.set_cookie(
            THEME_COOKIE, request.POST["theme"], max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure()
        )
    return response


# --- making games


@require_POST
def new_friend(request: HttpRequest) -> HttpResponse:
    form = SideForm(request.POST)
    if not form.is_valid():
        return _error(request, 400, _("Please choose who starts."))
    with identity.player_for_post(request) as player:
        made = services.invite(player=player, side=form.cleaned_data["side"])
    return _to_room(made.code)


@require_POST
def new_computer(request: HttpRequest) -> HttpResponse:
    form = ComputerForm(request.POST)
    if not form.is_valid():
        return _error(request, 400, _("Please choose a computer player and who starts."))
    with identity.player_for_post(request) as player:
        made = services.start_against_computer(player=player, **form.cleaned_data)
    return _to_room(made.code)


@require_POST
def new_one_screen(request: HttpRequest) -> HttpResponse:
    with identity.player_for_post(request) as player:
        made = services.start_one_screen(player=player)
    return _to_room(made.code)


# --- the room


@require_safe
@never_cache
def room(request: HttpRequest, code: str) -> HttpResponse:
    return _room(request, code)


@require_safe
@never_cache
@vary_on_cookie
def state(request: HttpRequest, code: str) -> HttpResponse:
    """The room's fragment, for pages whose socket is blocked; 204 if the page has this version."""
    pov = _pov(request, code)
    if request.GET.get("version") == str(pov.state.version):
        return HttpResponse(status=204)
    return HttpResponse(fragments.render(pov, request.LANGUAGE_CODE))


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    form = JoinForm(request.POST)
    if not form.is_valid():
        return _room(request, code, notice=" ".join(form.errors["name"]), status=400)
    try:
        with identity.player_for_post(request) as player:
            if form.cleaned_data["name"]:
                services.rename(player=player, name=form.cleaned_data["name"])
            services.join(code=code, player=player)
    except Game.DoesNotExist as unknown:
        raise Http404 from unknown
    except Refused as refused:
        return _refused(request, code, refused)
    return _to_room(code)


@require_POST
def act(request: HttpRequest, code: str, verb: str) -> HttpResponse:
    """Any of actions.VERBS, as a form sends it."""
    try:
        done = actions.perform(verb, code=code, player=identity.player_of(request), data=request.POST)
    except Game.DoesNotExist as unknown:
        raise Http404 from unknown
    except Refused as refused:
        return _refused(request, code, refused)
    return _to_room(done.next_code if verb == "rematch" and done.next_code else code)


def _pov(request: HttpRequest, code: str) -> Pov:
    """The game as the sender of the request sees it. Raises Http404 for an unknown game."""
    game = games_with_seats().filter(code=code).first()
    if game is None:
        raise Http404
    player = identity.player_of(request)
    return Pov(State.of(game), State.of(game).marks_of(player.pk if player else None), "watch" in request.GET)


def _room(request: HttpRequest, code: str, *, notice: str = "", status: int = 200) -> HttpResponse:
    pov = _pov(request, code)
    query = f"?lang={request.LANGUAGE_CODE}" + ("&watch" if pov.watching else "")
    context = {
        "pov": pov,
        "code": code,
        "fragment": fragments.render(pov, request.LANGUAGE_CODE),
        "invite_url": links.invite_url(request, code),
        "socket_path": f"/ws/g/{code}/{query}",
        "state_url": reverse("games:state", args=[code]) + query,
        "notice": notice,
    }
    return render(request, "games/room.html", context, status=status)


def _refused(request: HttpRequest, code: str, refused: Refused) -> HttpResponse:
    """The true room, with the reason."""
    return _room(request, code, notice=str(refused), status=STATUS_OF.get(refused.reason, CONFLICT))


def _to_room(code: str) -> HttpResponseRedirect:
    return redirect("games:room", code)


def _next(request: HttpRequest) -> str:
    """Where a form wants to go on to: a page of this site, else home."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return wanted
    return reverse("games:home")


# --- when something does not fit


def _error(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    return render(request, "games/error.html", {"sentence": sentence}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error(request, 400, _("The site could not make sense of that."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error(request, 403, _("That is not open to you."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _error(request, 403, _("This page was open for too long. Go back, load it again and try once more."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error(request, 404, _("There is no such page. Perhaps the link lost a letter on the way."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Without context processors: whatever broke may be what they need."""
    return render(None, "500.html", status=500)
