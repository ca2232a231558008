"""For people who play by ear: answers to questions typed as a letter, and moves typed as the short name of a square."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.position import BLANK, Cell
from games.play.words.board import choices_of, chosen_of, values_of
from games.play.words.clock import seconds_until
from games.play.words.news import describe_move, what_comes_next
from games.play.words.pov import Pov
from games.play.words.squares import ages_in_words, short_names
from games.site.words.sentences import sentences


def typed_move(pov: Pov, text: str) -> dict[str, str] | None:
    """Return the form data of a typed move: a square, "5", in games with a choice followed by the mark, "5x". None for
    any other text."""
    variant, square = pov.state.variant, text.strip().lower()
    write = chosen_of(choices_of(variant, pov.write))
    for mark in variant.choices:
        if mark.lower() in square:
            write, square = mark, square.replace(mark.lower(), "").strip()
    names, values = short_names(variant.squares, variant.columns), values_of(variant, pov.state.position)
    return {"cell": values[names.index(square)], "write": write} if square in names else None


def answer(pov: Pov, text: str) -> str:
    """Answer a question: a letter of QUESTIONS, or "h" or "v" with the number of a row or column. Any other text gets
    the list of questions."""
    question = text.strip().lower().replace(" ", "")
    if question in QUESTIONS:
        return QUESTIONS[question](pov)
    if question in (found := _lines(pov)):
        return found[question]
    return commands()


def commands() -> str:
    """Return a sentence on everything that can be typed."""
    return _(
        "Type a square to mark it; b for the board, h2 for a row, v2 for a column, l for the last move, "
        "t for the turn, p for the players, c for the clock, n for the marks that disappear next."
    )


def _lines(pov: Pov) -> dict[str, str]:
    """Return each row and column in words, by the question for it."""
    variant = pov.state.variant
    rows = [range(first, first + variant.columns) for first in range(0, variant.squares, variant.columns)]
    return {
        **{
            f"h{number}": _("Row %(number)s: %(squares)s.") % {"number": number, "squares": _marks(pov, row)}
            for number, row in enumerate(rows, start=1)
        },
        **{
            f"v{number}": _("Column %(number)s: %(squares)s.") % {"number": number, "squares": _marks(pov, column)}
            for number, column in enumerate(zip(*rows, strict=True), start=1)
        },
    }


def _marks(pov: Pov, cells: range | tuple[Cell, ...]) -> str:
    marks = (pov.state.position.cells[cell] for cell in cells)
    # Translators: a square without a mark, in a list: "X, empty, O".
    return ", ".join(_("empty") if mark == BLANK else mark for mark in marks)


def _board(pov: Pov) -> str:
    return " ".join(line for question, line in _lines(pov).items() if question.startswith("h"))


def _last_move(pov: Pov) -> str:
    return describe_move(pov, pov.state.plies - 1) if pov.state.record else _("There is no move yet.")


def _turn(pov: Pov) -> str:
    return sentences(what_comes_next(pov), _own_side(pov))


def _own_side(pov: Pov) -> str:
    return _("You’re %(mark)s.") % {"mark": pov.side(pov.me)} if pov.me else ""


def _players(pov: Pov) -> str:
    sides = [
        # Translators: a side and who plays it: "X: Ada."
        _("%(mark)s: %(name)s.") % {"mark": pov.side(mark), "name": pov.called(mark)}
        for mark in pov.state.seats
    ]
    away = [_("%(name)s is away.") % {"name": pov.name(mark)} for mark in pov.others_away]
    return sentences(*sides, _own_side(pov), *away)


def _clock(pov: Pov) -> str:
    if not pov.playing or pov.state.move_by is None:
        return _("No clock is running.")
    left = seconds_until(pov.state.move_by)
    if pov.my_turn:
        words = ngettext("You have %(count)d second left.", "You have %(count)d seconds left.", left)
        return words % {"count": left}
    words = ngettext("%(name)s has %(count)d second left.", "%(name)s has %(count)d seconds left.", left)
    return words % {"count": left, "name": pov.name(pov.state.position.turn)}


def _going_next(pov: Pov) -> str:
    if not pov.state.variant.ages:
        return _("No mark disappears in this game.")
    return sentences(*ages_in_words(pov.state.variant, pov.state.position)) or _("No mark disappears yet.")


QUESTIONS: Final[Mapping[str, Callable[[Pov], str]]] = {
    "b": _board,
    "l": _last_move,
    "t": _turn,
    "p": _players,
    "c": _clock,
    "n": _going_next,
}
