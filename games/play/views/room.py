"""The room of a game: its page, joining, and its verbs."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.vary import vary_on_cookie

from games.engine.classic import CLASSIC
from games.features import parts
from games.play import links, services, tabs, verbs
from games.play.forms import JoinForm
from games.play.models import Game, Status
from games.play.selectors.doodles import Drawing
from games.play.selectors.games import has_played, with_first_win
from games.play.selectors.presence import presences_of
from games.play.selectors.results import results_so_far
from games.play.selectors.state import State
from games.play.views import game_or_404
from games.play.words import fragments, questions, refusals
from games.play.words.board import chosen_of
from games.play.words.news import announcement, arrival
from games.play.words.pov import Pov
from games.play.words.room import score_by_game, words_of
from games.play.words.rules import choice_of_games
from games.play.words.strip import earlier_strip, heads_of
from games.play.words.titles import standing
from games.site import identity, limits
from games.site.error_pages import post_only, read_only
from games.site.links import for_others, qr_code
from games.site.middleware import received_at
from games.site.preferences import keep, preferences
from games.site.refusals import Reason, Refused
from games.site.speech import speech
from tictactoe_site.release import release

# All other refusals are conflicts with the game's current state.
STATUS_OF = {Reason.NOT_A_SQUARE: 400, Reason.UNKNOWN_ACTION: 400, Reason.NOT_YOUR_SEAT: 403}
CONFLICT = 409


@read_only
@never_cache
def room(request: HttpRequest, code: str) -> HttpResponse:
    return _room(request, code)


@read_only
@never_cache
@vary_on_cookie
def state(request: HttpRequest, code: str) -> HttpResponse:
    """Return the room's fragment and the announcements since `?seen=` (State.seen), for pages without a socket, and
    count the player as present. With `?ask=`, return only the answer to that question."""
    pov = _pov(request, game_or_404(code))
    if "ask" in request.GET:
        return HttpResponse(questions.answer(pov, request.GET["ask"]), content_type="text/plain; charset=utf-8")
    if not pov.spectator and pov.state.between_people and (player := identity.player_of(request)):
        tabs.poll(code, player.pk)
        for part in parts():
            part.polled(request, pov)
    before = pov.state.as_seen(request.GET.get("seen", ""))
    html = fragments.render(pov, request.LANGUAGE_CODE)
    events = fragments.events_since(pov, before, request.LANGUAGE_CODE)
    if sentence := events["news"] or events["said"]:
        html += format_html('<p id="told">{}</p>', sentence)
    return HttpResponse(html, headers={"Release": release()})


@post_only
def join(request: HttpRequest, code: str) -> HttpResponse:
    form = JoinForm(request.POST)
    if not form.is_valid():
        return _room(
            request, code, notice=" ".join(map(str, form.errors["name"])), status=400, name=request.POST.get("name", "")
        )
    # Accepting an invite does not count towards the address's limit of new guests.
    welcome = Game.objects.filter(code=code, status=Status.WAITING).exists()
    try:
        with identity.player_for_post(request, limits.JOINING, welcome=welcome) as player:
            services.join(code=code, player=player, name=form.cleaned_data["name"])
    except Game.DoesNotExist as unknown:
        raise Http404 from unknown
    except Refused as refused:
        return _refused(request, code, refused)
    return _to_room(code)


@post_only
def act(request: HttpRequest, code: str, verb: str, data: Mapping[str, Any] | None = None) -> HttpResponse:
    """Perform one of verbs.VERBS with `data`, by default the submitted form. Stores the mark chosen to write."""
    player = identity.player_of(request)
    if player:
        limits.take(limits.FORMS, player.pk)
    verbs.count(verb, player=player, address=identity.address_of(request))
    try:
        data = data or request.POST
        done = verbs.perform(verb, code=code, player=player, data=data, received_at=received_at(request))
    except Game.DoesNotExist as unknown:
        raise Http404 from unknown
    except Refused as refused:
        response = _refused(request, code, refused)
    else:
        if player:
            tabs.record_action(code, player.pk)
        if verb == "play":
            limits.count_moves(identity.address_of(request), 1)
        response = _after(verb, done)
    keep(request, response, "write")
    return response


@post_only
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Answer a question typed by someone who plays by ear, or make the move that was typed."""
    pov, text = _pov(request, game_or_404(code)), request.POST.get("text", "")
    if move := questions.typed_move(pov, text):
        return act(request, code=code, verb="play", data={**move, "version": pov.state.version})
    return _room(request, code, answer=questions.answer(pov, text))


