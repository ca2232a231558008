"""The features of the site, one line each, and what a feature may add to the others.

Without its line a feature is gone: its addresses, its pages at the desk, its part of other pages.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:  # this module stands below all others
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse

    from games.engine.position import Position
    from games.play.selectors.state import State
    from games.play.words.pov import Pov
    from games.site.models import Player

FEATURES: Final = (
    "site",  # base page, preferences, limits, identity, errors: below all others
    "play",  # a game between two: the room
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
    """Import the module of this name of each feature that has one."""
    for feature in FEATURES:
        if find_spec(f"games.{feature}") and find_spec(f"games.{feature}.{name}"):
            yield import_module(f"games.{feature}.{name}")


@dataclass(frozen=True)
class Figure:
    """A number for Prometheus. `count` returns (one value for each of `labels`, then the number)."""

    name: str
    about: str
    labels: Sequence[str]
    count: "Callable[[], list[tuple[Any, ...]]]"


class Part:
    """The parts that a feature adds to other features: `part` in its module part.py, of a class that overrides some of
    this.

    `slots` names a template for a place on other pages, which show it by `{% slot "place" %}`. `news` maps a kind of
    news to its class, which has `as_message` and `from_message`.
    """

    slots: Mapping[str, str] = {}
    news: Mapping[str, type[Any]] = {}

    # --- a game

    def ended(self, state: "State") -> None:
        """Take note that a game is over. Its transaction is committed."""

    def counts(self, state: "State") -> bool:
        """Return whether a finished game counts."""
        return True

    def arrive(self, state: "State", player: int) -> "Callable[[], None] | None":
        """Take note that a player has opened a page of their game. Return what to call when it closes."""
        return None

    # --- its page

    def polled(self, request: "HttpRequest", pov: "Pov") -> None:
        """Take note that the page of a player without a socket has asked for the game."""

    def in_room(self, request: "HttpRequest", pov: "Pov") -> "dict[str, Any] | HttpResponse":
        """Return what the page of a game shows of this feature, or a response if it leads elsewhere. `template` in it
        is the page to show instead of the room."""
        return {}

    def in_fragment(self, pov: "Pov") -> dict[str, Any]:
        """Return what each push of a game shows of this feature."""
        return {}

    def way_back(self, state: "State") -> str:
        """Return where a game that is over leads its players, "" for nowhere."""
        return ""

    # --- a computer player, by its key

    def why(self, opponent: str, position: "Position") -> str:
        """Return a sentence about why a computer player moves as it does in a position, "" if there is none."""
        return ""

    def face_of(self, opponent: str) -> Any:
        """Return the face to draw for a computer player, None if it has none."""
        return None

    # --- a person

    def consequences(self, player: "Player") -> list[str]:
        """Return a sentence for each thing that is kept of a player, and what becomes of it when they are forgotten."""
        return []

    def rename(self, player: "Player", name: str, *, robots: bool) -> None:
        """Give a player another name, "" for none. With `robots`, take the names that they gave to robots."""

    def leave_to(self, player: "Player", nobody: "Player") -> None:
        """Hand over to a nameless player what a player who is being forgotten leaves. May be repeated."""

    # --- the host's work

    def begin(self) -> None:
        """Begin what a server process does beside answering. Called at each request."""

    def problems(self) -> Iterator[str]:
        """Hold what is stored against the rules, and yield each problem."""
        yield from ()

    def repair(self) -> list[str]:
        """Repair what earlier releases may have mixed up. Return how much of what, as in "2 seats repaired"."""
        return []

    def end_stale(self, *, dry_run: bool) -> dict[str, int]:
        """End what nobody came back for. Return how much of what."""
        return {}

    def wipe(self, *, dry_run: bool) -> dict[str, int]:
        """Wipe what is not kept any longer from rows that stay. Return how much of what."""
        return {}

    def deletable(self) -> "Mapping[str, QuerySet[Any]]":
        """Return rows that nobody needs any more, by what they are."""
        return {}

    def figures(self) -> Sequence[Figure]:
        """Return the numbers of this feature for Prometheus."""
        return ()

    def in_house(self) -> dict[str, Any]:
        """Return what the host's page at the desk shows of this feature."""
        return {}


@cache
def parts() -> tuple[Part, ...]:
    """Return what each feature adds."""
    return tuple(module.part for module in modules("part"))


def why(opponent: str, position: "Position") -> str:
    """Return why a computer player moves as it does in a position, "" if no feature tells."""
    return next(filter(None, (part.why(opponent, position) for part in parts())), "")


def face_of(opponent: str) -> Any:
    """Return the face to draw for a computer player, None if no feature draws one."""
    return next(filter(None, (part.face_of(opponent) for part in parts())), None)
