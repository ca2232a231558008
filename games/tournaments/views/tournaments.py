"""The pages to create and join a tournament, and the entrant's page."""

from collections.abc import Callable

from django.conf import settings
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from games.engine.variants import VARIANTS
from games.play.forms import JoinForm, NameForm
from games.play.words import refusals
from games.play.words.rules import choice_of_games, rules_of
from games.site import identity, limits
from games.site.error_pages import error, read_only
from games.site.preferences import variant_of
from games.site.refusals import Reason, Refused
from games.tournaments.access import find_tournament, report, state_of
from games.tournaments.forms import TournamentForm
from games.tournaments.models import Phase, Tournament
from games.tournaments.selectors.matches import game_of
from games.tournaments.services import tournaments
from games.tournaments.words import entrants
from games.tournaments.words.drawn_names import drawn_names
from games.tournaments.words.entrants import EntrantPov
from tictactoe_site.release import release

BAD, NOT_FOUND, CONFLICT = 400, 404, 409


def set_up(request: HttpRequest) -> HttpResponse:
    """The form that creates a tournament and redirects to the host's page. Query parameters may preset choices, for
    which the page estimates the number of games."""
    posted, variant = request.method == "POST", variant_of(request)
    form = TournamentForm(request.POST if posted else None, initial={"variant": variant.key})
    if posted and form.is_valid():
        for limit in (limits.TOURNAMENTS, limits.TOURNAMENTS_OF_A_DAY):
            limits.take(limit, identity.address_of(request))
        return redirect("games:tournament_host", tournaments.create(**form.cleaned_data).key)
    context = {
        "form": form,
        "games": choice_of_games(variant),
        "estimate": TournamentForm(request.POST or request.GET or {"variant": variant.key, "drawn": "on"}).estimate(),
    }
    return render(request, "tournaments/set_up.html", context, status=BAD if form.errors else 200)


# --- joining


@read_only
def enter(request: HttpRequest) -> HttpResponse:
    """Ask for the code on the big screen."""
    typed = request.GET.get("code")
    if typed is None:
        return render(request, "tournaments/enter.html")
    try:
        return redirect("games:join_tournament", find_tournament(request, typed).code)
    except Tournament.DoesNotExist:
        return _no_such_code(request, typed)


@never_cache
def join(request: HttpRequest, typed: str) -> HttpResponse:
    """Ask for a name and join a tournament. Existing entrants are redirected to their page."""
    try:
        tournament = find_tournament(request, typed)
    except Tournament.DoesNotExist:
        return _no_such_code(request, typed)
    player = identity.player_of(request)
    known = player and tournament.entrants.filter(player=player).exists()
    if known or tournament.phase == Phase.OVER:
        return redirect("games:tournament", tournament.code)
    if tournament.closed:
        return error(request, CONFLICT, refusals.in_words(Refused(Reason.TOURNAMENT_CLOSED)))
    if request.method != "POST":
        return _join(request, tournament, NameForm(initial={"name": player.name if player else ""}))
    form = JoinForm(request.POST) if tournament.drawn_in else NameForm(request.POST)
    if not form.is_valid():
        return _join(request, tournament, form, status=BAD)
    names = drawn_names(tournament.drawn_in or request.LANGUAGE_CODE)
    try:
        with identity.player_for_post(request, limits.ENTERING, entering=tournament.code) as player:
            # Only the entrant gets the name, which may be wiped later or replaced by the host.
            tournaments.join(code=tournament.code, player=player, name=form.cleaned_data["name"], names=names)
    except Refused as refused:
        if refused.reason != Reason.NAME_TAKEN:
            return error(request, CONFLICT, refusals.in_words(refused))
        form.add_error("name", refusals.in_words(refused))
        return _join(request, tournament, form, status=CONFLICT)
    return redirect("games:tournament", tournament.code)


def _join(request: HttpRequest, tournament: Tournament, form: Form, *, status: int = 200) -> HttpResponse:
    context = {"tournament": tournament, "form": form, "rules": rules_of(VARIANTS[tournament.variant])}
    return render(request, "tournaments/join.html", context, status=status)


def _no_such_code(request: HttpRequest, typed: str) -> HttpResponse:
    return render(request, "tournaments/enter.html", {"typed": typed, "wrong": True}, status=NOT_FOUND)


# --- taking part


@read_only
@never_cache
def entrant(request: HttpRequest, code: str) -> HttpResponse:
    """An entrant's page; redirects to their game while they are in one."""
    player = identity.player_of(request)
    if player and (game := game_of(code, player.pk)):
        return redirect("games:room", game)
    pov = _pov(request, code)
    if pov.screen == "outside":
        return redirect("games:join_tournament", code)
    report(pov)
    query = f"?lang={request.LANGUAGE_CODE}"
    matches = entrants.matches_played(pov.entrant) if pov.entrant else []
    fresh = matches.pop(0) if matches and matches[0].fresh else None
    context = {
        "pov": pov,
        "fragment": entrants.render(pov, request.LANGUAGE_CODE),
        "fresh": fresh,
        "earlier": matches,
        "socket_path": f"/ws/t/{code}/{query}",
        "state_url": reverse("games:tournament_state", args=[code]) + query,
        "beat": settings.BEAT,
        "release": release(),
    }
    return render(request, "tournaments/entrant.html", context)


@read_only
@never_cache
def state(request: HttpRequest, code: str) -> HttpResponse:
    """The live part of the entrant's page, for polling."""
    pov = _pov(request, code)
    if pov.screen != "playing":
        report(pov)
    html = entrants.render(pov, request.LANGUAGE_CODE)
    return HttpResponse(html, headers={"Release": release()})


def act(request: HttpRequest, code: str, verb: Callable[..., object]) -> HttpResponse:
    """Perform a player's action on POST, then redirect to their page."""
    if request.method == "POST":
        player = identity.player_of(request)
        limits.take(limits.FORMS, player.pk if player else identity.address_of(request))
        try:
            verb(code=code, player=player)
        except Tournament.DoesNotExist:
            state_of(request, code)  # counts the code as a guess, and raises Http404
        except Refused as refused:
            if refused.reason == Reason.NOT_ENTERED:
                state_of(request, code)  # counts the code as a guess
            return error(request, CONFLICT, refusals.in_words(refused))
    return redirect("games:tournament", code)


def _pov(request: HttpRequest, code: str) -> EntrantPov:
    """Return the tournament as the visitor sees it. Raises what `state_of` raises."""
    return EntrantPov.of(state_of(request, code), identity.player_of(request))