def _after(verb: str, done: State) -> HttpResponseRedirect:
    """Redirect after a form: back to the room, to the rematch, or from a finished game to a feature's page."""
    if done.status == Status.FINISHED and (back := next(filter(None, (part.way_back(done) for part in parts())), "")):
        return redirect(back)
    if verb == "rematch" and done.next_code:
        return _to_room(done.next_code)
    return _to_room(done.code, over=done.status == Status.FINISHED)


def _pov(request: HttpRequest, game: Game) -> Pov:
    """Return the game as the sender of the request sees it."""
    player, state = identity.player_of(request), with_first_win(State.of(game))
    marks = state.marks_of(player.pk if player else None)
    write = chosen_of(state.variant, request.POST.get("write", preferences(request.COOKIES)["write"]))
    return Pov(
        state, marks, "watch" in request.GET, presences_of([game])[game.code], "review" in request.GET, write, speech()
    )


def _room(
    request: HttpRequest, code: str, *, notice: str | Refused = "", answer: str = "", status: int = 200, name: str = ""
) -> HttpResponse:
    """Return the room, or after a game its review, which stays connected in case of a rematch. `?over` shows the end of
    the game instead, to players who have just ended it or return to it.

    `notice` is an error to show, such as one about the `name` entered to join, and `answer` the answer to a question.
    """
    game = game_or_404(code)
    pov = _pov(request, game)
    # Never show a review of a game in play, which would reveal the worth of each square.
    pov = replace(pov, reviewing=pov.finished and "over" not in request.GET)
    added: dict[str, Any] = {}
    for part in parts():
        found = part.in_room(request, pov)
        if isinstance(found, HttpResponse):
            return found
        added |= found
    doodles = pov.state.for_two and not preferences(request.COOKIES)["doodles"]
    query = _live_query(request, pov, doodles=doodles)
    invite_url = links.invite_url(request, code)
    context = {
        **words_of(pov),
        "code": code,
        "fragment": fragments.render(pov, request.LANGUAGE_CODE),
        "invite_url": invite_url,
        "picture_url": for_others(request, links.board_path(pov.state.variant, pov.state.inks, standing(pov.state))),
        "qr_code": qr_code(invite_url) if pov.screen == "waiting" else "",
        "socket_path": f"/ws/g/{code}/{query}",
        "state_url": reverse("games:state", args=[code]) + query,
        "never_played": _is_new(request, pov),
        "other_games": [one for one in choice_of_games(pov.state.variant) if not one["chosen"]],
        "notice": refusals.in_words(notice, pov) if isinstance(notice, Refused) else notice,
        "answer": answer,
        "arrival": arrival(pov),
        "last_move": announcement(pov) if pov.state.record else "",
        "commands": questions.commands(),
        "tried_name": name,
        "score": score_by_game(pov, results_so_far(pov.state)) if pov.state.for_two and pov.screen == "board" else [],
        "watchers": fragments.watchers(pov.presence.watchers, request.LANGUAGE_CODE),
        "heads": heads_of(pov.state),
        "earlier": earlier_strip(pov.state) if pov.screen == "board" else (),
        "beat": settings.BEAT,
        "release": release(),
        "doodling": doodles,
        "drawings": Drawing.choices if doodles and not pov.spectator else [],
        "called": pov.state.for_two and not pov.spectator,
        "finished_at": game.finished_at,
        **added,
    }
    return render(request, added.get("template", "play/room.html"), context, status=status)


def _live_query(request: HttpRequest, pov: Pov, *, doodles: bool) -> str:
    """Return the query with which the page opens its socket, or polls."""
    query = f"?lang={request.LANGUAGE_CODE}" + ("&watch" if pov.watching else "") + ("&review" if pov.reviewing else "")
    return query + (f"&write={pov.write}" if pov.write else "") + ("&doodles" if doodles else "")


def _is_new(request: HttpRequest, pov: Pov) -> bool:
    """Return whether the viewer may not know the rules of this game. The home page has the classic rules."""
    player, variant = identity.player_of(request), pov.state.variant
    return player is not None and bool(pov.marks) and variant is not CLASSIC and not has_played(player, variant)


def _refused(request: HttpRequest, code: str, refused: Refused) -> HttpResponse:
    """Return the current room with the reason for the refusal."""
    return _room(request, code, notice=refused, status=STATUS_OF.get(refused.reason, CONFLICT))


def _to_room(code: str, *, over: bool = False) -> HttpResponseRedirect:
    return redirect(reverse("games:room", args=[code]) + ("?over" if over else ""))
