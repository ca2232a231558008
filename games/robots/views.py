"""Robots that people build. A robot's URL holds its rules and name; only the robots that a player keeps are stored."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import etag

from games.play.selectors.games import games_by_code
from games.play.selectors.state import State
from games.play.views.picture import MONTH
from games.play.words.picture import EDITION
from games.robots import links, services
from games.robots.forms import KeepForm, LeagueForm, RobotForm, WorkshopForm
from games.robots.words.faces import portrait
from games.robots.words.kept import kept_robots, robots_for
from games.robots.words.league import League, computing
from games.robots.words.lesson import filled_in
from games.robots.words.robots import RULES_IN_WORDS, robot_in
from games.robots.words.workshop import Workshop, changed
from games.site import identity, limits
from games.site.error_pages import error, post_only, read_only
from games.site.links import for_others, qr_code

COMPUTING_TIME = 0.5  # seconds that a request spends on a league


@read_only
def workshop(request: HttpRequest) -> HttpResponse:
    """The card of a robot, and its strength. The URL holds everything: rules, name, the position to show, and the
    change that the pressed button makes to the rules."""
    form = WorkshopForm(request.GET)
    if form.errors.keys() - {"name"}:
        return _unreadable(request, form)
    limits.take(limits.ROBOTS, identity.address_of(request))
    shown = changed(Workshop(form.robot, form.cleaned_data["at"]), request.GET)
    kept = kept_robots(identity.player_of(request))
    context = {
        "workshop": shown,
        "robot": shown.robot,
        "form": form,
        "path": links.robot_path(shown.robot),
        "without_position": links.workshop_path(shown.robot),
        "league_path": links.league_path([shown.robot]),
        "address": for_others(request, links.robot_path(shown.robot)),
        "kept": kept,
        "is_kept": shown.robot in [one["robot"] for one in kept],
        "news": [one for one in kept if one["news"]],
        "explained": RULES_IN_WORDS.values(),
    }
    return render(request, "robots/workshop.html", context)


@post_only
def mine(request: HttpRequest) -> HttpResponse:
    """Keep or delete a robot, or confirm the notices of wins."""
    form = KeepForm(request.POST)
    if "seen" not in request.POST and not form.is_valid():
        return error(request, 400, form.sentence())
    with identity.player_for_post(request, limits.FORMS) as player:
        if "seen" in request.POST:
            services.confirm_wins(player=player)
            return redirect("games:workshop")
        change = services.drop_robot if "delete" in request.POST else services.keep_robot
        change(player=player, key=form.robot.key, name=form.robot.name)
    return redirect(links.workshop_path(form.robot))


@read_only
def robot(request: HttpRequest, letters: str) -> HttpResponse:
    """Ask who can beat a robot. Reveals whether it can be beaten only with `?truth`."""
    form = _form(request, letters)
    if not form.is_valid():
        return _unreadable(request, form)
    shown, truth = form.robot, "truth" in request.GET
    if truth:
        limits.take(limits.ROBOTS, identity.address_of(request))
    context = {
        "robot": shown,
        "truth": truth,
        "workshop_path": links.workshop_path(shown),
        "watch_path": links.watch_path(shown),
        "league_path": links.league_path([shown]),
        "address": for_others(request, links.robot_path(shown)),
        "picture_url": for_others(request, links.robot_path(shown, "robot_picture")),
    }
    return render(request, "robots/robot.html", context)


@read_only
@never_cache
def of_game(request: HttpRequest, code: str) -> HttpResponseRedirect:
    """Redirect to the workshop with a game's robot, at the position before its losing move, if any."""
    game = games_by_code([code]).get(code)
    found = robot_in(State.of(game)) if game else None
    if found is None:
        raise Http404
    return HttpResponseRedirect(links.workshop_path(*found))


def league(request: HttpRequest) -> HttpResponse:
    """A league, which its URL holds; a submitted form redirects there. If results are missing, the request computes
    some, and the page reloads until the table is complete."""
    sent = request.method == "POST"
    form = LeagueForm.from_post(request.POST) if sent else LeagueForm.from_query(request.GET)
    known = form.others(robots_for(identity.player_of(request)))
    if not form.is_valid():
        return render(request, "robots/league.html", {"form": form, "known": known}, status=400 if sent else 404)
    path = links.league_path(form.cleaned_data["lines"], form.cleaned_data["computer"])
    if sent:
        return HttpResponseRedirect(path)
    shown = League(form.cleaned_data["lines"], form.cleaned_data["computer"])
    if shown.players:
        limits.take(limits.LEAGUES, identity.address_of(request))
    if shown.done < len(shown.pairs):
        with computing() as locked:
            if locked:
                shown.compute(COMPUTING_TIME)
    context = {"form": form, "known": known, "league": shown, "address": for_others(request, path)}
    return render(request, "robots/league.html", context)


@read_only
def lesson(request: HttpRequest) -> HttpResponse:
    """A lesson about robots, on one sheet."""
    address = for_others(request, reverse("games:workshop"))
    context = {**filled_in(), "address": address, "qr": qr_code(address), "league_path": links.league_path([])}
    return render(request, "robots/lesson.html", context)


def _unreadable(request: HttpRequest, form: RobotForm) -> HttpResponse:
    """Return the error page for a URL that is not a valid robot."""
    return render(request, "robots/robot_unreadable.html", {"sentence": form.sentence()}, status=404)


def _form(request: HttpRequest, letters: str) -> RobotForm:
    return RobotForm({"rules": letters, "name": request.GET.get("name", "")})


def _etag(request: HttpRequest, letters: str) -> str | None:
    form = _form(request, letters)
    return f'"{EDITION}-{form.robot.key}-{form.robot.name.encode().hex()}"' if form.is_valid() else None


@read_only
@cache_control(public=True, max_age=MONTH, immutable=True)
@etag(_etag)
def face(request: HttpRequest, letters: str) -> HttpResponse:
    """The face of a robot with its name, for link previews."""
    form = _form(request, letters)
    if not form.is_valid():
        raise Http404
    limits.take(limits.ROBOTS, identity.address_of(request))  # drawing a face costs as much as computing the odds
    return HttpResponse(portrait(form.robot.face, form.robot.name), content_type="image/png")
