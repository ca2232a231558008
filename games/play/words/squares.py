"""Names of squares, and of marks on them."""

from collections.abc import Iterable
from functools import reduce
from string import ascii_lowercase

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from games.engine.position import Cell, Move, Outcome, Position
from games.engine.variant import Variant
from games.site.speech import speech

ON_A_NUMPAD = 9  # squares

# Translations of games' names for squares and groups of squares. Other names are shown unchanged.
IN_A_SENTENCE = {
    "top left": pgettext_lazy("square, in a sentence", "top left"),
    "top middle": pgettext_lazy("square, in a sentence", "top middle"),
    "top right": pgettext_lazy("square, in a sentence", "top right"),
    "middle left": pgettext_lazy("square, in a sentence", "middle left"),
    "centre": pgettext_lazy("square, in a sentence", "centre"),
    "middle right": pgettext_lazy("square, in a sentence", "middle right"),
    "bottom left": pgettext_lazy("square, in a sentence", "bottom left"),
    "bottom middle": pgettext_lazy("square, in a sentence", "bottom middle"),
    "bottom right": pgettext_lazy("square, in a sentence", "bottom right"),
    "any corner": pgettext_lazy("square, in a sentence", "any corner"),
    "any edge": pgettext_lazy("square, in a sentence", "any edge"),
}
IN_A_LABEL = {
    "top left": pgettext_lazy("square, at the beginning of a label", "Top left"),
    "top middle": pgettext_lazy("square, at the beginning of a label", "Top middle"),
    "top right": pgettext_lazy("square, at the beginning of a label", "Top right"),
    "middle left": pgettext_lazy("square, at the beginning of a label", "Middle left"),
    "centre": pgettext_lazy("square, at the beginning of a label", "Centre"),
    "middle right": pgettext_lazy("square, at the beginning of a label", "Middle right"),
    "bottom left": pgettext_lazy("square, at the beginning of a label", "Bottom left"),
    "bottom middle": pgettext_lazy("square, at the beginning of a label", "Bottom middle"),
    "bottom right": pgettext_lazy("square, at the beginning of a label", "Bottom right"),
}

# Ages of a side's three marks.
AGES = {
    1: pgettext_lazy("of the three marks of a side", "oldest"),
    2: pgettext_lazy("of the three marks of a side", "second oldest"),
    3: pgettext_lazy("of the three marks of a side", "newest"),
}


def square_name(variant: Variant, cell: Cell) -> str:
    """Return the name of a square within a sentence, in the viewer's chosen notation."""
    return _short_name(variant, cell) if speech().squares else _in_a_sentence(variant.square_name(cell))


def square_title(variant: Variant, cell: Cell) -> str:
    """Return the name of a square at the beginning of a label."""
    name = variant.square_name(cell)
    return _short_name(variant, cell) if speech().squares else str(IN_A_LABEL.get(name, name))


