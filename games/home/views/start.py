"""The home page, a person's games, and the forms that start a game."""

from collections.abc import Callable

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from games.engine.classic import CLASSIC
from games.engine.variants import VARIANTS
from games.opponents.words.gallery import picker, reached
from games.play import services
from games.play.forms import ComputerForm, FindForm, FriendForm, NameForm, StartForm
from games.play.models import MAX_ALONE, Game
from games.play.selectors.games import find_games, friends_of, games_alone_of, games_of, pending_games_of
from games.play.selectors.results import overall_record, records_of, totals_of
from games.play.selectors.state import State
from games.play.words import refusals
from games.play.words.game_list import lines_of, row
from games.play.words.roster import players_of
from games.play.words.rules import choice_of_games, name_unless_usual, rules_of
from games.play.words.verdicts import learning_in_words, starting_in_words
from games.practice import days
from games.practice.course import count_of
from games.practice.selectors import daily_of
from games.practice.words.daily import daily_task
from games.site import identity, limits, links
from games.site.error_pages import error, post_only, read_only
from games.site.preferences import PREFERENCES, keep, preferences, variant_of
from games.site.refusals import Refused
from games.site.words.settings import SETTINGS

GAMES_PER_PAGE = 20
TURNS_ON_HOME = 4  # shown on top; the rest join the other unfinished games
UNFINISHED_ON_HOME = 5


@read_only
def home(request: HttpRequest) -> HttpResponse:
    player, today, variant = identity.player_of(request), days.today_of(request), variant_of(request)
    records = records_of(player, variant)
    rows = [row(game, player) for game in pending_games_of(player)] if player else []
    yours = [line for line in rows if line["for_player"]]
    others = [line for line in rows if not line["for_player"]]
    others.sort(key=lambda line: not (line["offer"] or line["invites"]))
    others = [*yours[TURNS_ON_HOME:], *others]
    context = {
        "games": choice_of_games(variant),
        "rules": rules_of(variant),
        "game": name_unless_usual(variant),
        "which": f"?variant={variant.key}",
        "may_hint": variant.solver is not None,
        "may_set_up": not variant.ages,
        "starting": starting_in_words(variant) if name_unless_usual(variant) else "",
        "reached": reached(records),
        "opponents": SimpleLazyObject(lambda: picker(variant, records)),
        "task": daily_task(today, today, *daily_of(player, today, today)),
        "turns": yours[:TURNS_ON_HOME],
        "unfinished": others[:UNFINISHED_ON_HOME],
    }
    return render(request, "home/home.html", context)


@read_only
def how_to_play(request: HttpRequest) -> HttpResponse:
    robots = [(key, players_of(CLASSIC)[key].name) for key in ("easy", "medium", "hard")]
    games = [(game, learning_in_words(VARIANTS[game["key"]])) for game in choice_of_games(CLASSIC)]
    context = {"games": games, "exercises": count_of(CLASSIC), "robots": robots}
    return render(request, "home/how_to_play.html", context)


@read_only
def your_games(request: HttpRequest) -> HttpResponse:
    player = identity.player_of(request)
    away, form = "away" in request.GET, FindForm(request.GET, friends=friends_of(player) if player else ())
    found = find_games(player, **form.cleaned_data) if player and form.is_valid() else Game.objects.none()
    page = Paginator(found.filter(put_away=away), GAMES_PER_PAGE).get_page(request.GET.get("page"))
    asked = {name: str(value) for name, value in request.GET.items() if name in form.fields and value}
    context = {
        "page": page,
        "rows": [row(game, player) for game in page] if player else [],
        "form": form,
        "asked": f"{urlencode(asked)}&" if asked else "",
        "away": away,
        "put_away": player is not None and not away and games_of(player).filter(put_away=True).exists(),
        "totals": lines_of(totals_of(player, found if asked else None)) if player and not away else [],
        "all": overall_record(player) if player and not away else None,
        # Warn in advance, because starting another game will end the oldest.
        "full": MAX_ALONE if player and not away and games_alone_of(player).count() >= MAX_ALONE else 0,
    }
    return render(request, "play/games.html", context)


@post_only
def put_away(request: HttpRequest, code: str) -> HttpResponse:
    """Put a game away, or bring it back to the list of games."""
    player = identity.player_of(request)
    limits.take(limits.FORMS, player.pk if player else None)
    try:
        services.put_away(code=code, player=player, away=request.POST.get("away") == "on")
    except Game.DoesNotExist as unknown:
        raise Http404 from unknown
    except Refused as refused:
        return error(request, 409, refusals.in_words(refused))
    return redirect("games:your_games")


def name(request: HttpRequest) -> HttpResponse:
    """Ask for a name and store it; `next` is the page to continue to."""
    going_on, known = _next(request), identity.player_of(request)
    form = NameForm(request.POST or None, initial={"name": known.name if known else ""})
    if request.method == "POST" and form.is_valid():
        try:
            with identity.player_for_post(request, limits.NAMING) as player:
                services.rename(player=player, name=form.cleaned_data["name"])
            return HttpResponseRedirect(going_on)
        except Refused as refused:
            form.add_error("name", refusals.in_words(refused))
    return render(request, "home/name.html", {"form": form, "next": going_on}, status=400 if form.errors else 200)


@read_only
def settings(request: HttpRequest) -> HttpResponse:
    """Every setting of this browser; `next` is the page to continue to after saving."""
    kept = preferences(request.COOKIES)
    chosen = [(setting, kept[setting.name]) for setting in SETTINGS]
    context = {"settings": chosen, "next": _next(request, "games:settings")}
    return render(request, "home/settings.html", context)


@post_only
def prefer(request: HttpRequest) -> HttpResponse:
    """Store the chosen values of preferences in cookies; any other value deletes the cookie."""
    response = HttpResponseRedirect(_next(request))
    keep(request, response, *PREFERENCES)
    return response


@post_only
def new_friend(request: HttpRequest) -> HttpResponse:
    return _start(request, FriendForm(request.POST), services.invite, _("Please choose who starts."))


@post_only
def new_computer(request: HttpRequest) -> HttpResponse:
    sentence = _("Please choose a robot and who starts.")
    return _start(request, ComputerForm(request.POST), services.start_against_computer, sentence)


@post_only
def new_one_screen(request: HttpRequest) -> HttpResponse:
    return _start(request, StartForm(request.POST), services.start_one_screen, "")


def _start(request: HttpRequest, form: StartForm, service: Callable[..., State], sentence: str) -> HttpResponse:
    """Start a game, and redirect to it. Remember the chosen game and, if the player chose and it begins as usual, who
    starts."""
    if not form.is_valid():
        return error(request, 400, form.sentence(sentence))
    with identity.player_for_post(request, limits.GAMES) as player:
        made = service(player=player, **form.cleaned_data)
    response = redirect("games:room", made.code)
    sides = "side" in form.cleaned_data and "start" not in request.POST
    keep(request, response, "variant", *(["side"] if sides else []))
    return response


def _next(request: HttpRequest, otherwise: str = "games:home") -> str:
    """Return the path to continue to: `next` if it is on this site, else that of the view `otherwise`."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    path = wanted.partition("?")[0]  # Django's check refuses long URLs, and a query cannot lead to another site
    if path.startswith("/") and url_has_allowed_host_and_scheme(path, None) and len(wanted) <= links.LONGEST_URL:
        return wanted
    return reverse(otherwise)
