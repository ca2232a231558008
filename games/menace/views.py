"""MENACE, the matchbox machine: a player's own and the house's, to play and to teach.

A page and its forms share a URL; a form redirects to the page.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.menace import export as machines
from games.menace import services
from games.menace.forms import MachineMoveForm, OpenBoxForm, TeachForm
from games.menace.models import LESSONS, Menace
from games.menace.selectors import game_with, machine_of
from games.menace.words.menace import MachinePage
from games.play.words import refusals
from games.play.words.questions import answers_without_game
from games.site import identity, limits
from games.site.error_pages import error, read_only
from games.site.refusals import Reason, Refused

CONFLICT = 409


@never_cache
def own(request: HttpRequest) -> HttpResponse:
    """The sender's own machine. It is not stored until its first game."""
    return _machine(request, house=False)


@never_cache
def everybodys(request: HttpRequest) -> HttpResponse:
    """The house's machine, which learns from everyone's games."""
    return _machine(request, house=True)


@read_only
@never_cache
def own_as_json(request: HttpRequest) -> HttpResponse:
    """The sender's own machine as a file."""
    return _file(machine_of(identity.player_of(request), house=False))


@read_only
@never_cache
def everybodys_as_json(request: HttpRequest) -> HttpResponse:
    """The house's machine as a file."""
    return _file(machine_of(None, house=True))


def _file(row: Menace) -> HttpResponse:
    answer = JsonResponse(machines.to_json(row), json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="menace.json"'
    return answer


def _machine(request: HttpRequest, *, house: bool) -> HttpResponse:
    if request.method != "POST":
        return _page(request, house)
    try:
        if "cell" in request.POST:
            return _answer(request, house)
        if "teach" in request.POST and not house:
            return _teach(request)
        if "reset" in request.POST and not house:
            return _reset(request)
        if "refill" in request.POST and not house:
            return _refill(request)
        if "begin" in request.POST:
            return _begin(request, house)
    except Refused as refused:
        return _page(request, house, refused=refusals.in_words(refused), status=CONFLICT)
    return error(request, 400, refusals.in_words(Refused(Reason.UNKNOWN_ACTION)))


def _begin(request: HttpRequest, house: bool) -> HttpResponse:
    with identity.player_for_post(request, limits.GAMES) as player:
        services.begin_with_machine(player=player, house=house)
    return _back(house)


def _answer(request: HttpRequest, house: bool) -> HttpResponse:
    form = MachineMoveForm(request.POST)
    if not form.is_valid():
        return error(request, 400, refusals.in_words(Refused(Reason.NOT_A_SQUARE)))
    move, version = form.cleaned_data["cell"], form.cleaned_data["version"]
    with identity.player_for_post(request, limits.FORMS) as player:
        services.answer_machine(player=player, house=house, move=move, version=version)
    return _back(house)


def _teach(request: HttpRequest) -> HttpResponse:
    form = TeachForm(request.POST)
    if not form.is_valid():
        return error(request, 400, _("Please choose a robot and 1, 10 or 100 games."))
    opponent, games, version = (form.cleaned_data[field] for field in ("opponent", "teach", "version"))
    with identity.player_for_post(request, limits.TEACHING, many=games) as player:
        pass  # create a newcomer's guest first, because the games are played outside the transaction
    services.teach_machine(player=player, opponent=opponent, games=games, version=version)
    return _back(house=False)


def _reset(request: HttpRequest) -> HttpResponse:
    with identity.player_for_post(request, limits.FORMS) as player:
        services.reset_machine(player=player)
    return _back(house=False)


def _refill(request: HttpRequest) -> HttpResponse:
    with identity.player_for_post(request, limits.FORMS) as player:
        services.refill_first_box(player=player)
    return _back(house=False)


def _back(house: bool) -> HttpResponse:
    return redirect("games:menace_house" if house else "games:menace")


def _page(request: HttpRequest, house: bool, *, refused: str = "", status: int = 200) -> HttpResponse:
    form = OpenBoxForm(request.GET)
    asked: dict[str, Any] = form.cleaned_data if form.is_valid() else {}
    player = identity.player_of(request)
    row = machine_of(player, house=house)
    page = MachinePage(
        house=house,
        row=row,
        game=game_with(row, player),
        asked=asked.get("step"),
        refused=refused,
        teacher=asked.get("teacher", ""),
    )
    context = {
        "page": page,
        "answers": answers_without_game(CLASSIC, CLASSIC.start, page.game.record, Mark.O) if page.game else {},
        "lessons": LESSONS,
        "action": reverse("games:menace_house" if house else "games:menace"),
        "file_url": reverse("games:menace_house_json" if house else "games:menace_json"),
    }
    return render(request, "menace/menace.html", context, status=status)
