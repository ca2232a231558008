"""How squares are called, and how marks on them."""

from collections.abc import Iterable
from functools import reduce

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.nine import CORNERS, EDGES
from games.engine.position import Cell, Move, Position
from games.engine.variant import Variant


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


def square_label(cell: int, mark: str = "", *, look: str = "", worth: str = "", closed: bool = False) -> str:
    """A square of the board for those who do not see it: what is on it, and what marking it leads to where that shows.

    `look` is as of a Square; `closed` says that the side to move may not go there.
    """
    words = {"square": square_title(cell), "mark": mark, "worth": worth}
    if not mark and worth:
        # Translators: worth is "X wins in 2" or "draw".
        return _("%(square)s, empty. %(worth)s") % words
    if not mark and closed:
        return _("%(square)s, empty, not allowed now") % words
    if not mark:
        return _("%(square)s, empty") % words
    if look == "last":
        return _("%(square)s, %(mark)s, last move") % words
    if look == "going":
        # Translators: the mark on this square is taken away by the next move.
        return _("%(square)s, %(mark)s, goes next") % words
    if worth:
        # Translators: worth is "X wins in 2" or "draw".
        return _("%(square)s, %(mark)s. %(worth)s") % words
    return _("%(square)s, %(mark)s") % words


def move_label(mark: str, cell: int) -> str:
    """One move among others."""
    # Translators: one move in a list of moves, as in "X top left".
    return pgettext("a move", "%(mark)s %(square)s") % {"mark": mark, "square": square_name(cell)}


def moves_named(variant: Variant, position: Position, moves: Iterable[Move]) -> str:
    """The squares of several moves in a sentence, "bottom or bottom right", "any corner or centre"; with what to write
    there if not every move on a square is meant: "top (X)"."""
    meant, by_mark = set(moves), dict[str, list[Cell]]()
    for square, there in variant.moves_by_square(position).items():
        marks = [position.play(move).cells[square] for move in there if move in meant]
        if marks:
            by_mark.setdefault("" if len(marks) == len(there) else marks[0], []).append(square)
    # Translators: a square and the mark to write there: "top (X)".
    with_mark = pgettext("square, in a sentence", "%(square)s (%(mark)s)")
    names = [
        with_mark % {"square": name, "mark": mark} if mark else name
        for mark, squares in sorted(by_mark.items())
        for name in _names(squares)
    ]
    return _either(names)


def ages_in_words(variant: Variant, position: Position) -> list[str]:
    """A sentence for each side on the age of its marks, where that matters."""
    return [
        # Translators: mark is X or O; squares are those of its marks, the oldest first: "top, left, centre".
        _("%(mark)s, oldest first: %(squares)s.") % {"mark": mark, "squares": _listed(map(square_name, cells))}
        for mark, cells in variant.by_age(position).items()
        if len(cells) > 1
    ]


def _names(cells: Iterable[int]) -> list[str]:
    """How several squares are called; "any corner" for all of them."""
    left, names = set(cells), []
    for group, name in (
        (CORNERS, pgettext("square, in a sentence", "any corner")),
        (EDGES, pgettext("square, in a sentence", "any edge")),
    ):
        if left.issuperset(group):
            names.append(name)
            left.difference_update(group)
    return [*names, *(square_name(cell) for cell in sorted(left))]


def _either(names: list[str]) -> str:
    *others, last = names
    if not others:
        return last
    # Translators: the end of a list of squares: "top or left", "top, left or right".
    return _("%(others)s or %(last)s") % {"others": _listed(others), "last": last}


def _listed(names: Iterable[str]) -> str:
    # Translators: a list of squares, from its second on; "others" is what comes before: "top", "top, left".
    return reduce(lambda others, next: _("%(others)s, %(next)s") % {"others": others, "next": next}, names)
