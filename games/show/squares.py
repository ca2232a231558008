"""How squares are called, and how marks on them."""

from collections.abc import Iterable
from functools import reduce

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.nine import CORNERS, EDGES


def square_name(cell: int) -> str:
    """How a square is called in a sentence."""
    return (
        pgettext("square, in a sentence", "top left"),
        pgettext("square, in a sentence", "top"),
        pgettext("square, in a sentence", "top right"),
        pgettext("square, in a sentence", "left"),
        pgettext("square, in a sentence", "centre"),
        pgettext("square, in a sentence", "right"),
        pgettext("square, in a sentence", "bottom left"),
        pgettext("square, in a sentence", "bottom"),
        pgettext("square, in a sentence", "bottom right"),
    )[cell]


def square_title(cell: int) -> str:
    """How a square is called where a label begins with it."""
    return (
        pgettext("square, at the beginning of a label", "Top left"),
        pgettext("square, at the beginning of a label", "Top"),
        pgettext("square, at the beginning of a label", "Top right"),
        pgettext("square, at the beginning of a label", "Left"),
        pgettext("square, at the beginning of a label", "Centre"),
        pgettext("square, at the beginning of a label", "Right"),
        pgettext("square, at the beginning of a label", "Bottom left"),
        pgettext("square, at the beginning of a label", "Bottom"),
        pgettext("square, at the beginning of a label", "Bottom right"),
    )[cell]


def square_label(cell: int, mark: str = "", *, last: bool = False, worth: str = "") -> str:
    """A square of the board for those who do not see it: what is on it, and what marking it leads to where that shows.

    `last`: it was marked last.
    """
    words = {"square": square_title(cell), "mark": mark, "worth": worth}
    if not mark and worth:
        # Translators: worth is "X wins in 2" or "draw".
        return _("%(square)s, empty. %(worth)s") % words
    if not mark:
        return _("%(square)s, empty") % words
    if last:
        return _("%(square)s, %(mark)s, last move") % words
    if worth:
        # Translators: worth is "X wins in 2" or "draw".
        return _("%(square)s, %(mark)s. %(worth)s") % words
    return _("%(square)s, %(mark)s") % words


def move_label(mark: str, cell: int) -> str:
    """One move among others."""
    # Translators: one move in a list of moves, as in "X top left".
    return pgettext("a move", "%(mark)s %(square)s") % {"mark": mark, "square": square_name(cell)}


def squares_named(cells: Iterable[int]) -> str:
    """Several squares in a sentence: "bottom or bottom right", "any corner or centre"."""
    left, names = set(cells), []
    for group, name in (
        (CORNERS, pgettext("square, in a sentence", "any corner")),
        (EDGES, pgettext("square, in a sentence", "any edge")),
    ):
        if left.issuperset(group):
            names.append(name)
            left.difference_update(group)
    *others, last = [*names, *(square_name(cell) for cell in sorted(left))]
    return _either(others, last) if others else last


def _either(others: list[str], last: str) -> str:
    # Translators: a list of squares, from its second on; "others" is what comes before: "top", "top, left".
    listed = reduce(lambda others, next: _("%(others)s, %(next)s") % {"others": others, "next": next}, others)
    # Translators: the end of a list of squares: "top or left", "top, left or right".
    return _("%(others)s or %(last)s") % {"others": listed, "last": last}
