"""The puzzles that practice offers in each game: a few plain ones, then the others by theme, hardest last."""

from collections import defaultdict
from functools import cache
from itertools import chain, zip_longest
from typing import Final

from games.engine.exercises import exercises
from games.engine.motifs import Motif, motif_of
from games.engine.variant import Variant

WARM_UP: Final = "warm-up"
MAX_WARM_UPS: Final = 10

Course = dict[str, tuple[int, ...]]


@cache
def course_of(variant: Variant) -> Course:
    """Return the numbers of a game's puzzles, from 1, in each section: WARM_UP, then each Motif."""
    every, plain, themed = exercises(variant), defaultdict[Motif, list[int]](list), defaultdict[Motif, list[int]](list)
    for number, one in enumerate(every, start=1):
        motif = motif_of(variant, one.position)
        assert motif  # only lost positions have none
        (plain if one.plain and motif is not Motif.BLOCK_AND_THREATEN else themed)[motif].append(number)
    alternating = (number for number in chain.from_iterable(zip_longest(*plain.values())) if number)
    course: Course = {WARM_UP: tuple(alternating)[:MAX_WARM_UPS]} if plain else {}
    for motif in Motif:
        if numbers := themed.get(motif):
            course[motif] = tuple(sorted(numbers, key=lambda number: every[number - 1].hardness))
    return course


def mixed_course(variant: Variant) -> tuple[int, ...]:
    """Return the numbers of a game's puzzles, one from each section in turn."""
    return tuple(number for number in chain.from_iterable(zip_longest(*course_of(variant).values())) if number)


def section_of(variant: Variant, number: int) -> str:
    """Return the section of a puzzle; "" for a plain one that practice does not offer."""
    return next((section for section, numbers in course_of(variant).items() if number in numbers), "")


def count_of(variant: Variant) -> int:
    """Count the puzzles that practice offers in a game."""
    return sum(map(len, course_of(variant).values()))
