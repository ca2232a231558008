"""For people who play by ear: answers to questions typed as a letter, and moves typed as the short name of a square. A
room answers each question when it is asked; a page with another board contains all answers (`_answers.html`)."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.position import BLANK, Cell, Mark, Position
from games.engine.variant import Variant
from games.play.selectors.state import SeatState, State
from games.play.words.board import chosen_of, values_of
from games.play.words.clock import seconds_until
from games.play.words.news import describe_move, what_comes_next
from games.play.words.pov import Pov
from games.play.words.squares import ages_in_words, short_names
from games.site.words.sentences import sentences


def typed_move(pov: Pov, text: str) -> dict[str, str] | None:
    """Return the form data of a typed move, "5", or "5x" in games with a choice of marks. None for any other text."""
    variant, square = pov.state.variant, text.strip().lower()
    write = chosen_of(variant, pov.write)
    for mark in variant.choices:
        if mark.lower() in square:
            write, square = mark, square.replace(mark.lower(), "").strip()
    names, values = short_names(variant.squares, variant.columns), values_of(variant, pov.state.position)
    return {"cell": values[names.index(square)], "write": write} if square in names else None


def answer(pov: Pov, text: str) -> str:
    """Answer a question: a letter of QUESTIONS, a row ("h2") or a column ("v2"). Any other text gets `commands`."""
    question = text.strip().lower().replace(" ", "")
    if question in QUESTIONS:
        return QUESTIONS[question](pov)
    if question in (found := _lines(pov)):
        return found[question]
    return commands()


def answers(pov: Pov) -> dict[str, str]:
    """Return the answers to all questions, by question."""
    return {question: reply(pov) for question, reply in QUESTIONS.items()} | _lines(pov)


def answers_without_game(
    variant: Variant, start: Position, record: str = "", side: Mark | None = None
) -> dict[str, str]:
    """Return the answers about a board without players, such as a puzzle. The viewer plays `side`, if given."""
    seats = {str(mark): SeatState(0, "", "") for mark in Mark}  # of one player, so that sides have no names
    state = State(variant, start.text, record, seats)
    return answers(Pov(state.at(state.plies), frozenset({side} if side else ())))


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
    lines = {
        "h": (_("Row %(number)s: %(squares)s."), rows),
        "v": (_("Column %(number)s: %(squares)s."), zip(*rows, strict=True)),
    }
    return {
        f"{kind}{number}": words % {"number": number, "squares": _marks(pov, cells)}
        for kind, (words, several) in lines.items()
        for number, cells in enumerate(several, start=1)
    }


def _marks(pov: Pov, cells: Iterable[Cell]) -> str:
    marks = (pov.state.position.cells[cell] for cell in cells)
    separator = pgettext("between the items of a list", ", ")
    # Translators: a square without a mark, in a list: "X, empty, O".
    return separator.join(_("empty") if mark == BLANK else mark for mark in marks)


def _all(kind: str, pov: Pov) -> str:
    """Return all rows ("h") or all columns ("v")."""
    return " ".join(line for question, line in _lines(pov).items() if question.startswith(kind))


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
        if not pov.state.one_screen
    ]
    away = [_("%(name)s is away.") % {"name": pov.name(mark)} for mark in pov.others_away]
    return sentences(*sides, _own_side(pov), *away) or _("Two players, one screen")


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
    "b": partial(_all, "h"),
    "h": partial(_all, "h"),
    "v": partial(_all, "v"),
    "l": _last_move,
    "t": _turn,
    "p": _players,
    "c": _clock,
    "n": _going_next,
}
