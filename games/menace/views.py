"""MENACE, the matchbox machine: a player's own and the house's. A page and its forms share a URL."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.menace import services
from games.menace.export import to_json
from games.menace.forms import MachineMoveForm, OpenBoxForm, TeachForm
from games.menace.models import LESSONS
from games.menace.selectors import game_with, machine_of
from games.menace.words.menace import MachinePage
from games.play.words import refusals
from games.play.words.questions import answers_without_game
from games.site import identity, limits
from games.site.error_pages import error, read_only
from games.site.refusals import Reason, Refused


@read_only
@never_cache
def as_json(request: HttpRequest, house: bool) -> HttpResponse:
    """The sender's own machine or the house's, as a file."""
    row = machine_of(identity.player_of(request), house=house)
    answer = JsonResponse(to_json(row), json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="menace.json"'
    return answer


@never_cache
def machine(request: HttpRequest, house: bool) -> HttpResponse:
    """The sender's own machine, or the house's, which learns only from its games with everyone."""
    if request.method != "POST":
        return _page(request, house)
    try:
        if "cell" in request.POST:
            return _answer(request, house)
        if "begin" in request.POST:
            return _begin(request, house)
        if "teach" in request.POST and not house:
            return _teach(request)
        if ("reset" in request.POST or "refill" in request.POST) and not house:
            return _restore(request)
    except Refused as refused:
        return _page(request, house, refused=refusals.in_words(refused), status=409)
    return error(request, 400, refusals.in_words(Refused(Reason.UNKNOWN_ACTION)))


def _begin(request: HttpRequest, house: bool) -> HttpResponse:
    with identity.player_for_post(request, limits.GAMES) as player:
        services.begin_with_machine(player=player, house=house)
    return redirect(request.path)


def _answer(request: HttpRequest, house: bool) -> HttpResponse:
    form = MachineMoveForm(CLASSIC, request.POST)
    if not form.is_valid():
        return error(request, 400, refusals.in_words(Refused(Reason.NOT_A_SQUARE)))
    move, version = form.cleaned_data["cell"], form.cleaned_data["version"]
    with identity.player_for_post(request, limits.FORMS) as player:
        services.answer_machine(player=player, house=house, move=move, version=version)
    return redirect(request.path)


def _teach(request: HttpRequest) -> HttpResponse:
    form = TeachForm(request.POST)
    if not form.is_valid():
        return error(request, 400, _("Please choose a robot and 1, 10 or 100 games."))
    opponent, games, version = (form.cleaned_data[field] for field in ("opponent", "teach", "version"))
    with identity.player_for_post(request, limits.TEACHING, many=games) as player:
        pass  # create a newcomer's guest first, because the games are played outside the transaction
    services.teach_machine(player=player, opponent=opponent, games=games, version=version)
    return redirect(request.path)


def _restore(request: HttpRequest) -> HttpResponse:
    restore = services.reset_machine if "reset" in request.POST else services.refill_first_box
    with identity.player_for_post(request, limits.FORMS) as player:
        restore(player=player)
    return redirect(request.path)


def _page(request: HttpRequest, house: bool, *, refused: str = "", status: int = 200) -> HttpResponse:
    form = OpenBoxForm(request.GET)
    form.full_clean()  # ignores invalid values
    player = identity.player_of(request)
    row = machine_of(player, house=house)
    game = game_with(row, player)
    step, teacher = form.cleaned_data.get("step"), form.cleaned_data.get("teacher", "")
    context = {
        "page": MachinePage(house=house, row=row, game=game, asked=step, teacher=teacher),
        "refused": refused,
        "answers": answers_without_game(CLASSIC, CLASSIC.start, game.record, Mark.O),
        "lessons": LESSONS,
    }
    return render(request, "menace/menace.html", context, status=status)
