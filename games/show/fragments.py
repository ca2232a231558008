"""Renders a Pov to HTML: the one place that both the page and every push come from.

A fragment depends on the Pov and the language alone, never on a request: forms, tokens, links and the theme stand
outside it in the page. It is rendered once for all games of one shape. What differs within a shape, such as names and
codes, is put in last: see `render`.
"""

import re
from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from functools import lru_cache
from html import escape
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from games.engine.position import Mark
from games.selectors.presence import Presence
from games.selectors.state import COMMON, SeatState, State, StateShape
from games.show.clock import LINE, seconds_until
from games.show.names import isolated
from games.show.news import news_after, said_after
from games.show.pov import Pov
from games.show.room import drawn_of, size_of, words_of

T = TypeVar("T", Presence, Pov)

# Stand-ins: codes that addresses take, and characters that no name may have.
CODE, NEXT = "2" * 10, "3" * 10
VERSION, LONG = "\ue000", "\ue001"
NAMES: dict[str, str] = {Mark.X: "\ue002", Mark.O: "\ue003"}
SECONDS, LENGTH, MOMENT = "\ue004", "\ue005", "\ue006"  # of the clock: left, the line it draws, and when it ends
SOME_TIME = datetime.max.replace(tzinfo=UTC)
STAND_INS = re.compile(f"({'|'.join([CODE, NEXT, VERSION, LONG, *NAMES.values(), SECONDS, LENGTH, MOMENT])})")
KEPT = 4_096  # fragments; about 6 KB of memory each


class _Fields(Generic[T]):
    """All fields of a dataclass but some: `of` reads them from an object, `make` makes one that holds them."""

    def __init__(self, kind: type[T], *, but: tuple[str, ...]) -> None:
        self.kind: Callable[..., T] = kind
        self.names = [field.name for field in fields(kind) if field.name not in but]
        self.of = attrgetter(*self.names)

    def make(self, values: tuple[Any, ...], **others: Any) -> T:
        return self.kind(**dict(zip(self.names, values, strict=True)), **others)


PRESENCE = _Fields(Presence, but=("readers", "watchers"))
POV = _Fields(Pov, but=("state", "presence"))


class _Shape(NamedTuple):
    """Everything that a fragment depends on, without the values that replace stand-ins."""

    state: StateShape
    pov: tuple[Any, ...]
    presence: tuple[Any, ...]
    read: bool
    language: str


def render(pov: Pov, language: str) -> SafeString:
    """The room as this viewer sees it, in this language. Costs a rendering only if its shape was not seen lately."""
    parts, status = _render(_shape(pov, language))
    values = _values(pov.state, status, language)
    return mark_safe("".join([values.get(part, part) for part in parts]))


def _values(state: State, status: str, language: str) -> dict[str, str]:
    """What takes the place of each stand-in. `status` are the words above the board, with stand-ins."""
    values = {CODE: state.code, NEXT: state.next_code, VERSION: str(state.version)}
    for mark, seat in state.seats.items():
        if seat.name:
            name = isolated(seat.name, language)
            values[NAMES[mark]] = escape(name)
            status = status.replace(NAMES[mark], name)
    values[LONG] = size_of(status)
    if state.move_by:
        left = seconds_until(state.move_by)
        values[SECONDS], values[MOMENT] = str(left), f"{state.move_by.timestamp():.3f}"
        values[LENGTH] = str(round(LINE * min(left / state.seconds, 1)))
    return values


def _shape(pov: Pov, language: str) -> _Shape:
    return _Shape(pov.state.shape, POV.of(pov), PRESENCE.of(pov.presence), pov.read, language)


def _pov_of(shape: _Shape) -> Pov:
    """A Pov of this shape, with stand-ins for the rest."""
    presence = PRESENCE.make(shape.presence, readers=int(shape.read))
    return POV.make(shape.pov, state=_state_of(shape.state), presence=presence)


def _state_of(shape: StateShape) -> State:
    """A State of this shape, with stand-ins for the rest."""
    seats = {
        mark: SeatState(
            # Which players they are shows nowhere, only whether both are one.
            None if not person else 1 if shape.one_screen or mark == Mark.X else 2,
            NAMES[mark] if named else "",
            opponent,
        )
        for mark, person, named, opponent in shape.seats
    }
    return State(
        **dict(zip(COMMON, shape.common, strict=True)),
        game=0,
        code=CODE,
        version=0,
        next_code=NEXT if shape.has_next else "",
        seats=seats,
        move_by=SOME_TIME if shape.has_clock else None,
    )


@lru_cache(maxsize=KEPT)
def _render(shape: _Shape) -> tuple[list[str], str]:
    """The fragment of this shape, cut before and after each stand-in; the words above its board."""
    pov = _pov_of(shape)
    with translation.override(shape.language):
        shown = {**words_of(pov), **drawn_of(pov)}
        clock = {"seconds": SECONDS, "length": LENGTH, "moment": MOMENT, "whole": LINE}
        text = render_to_string("games/_room.html", {**shown, "version": VERSION, "long": LONG, "clock": clock})
        return STAND_INS.split(text), shown["status"]


class Told(NamedTuple):
    """What has happened, in words to be told once: of one kind or the other, or none. See show/news.py."""

    news: str = ""
    said: str = ""

    def as_html(self) -> SafeString:
        """What follows the room where a page asks for it without a socket."""
        sentence = self.news or self.said
        return format_html('<p id="told">{}</p>', sentence) if sentence else mark_safe("")


def told(pov: Pov, before: State | None, language: str, *, own: bool = False) -> Told:
    """What has happened since the page had that state; nothing if it had none. `own`: by the viewer, on that page."""
    if before is None:
        return Told()
    news, said = _told(_shape(pov, language), before.shape, own)
    for mark, seat in pov.state.seats.items():
        if seat.name:
            name = isolated(seat.name, language)
            news, said = news.replace(NAMES[mark], name), said.replace(NAMES[mark], name)
    return Told(news, said)


@lru_cache(maxsize=KEPT)
def _told(shape: _Shape, before_shape: StateShape, own: bool) -> Told:
    """The result of `told` with stand-ins for names, once for each shape."""
    pov, before = _pov_of(shape), _state_of(before_shape)
    with translation.override(shape.language):
        news = news_after(pov, before)
        return Told(news, "" if news else said_after(pov, before, own=own))


def watchers(count: int, language: str) -> str:
    """How many watch, in words; "" if there are none."""
    with translation.override(language):
        return ngettext("%(count)d watching", "%(count)d watching", count) % {"count": count} if count else ""
