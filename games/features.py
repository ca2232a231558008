"""The features of the site, one line each, and the hooks through which a feature extends the others. Removing a line
removes the feature: its URLs, its admin pages, its parts of other pages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:  # every module may import this one, so loading it imports none of them
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse

    from games.engine.position import Position
    from games.play.selectors.state import State
    from games.play.words.pov import Pov
    from games.site.models import Player

FEATURES: Final = (
    "site",  # base page, preferences, limits, identity, errors: every other feature imports it
    "play",  # a game between two players: the room
    "review",  # a finished game, move by move; games as files
    "opponents",  # computer players; watching two of them
    "practice",  # puzzles, the daily puzzle
    "robots",  # robots built from rules: workshop, league, lesson
    "menace",  # the matchbox machine
    "tournaments",  # classes and clubs: pairing, host's page, big screen, results
    "home",  # the home page, a player's own data
    "desk",  # the admin
    "hosting",  # health, metrics, backups
)


def modules(name: str) -> Iterator[ModuleType]:
    """Yield each feature's module of this name, if it has one."""
    for feature in FEATURES:
        if find_spec(f"games.{feature}") and find_spec(f"games.{feature}.{name}"):
            yield import_module(f"games.{feature}.{name}")


@dataclass(frozen=True)
class Figure:
    """A number for Prometheus. `count` returns rows: a value for each of `labels`, then the number."""

    name: str
    about: str
    labels: Sequence[str]
    count: "Callable[[], list[tuple[Any, ...]]]"


class Part:
    """Hooks through which a feature extends the others. Its module part.py defines `part`, an instance of a subclass
    that overrides some of these. `slots` maps a place on other pages, `{% slot "place" %}` in their templates, to the
    template to show there, and `news` a kind of news to its class, which has `as_message` and `from_message`."""

    slots: Mapping[str, str] = {}
    news: Mapping[str, type[Any]] = {}

    # --- a game

    def ended(self, state: "State") -> None:
        """Handle the end of a game, after the commit."""

    def counts(self, state: "State") -> bool:
        """Return whether a finished game counts, as in the standings of a tournament."""
        return True

    def arrive(self, state: "State", player: int) -> "Callable[[], None] | None":
        """Handle a player who opens a page of a game. Return a callback for when the page closes, if needed."""
        return None

    # --- its page

    def polled(self, request: "HttpRequest", pov: "Pov") -> None:
        """Handle a request from a player's page without a socket."""

    def in_room(self, request: "HttpRequest", pov: "Pov") -> "dict[str, Any] | HttpResponse":
        """Return template context for the page of a game (`template` replaces the room's), or a response to send."""
        return {}

    def in_fragment(self, pov: "Pov") -> dict[str, Any]:
        """Return this feature's template context for each push of a game."""
        return {}

    def way_back(self, state: "State") -> str:
        """Return the URL to send players to after a game, "" for none."""
        return ""

    # --- a computer player, by its key

    def why(self, opponent: str, position: "Position") -> str:
        """Return a sentence on why a computer player makes its move in a position, "" if there is none."""
        return ""

    def face_of(self, opponent: str) -> Any:
        """Return the face to draw for a computer player, None if it has none."""
        return None

    # --- a person

    def robots_for(self, player: "Player | None") -> list[tuple[str, str]]:
        """Return the robots that a player has built or met, each by its key and name."""
        return []

    def consequences(self, player: "Player") -> list[str]:
        """Return a sentence on each kind of data stored about a player: what becomes of it when they are forgotten."""
        return []

    def rename(self, player: "Player", name: str, *, robots: bool) -> None:
        """Give a player another name, "" for none. With `robots`, also remove the names that they gave to robots."""

    def hand_over(self, player: "Player", nobody: "Player") -> None:
        """Transfer the data of a player who is being forgotten to the nameless player `nobody`. Idempotent."""

    # --- the host's work

    def begin(self) -> None:
        """Start this process's background work. Called at each request, so it must be idempotent."""

    def problems(self) -> Iterator[str]:
        """Check the stored data against the rules, and yield each problem."""
        yield from ()

    def repair(self) -> list[str]:
        """Repair data damaged by earlier releases. Return what was repaired, as in "2 seats repaired"."""
        return []

    def end_stale(self, *, dry_run: bool) -> dict[str, int]:
        """End abandoned games and tournaments. Return the number of each kind."""
        return {}

    def wipe(self, *, dry_run: bool) -> dict[str, int]:
        """Clear expired fields of rows that stay. Return the number of each kind."""
        return {}

    def deletable(self) -> "Mapping[str, QuerySet[Any]]":
        """Return the rows that are no longer needed, by kind."""
        return {}

    def figures(self) -> Sequence[Figure]:
        """Return this feature's numbers for Prometheus."""
        return ()

    def on_host_page(self) -> dict[str, Any]:
        """Return this feature's template context for the host's page in the admin."""
        return {}


def begin() -> None:
    """Start all features' background work in this process, unless it is running. Call this in the event loop."""
    for part in parts():
        part.begin()


@cache
def parts() -> tuple[Part, ...]:
    """Return the part of each feature that has one."""
    return tuple(module.part for module in modules("part"))


def why(opponent: str, position: "Position") -> str:
    """Return a sentence on why a computer player makes its move in a position, "" if no feature has one."""
    return next(filter(None, (part.why(opponent, position) for part in parts())), "")


def face_of(opponent: str) -> Any:
    """Return the face to draw for a computer player, None if no feature draws one."""
    return next(filter(None, (part.face_of(opponent) for part in parts())), None)
