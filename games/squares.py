"""How squares are called."""

from collections.abc import Iterable

from django.utils.text import get_text_list
from django.utils.translation import gettext as _


def square_name(cell: int) -> str:
    """How a square is called in a sentence."""
    return (
        _("top left"),
        _("top"),
        _("top right"),
        _("left"),
        _("centre"),
        _("right"),
        _("bottom left"),
        _("bottom"),
        _("bottom right"),
    )[cell]


def square_title(cell: int) -> str:
    """How a square is called where a label begins with it."""
    return (
        _("Top left"),
        _("Top"),
        _("Top right"),
        _("Left"),
        _("Centre"),
        _("Right"),
        _("Bottom left"),
        _("Bottom"),
        _("Bottom right"),
    )[cell]


CORNERS, EDGES = {0, 2, 6, 8}, {1, 3, 5, 7}


def squares_named(cells: Iterable[int]) -> str:
    """Several squares in a sentence: "bottom or bottom right", "any corner or centre"."""
    left, names = set(cells), []
    for group, name in ((CORNERS, _("any corner")), (EDGES, _("any edge"))):
        if group <= left:
            names.append(name)
            left -= group
    return get_text_list([*names, *(square_name(cell) for cell in sorted(left))], _("or"))