def short_names(squares: int, columns: int) -> list[str]:
    """Return a short name for each square: its number, or its column and row as in chess."""
    rows = range(squares // columns, 0, -1)  # from the top
    if speech().squares == "letters":
        return [f"{column}{row}" for row in rows for column in ascii_lowercase[:columns]]
    if speech().numpad and squares == ON_A_NUMPAD:
        return [str(columns * (row - 1) + column) for row in rows for column in range(1, columns + 1)]
    return [str(cell + 1) for cell in range(squares)]


def _short_name(variant: Variant, cell: Cell) -> str:
    return short_names(variant.squares, variant.columns)[cell]


def square_label(
    variant: Variant,
    cell: Cell,
    mark: str = "",
    *,
    look: str = "",
    worth: str = "",
    closed: bool = False,
    age: int = 0,
    end: Outcome | None = None,
) -> str:
    """Return the accessible label of a square: its name, its mark and what a Square says of it; `end` is how the game
    ended, if it did."""
    if end and end.line and cell in end.line:
        label = {"label": square_label(variant, cell, mark, look=look, worth=worth)}
        # Translators: label is that of a square in the line that ended the game: "Top left, X".
        return (_("%(label)s, winning line") if end.line_wins else _("%(label)s, losing line")) % label
    words = {"square": square_title(variant, cell), "mark": mark, "worth": worth, "age": AGES.get(age, "")}
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
        return _("%(square)s, %(mark)s, disappears next") % words
    if worth:
        # Translators: worth is "X wins in 2" or "draw".
        return _("%(square)s, %(mark)s. %(worth)s") % words
    if age:
        # Translators: age is "oldest", "second oldest" or "newest".
        return _("%(square)s, %(mark)s, %(age)s") % words
    return _("%(square)s, %(mark)s") % words


def move_label(variant: Variant, mark: str, cell: Cell) -> str:
    """Return the label of a move in a list of moves."""
    # Translators: one move in a list of moves, as in "X top left".
    return pgettext("a move", "%(mark)s %(square)s") % {"mark": mark, "square": square_name(variant, cell)}


def moves_named(variant: Variant, position: Position, moves: Iterable[Move]) -> str:
    """Name the squares of several moves, as in "any corner or centre", with the mark to write if only some of the moves
    on a square are among them: "top left (X)"."""
    named, by_mark = set(moves), dict[str, list[Cell]]()
    for square, there in variant.moves_by_square(position).items():
        marks = [position.play(move).cells[square] for move in there if move in named]
        if marks:
            by_mark.setdefault("" if len(marks) == len(there) else marks[0], []).append(square)
    # Translators: a square and the mark to write there: "top left (X)".
    with_mark = pgettext("square, in a sentence", "%(square)s (%(mark)s)")
    names = [
        with_mark % {"square": name, "mark": mark} if mark else name
        for mark, squares in sorted(by_mark.items())
        for name in _names(variant, squares)
    ]
    return _either(names)


def squares_named(variant: Variant, cells: Iterable[Cell]) -> str:
    """List several squares: "any corner, centre"."""
    return _listed(_names(variant, cells))


def ages_of(variant: Variant, position: Position) -> dict[Cell, int]:
    """Number the marks of each side that has several, 1 for the oldest; {} without ages or after the end."""
    if position.outcome:
        return {}
    sides = [cells for cells in variant.by_age(position).values() if len(cells) > 1]
    return {cell: age for cells in sides for age, cell in enumerate(cells, start=1)}


def ages_in_words(variant: Variant, position: Position) -> list[str]:
    """Return a sentence for each side on the ages of its marks, in games with ages."""
    return [
        # Translators: mark is X or O; squares are those of its marks, the oldest first: "top left, centre".
        _("%(mark)s, oldest first: %(squares)s.")
        % {"mark": mark, "squares": _listed(square_name(variant, cell) for cell in cells)}
        for mark, cells in variant.by_age(position).items()
        if len(cells) > 1
    ]


def _names(variant: Variant, cells: Iterable[Cell]) -> list[str]:
    """Return the names of several squares; "any corner" for all four corners."""
    left, names = set(cells), []
    for name, group in variant.groups.items():
        if left.issuperset(group):
            names.append(_in_a_sentence(name))
            left.difference_update(group)
    return [*names, *(square_name(variant, cell) for cell in sorted(left))]


def _in_a_sentence(name: str) -> str:
    return str(IN_A_SENTENCE.get(name, name))


def _either(names: list[str]) -> str:
    *others, last = names
    if not others:
        return last
    # Translators: the end of a list of squares: "top left or centre", "top left, centre or bottom right".
    return _("%(others)s or %(last)s") % {"others": _listed(others), "last": last}


def _listed(names: Iterable[str]) -> str:
    # Translators: adds a square (next) to the list so far (others), as in "top left" or "top left, centre".
    return reduce(lambda others, next: _("%(others)s, %(next)s") % {"others": others, "next": next}, names)
