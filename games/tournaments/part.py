"""Additions of tournaments to other pages: a game's clock and link back, the host's figures, deletion of names."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from games.features import Figure, Part
from games.play.selectors.state import State
from games.play.words.clock import seconds_until
from games.play.words.pov import Pov
from games.site import identity
from games.site.models import Player
from games.tournaments import director, presence
from games.tournaments.access import report
from games.tournaments.models import Phase, Tournament
from games.tournaments.selectors.due import abandoned_tournaments, empty_tournaments, names_to_wipe
from games.tournaments.selectors.standings import state_counts
from games.tournaments.selectors.tournaments import tournament_state
from games.tournaments.services.names import rename_in_all, wipe_names
from games.tournaments.services.news import Change, publish_change
from games.tournaments.services.upkeep import end_abandoned_tournament, hand_over_all, repair_forgotten_seats
from games.tournaments.verification import problems_of
from games.tournaments.words import entrants
from games.tournaments.words.entrants import EntrantPov

# Seconds after which a page without a script reloads, while the opponent is to move and in games without a clock.
RELOAD_WHILE_WAITING: Final = 3
RELOAD_WITHOUT_CLOCK: Final = 10


class Tournaments(Part):
    slots = {
        "room_head": "tournaments/_room_head.html",
        "room_scripts": "tournaments/_room_scripts.html",
        "room_data": "tournaments/_room_data.html",
        "room_top": "tournaments/_room_top.html",
        "room_menu": "tournaments/_room_menu.html",
        "review_acts": "tournaments/_review_acts.html",
        "review_data": "tournaments/_review_data.html",
        "review_scripts": "tournaments/_review_scripts.html",
        "home_make": "tournaments/_home_make.html",
        "home_join": "tournaments/_home_join.html",
        "how_to_play": "tournaments/_how_to_play.html",
        "house_figures": "tournaments/_house_figures.html",
    }
    news = {"tournament": Change}

    def ended(self, state: State) -> None:
        if state.tournament:
            publish_change(state.tournament)

    def counts(self, state: State) -> bool:
        return state_counts(state)

    def arrive(self, state: State, player: int) -> Callable[[], None] | None:
        if not state.tournament:
            return None
        key = (state.tournament, player)
        presence.arrive(key)
        return lambda: presence.leave(key)

    def polled(self, request: HttpRequest, pov: Pov) -> None:
        if entrant := _entrant(request, pov):
            report(entrant)

    def in_room(self, request: HttpRequest, pov: Pov) -> dict[str, Any] | HttpResponse:
        entrant = _entrant(request, pov)
        if entrant is None:
            return {}
        report(entrant, _back_after(pov))
        if not pov.reviewing:
            return {
                "tournament_code": entrant.state.code,
                "tournament": entrant,
                "head": entrants.head_of_game(entrant, pov),
                "back_after": _back_after(pov),
            }
        if entrant.game:  # its clock is running
            return redirect("games:room", entrant.game)
        return {"tournament_code": entrant.state.code, "goes_on": entrant.goes_on}

    def way_back(self, state: State) -> str:
        return reverse("games:tournament", args=[state.tournament]) if state.tournament else ""

    def consequences(self, player: Player) -> list[str]:
        current = player.entrants.exclude(tournament__phase=Phase.OVER).count()
        past = player.entrants.count() - current
        of_current = ngettext(
            "Participation in %(count)d tournament ends, and the name is removed from it.",
            "Participation in %(count)d tournaments ends, and the name is removed from them.",
            current,
        )
        of_past = ngettext(
            "The name is removed from %(count)d finished tournament; its standings stay.",
            "The name is removed from %(count)d finished tournaments; their standings stay.",
            past,
        )
        return [words % {"count": count} for words, count in ((of_current, current), (of_past, past)) if count]

    def rename(self, player: Player, name: str, *, robots: bool) -> None:
        rename_in_all(player=player, name=name)

    def hand_over(self, player: Player, nobody: Player) -> None:
        hand_over_all(player=player, nobody=nobody)

    def begin(self) -> None:
        director.start()

    def problems(self) -> Iterator[str]:
        for tournament in Tournament.objects.order_by("pk").iterator():
            for problem in problems_of(tournament):
                yield f"{tournament.code}: {problem}"

    def repair(self) -> list[str]:
        return [f"{repair_forgotten_seats()} seats of forgotten players repaired"]

    def end_stale(self, *, dry_run: bool) -> dict[str, int]:
        stale = list(abandoned_tournaments().values_list("pk", flat=True))
        for tournament in [] if dry_run else stale:
            end_abandoned_tournament(tournament=tournament)
        return {"tournaments": len(stale)}

    def wipe(self, *, dry_run: bool) -> dict[str, int]:
        return {"names": names_to_wipe().count() if dry_run else wipe_names()}

    def deletable(self) -> Mapping[str, QuerySet[Any]]:
        return {"tournaments without a match": empty_tournaments()}

    def figures(self) -> Sequence[Figure]:
        by_phase = Tournament.objects.order_by().values_list("kind", "phase").annotate(Count("pk"))
        about = "Tournaments kept, counted once a minute."
        return [Figure("tournaments", about, ("kind", "phase"), lambda: list(by_phase.all()))]

    def on_host_page(self) -> dict[str, Any]:
        running = Tournament.objects.filter(phase=Phase.RUNNING)
        directed = Count("pk", filter=Q(directed_until__gt=timezone.now()))
        found = running.aggregate(all=Count("pk"), directed=directed)
        return {"tournaments": found["all"], "undirected": found["all"] - found["directed"]}


part = Tournaments()


def _entrant(request: HttpRequest, pov: Pov) -> EntrantPov | None:
    """Return the game's tournament as the viewer sees it, without an entrant for spectators; None for a game outside
    tournaments."""
    if not pov.state.tournament:
        return None
    player = identity.player_of(request) if pov.marks else None
    return EntrantPov.of(tournament_state(code=pov.state.tournament), player)


def _back_after(pov: Pov) -> int:
    """Return the seconds after which a page without a script loads the tournament's page, which redirects back while
    the game goes on; 0 for never. On the player's turn it need not load before their time is up."""
    if pov.spectator:
        return 0
    if not pov.my_turn:
        return RELOAD_WHILE_WAITING
    return seconds_until(pov.state.move_by) + RELOAD_WHILE_WAITING if pov.state.move_by else RELOAD_WITHOUT_CLOCK
