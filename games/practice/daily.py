"""The daily puzzle, determined by the date alone. The five games take turns. The puzzles of a game, except plain ones,
are ranked by hardness and divided among the days of the week. A game returns to the same day of the week every 35 days;
after a round through a day's puzzles, they come back in another order, turned or mirrored."""

from datetime import date
from functools import cache, lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import Final

from games.engine.classic import CLASSIC
from games.engine.exercises import Exercise, exercise_at, exercises
from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.position import Position
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.wild import WILD

FIRST_DAY: Final = date(2026, 11, 1)  # day 1
ROTATING_FROM: Final = date(2026, 11, 27)  # from this day on the games take turns
# The puzzles of the days before ROTATING_FROM, all of the classic game.
CLASSIC_DAYS: Final = (
    "XOXX_OO_X __X_O___X _X_X__OXO _X_O__XXO __X__OXXO __XO_XOXO __OO_XX_X _OXXXOO_X OXXX_OOX_ "
    "_X_OOX__X OOX_XO_XX OXX_X__O_ OXXXOO___ __X__OX__ _X_OO_X__ OXOXXO__X __X_X_O__ _X_O____X "
    "OX_OX__OX _O_OXXX__ _X_OX_XO_ OXOX_O__X OX__XO__X OX_X__OX_ _OX__O_X_ XO_X___XO"
)
GAMES: Final = (CLASSIC, VANISHING, MISERE, WILD, NOTAKTO)  # in the order of their turns
DAYS_PER_WEEK: Final = 7


def day_number(day: date) -> int:
    """Return the number of a day. FIRST_DAY is 1."""
    return (day - FIRST_DAY).days + 1


@lru_cache(maxsize=64)
def exercise_of(day: date) -> Exercise:
    """Return a day's puzzle."""
    number = day_number(day)
    if day < ROTATING_FROM:
        return _puzzle(CLASSIC, CLASSIC.position(CLASSIC_DAYS.split()[number - 1]))
    variant = GAMES[number % len(GAMES)]
    pool = _by_weekday(variant)[day.weekday()]
    rounds, place = divmod(number // (len(GAMES) * DAYS_PER_WEEK), len(pool))
    position = sorted(pool, key=lambda one: _shuffle_key(f"{rounds} {one.text}"))[place]
    symmetry = variant.symmetries[int(_shuffle_key(str(number)), 16) % len(variant.symmetries)]
    return _puzzle(variant, symmetry.position(position))


@cache
def _by_weekday(variant: Variant) -> list[tuple[Position, ...]]:
    """Divide the puzzles of a game among the days of a week, the easiest on Monday."""
    found = [one for one in exercises(variant) if not one.plain]
    ranked = sorted(found, key=lambda one: (one.hardness, _shuffle_key(one.position.text)))
    bounds = [len(ranked) * day // DAYS_PER_WEEK for day in range(DAYS_PER_WEEK + 1)]
    return [tuple(one.position for one in ranked[first:end]) for first, end in pairwise(bounds)]


def _puzzle(variant: Variant, position: Position) -> Exercise:
    found = exercise_at(variant, position)
    assert found
    return found


def _shuffle_key(seed: str) -> str:
    """Return a pseudo-random sort key, stable across machines and releases."""
    return sha256(seed.encode()).hexdigest()
