"""How squares are called."""

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
