"""The strength of the computer players, in words and percent: figures from the files in strength/, which `manage.py
strength --json` writes, or of a robot, computed on demand, which takes milliseconds."""

import json
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.robots import robot
from games.engine.strength import Chance, Result, SeatStrength, seat_strength
from games.engine.variant import Variant
from games.play.words import roster

STRENGTH_FILES = Path(__file__).parent.parent / "strength"
NEARLY_ALWAYS = Fraction(9, 10)
ROBOT_CACHE_SIZE = 1_024  # about 4.5 KB of memory each
DECIMAL_PLACES = 9  # of chances that are not fractions


@dataclass(frozen=True)
class Odds:
    """An opponent's strength by the mark of the player against it: under X, its strength as O."""

    key: str
    seats: dict[Mark, SeatStrength]
    overrated: bool = False

    @property
    def beaten(self) -> dict[Mark, Chance]:
        """The probability that best play beats it."""
        return {mark: seat.best_adversary for mark, seat in self.seats.items()}


@lru_cache(maxsize=ROBOT_CACHE_SIZE)
def of_robot(key: str) -> Odds:
    """Compute the odds of a robot in the classic game. Raises BadLetters."""
    return Odds(key, {mark: seat_strength(CLASSIC, robot(key), mark.other) for mark in Mark})


@cache
def every_opponent(variant: Variant) -> dict[str, Odds]:
    """Return the odds of every opponent by key; {} without a file. The marks in the file are the opponent's."""
    figures = STRENGTH_FILES / f"{variant.key}.json"
    if not figures.exists():
        return {}
    return {
        entry["key"]: Odds(
            entry["key"],
            {mark: _seat(variant, entry[mark.other.lower()]) for mark in Mark},
            overrated=roster.players_of(variant)[entry["key"]].overrated,
        )
        for entry in json.loads(figures.read_text())["opponents"]
    }


def _seat(variant: Variant, seat: dict[str, Any]) -> SeatStrength:
    line = seat["line"] and tuple(variant.labelled(str(label)) for label in seat["line"])
    return SeatStrength(Result(*map(_chance, seat["vs_random"])), _chance(seat["best_adversary"]), line)


def _chance(text: str) -> Chance:
    return Decimal(text) if "." in text else Fraction(text)


def in_full(chance: Chance) -> str:
    """Return a chance as a fraction or with nine decimals; "" for 0 and 1."""
    if chance in (0, 1):
        return ""
    return number_format(chance, DECIMAL_PLACES) if isinstance(chance, Decimal) else str(chance)


def percent(chance: Chance) -> str:
    """Return a chance as a whole percentage; 0 and 100 only if they are exact."""
    rounded = round(chance * 100)
    if rounded == 0 and chance:
        return _("under 1%")
    if rounded == 100 and chance != 1:
        return _("over 99%")
    return _("%(number)d%%") % {"number": rounded}


def on_average(number: Fraction) -> str:
    """Return a number of points or games with two decimals, or none if it is whole."""
    return number_format(round(float(number), 2), 0 if number.denominator == 1 else 2)


def _degree(chance: Chance) -> int:
    return 4 if chance == 1 else 3 if chance >= NEARLY_ALWAYS else 2 if chance >= Fraction(1, 2) else 1 if chance else 0


def truth(odds: Odds) -> str:
    """Return a computer player's strength in a few words for children; they name the side if they hold for only one."""
    you_start, it_starts = odds.beaten[Mark.X], odds.beaten[Mark.O]
    lucky_first, lucky_second = (odds.seats[mark].vs_random.loss > Fraction(1, 2) for mark in Mark)
    if not you_start and not it_starts:
        return _("a draw is a triumph")
    if lucky_first and lucky_second:
        return _("even luck beats it")
    if lucky_first:
        return _("luck beats it if you start")
    if lucky_second:
        return _("luck beats it if it starts")
    if you_start == it_starts == 1:
        return _("always beatable")
    if min(you_start, it_starts) >= NEARLY_ALWAYS:
        return _("only looks unbeatable") if odds.overrated else _("nearly always beatable")
    if you_start >= NEARLY_ALWAYS:
        return _("beatable if you start")
    if it_starts >= NEARLY_ALWAYS:
        return _("beatable if it starts")
    return _("beatable with luck")


def can_it_be_beaten(odds: Odds) -> str:
    """Return how often best play beats a computer player from the easier side, named unless both are equally easy."""
    if_you_start, if_it_starts = _degree(odds.beaten[Mark.X]), _degree(odds.beaten[Mark.O])
    best = max(if_you_start, if_it_starts)
    both, you, it = (
        (_("No, never"),) * 3,
        (_("Only with luck"), _("Only with luck, if you start"), _("Only with luck, if it starts")),
        (_("Yes, often"), _("Yes, often, if you start"), _("Yes, often, if it starts")),
        (_("Yes, nearly always"), _("Yes, nearly always, if you start"), _("Yes, nearly always, if it starts")),
        (_("Yes, every time"), _("Yes, every time, if you start"), _("Yes, every time, if it starts")),
    )[best]
    return both if if_you_start == if_it_starts else you if if_you_start == best else it
