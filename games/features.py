"""The features of the site, one line each. Without its line a feature is gone: its addresses, its pages at the desk,
its part of other pages."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

FEATURES: Final = (
    "site",  # base page, preferences, limits, identity, errors: below all others
    "play",  # a game between two: the room
    "review",  # a finished game, move by move; games as files
    "practice",  # puzzles, the daily puzzle
    "opponents",  # computer players; watching two of them
    "robots",  # robots built from rules: workshop, league, lesson
    "menace",  # the machine of matchboxes
    "tournaments",  # classes and clubs: pairing, host's page, big screen, results
    "home",  # the first page, a player's own data
    "desk",  # the admin
    "hosting",  # health, metrics, backups
)


def modules(name: str) -> Iterator[ModuleType]:
    """Import the module of this name of each feature that has one."""
    for feature in FEATURES:
        if find_spec(f"games.{feature}.{name}"):
            yield import_module(f"games.{feature}.{name}")
