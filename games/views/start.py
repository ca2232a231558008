"""The first page, what a person keeps here, and every way to make a game."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import identity, services
from games.context import NUMPAD_COOKIE, THEME_COOKIE, THEMES
from games.forms import ComputerForm, FriendForm, NameForm, OneScreenForm
from games.models import Game
from games.opponents import picker
from games.rows import row
from games.selectors import games_of, unfinished_games_of
from games.views.errors import error, post_only

GAMES_PER_PAGE = 20
UNFINISHED_ON_HOME = 5
YEAR = 365 * 24 * 60 * 60


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    player = identity.player_of(request)
    games = list(unfinished_games_of(player)[:UNFINISHED_ON_HOME]) if player else []
    rows = sorted((row(game, player) for game in games), key=lambda line: not line.your_turn)
    return render(request, "games/home.html", {"opponents": picker(), "unfinished": rows})


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


@post_only
def theme(request: HttpRequest) -> HttpResponse:
    response = redirect(_next(request))
    if request.POST.get("theme") in THEMES:
        response.set_cookie(
            THEME_COOKIE, request.POST["theme"], max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure()
        )
    return response


@post_only
def numpad(request: HttpRequest) -> HttpResponse:
    """Turns the order of a number pad on or off: the numbers in the squares and the keys together."""
    response = redirect(_next(request))
    if request.POST.get("numpad") == "on":
        response.set_cookie(
            NUMPAD_COOKIE, "on", max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure()
        )
    else:
        response.delete_cookie(NUMPAD_COOKIE, samesite="Lax")
    return response


@post_only
def new_friend(request: HttpRequest) -> HttpResponse:
    form = FriendForm(request.POST)
    if not form.is_valid():
        return error(request, 400, form.sentence(_("Please choose who starts.")))
    with identity.player_for_post(request) as player:
        made = services.invite(player=player, **form.cleaned_data)
    return redirect("games:room", made.code)


@post_only
def new_computer(request: HttpRequest) -> HttpResponse:
    form = ComputerForm(request.POST)
    if not form.is_valid():
        return error(request, 400, form.sentence(_("Please choose a computer player and who starts.")))
    with identity.player_for_post(request) as player:
        made = services.start_against_computer(player=player, **form.cleaned_data)
    return redirect("games:room", made.code)


@post_only
def new_one_screen(request: HttpRequest) -> HttpResponse:
    form = OneScreenForm(request.POST)
    if not form.is_valid():
        return error(request, 400, form.sentence(""))
    with identity.player_for_post(request) as player:
        made = services.start_one_screen(player=player, **form.cleaned_data)
    return redirect("games:room", made.code)


def _next(request: HttpRequest) -> str:
    """Where a form wants to go on to: a page of this site, else home."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return wanted
    return reverse("games:home")
