"""Renders a Pov to HTML: the one place that both the page and every push come from.

A fragment depends on the Pov and the language alone, never on a request: forms, tokens, links and the theme stand
outside it in the page. What differs from game to game but not in its shape, such as names and codes, is put in last, so
that a position once rendered is rendered for all games: see `render`.
"""

import json
import re
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from games.engine.position import Mark
from games.selectors.presence import Presence
from games.selectors.state import SeatState, State
from games.show.names import isolated
from games.show.pov import Pov

# Stand-ins: codes that addresses take, and characters that no name may have.
CODE, NEXT = "2" * 10, "3" * 10
VERSION, LONG = "\ue000", "\ue001"
NAMES = {Mark.X: "\ue002", Mark.O: "\ue003"}
STAND_INS = re.compile(f"({'|'.join([CODE, NEXT, VERSION, LONG, *NAMES.values()])})")
KEPT = 4_096  # fragments; about 6 KB of memory each
_encode = json.JSONEncoder(ensure_ascii=False).encode
# The letters of so many characters above the board: more are smaller, so that they leave it where it is.
LETTERS = ((41, " longest"), (18, " long"), (0, ""))


class _Shape(NamedTuple):
    """All of a Pov but what is put in last. `seats` holds of each whether it is named, and a computer player's key."""

    status: str
    start: str
    record: str
    winner: str
    ended: str
    score: tuple[int, int, int]
    offered_by: str
    hints: tuple[bool, bool, bool]
    has_next: bool
    seats: tuple[tuple[str, bool, bool, str], ...]
    one_screen: bool
    marks: frozenset[Mark]
    watching: bool
    reviewing: bool
    presence: tuple[str, str, str, bool]
    language: str


def render(pov: Pov, language: str) -> SafeString:
    """The room as this viewer sees it, in this language. Costs a rendering only for a shape not seen lately."""
    return mark_safe(json.loads(render_quoted(pov, language)))


def render_quoted(pov: Pov, language: str) -> str:
    """The same as a JSON string, put together of quoted parts: to quote the whole would cost more than all the rest."""
    parts, status = _render(_shape(pov, language))
    values = {stand_in: _quote(value) for stand_in, value in _values(pov.state, status, language).items()}
    return f'"{"".join([values.get(part, part) for part in parts])}"'


def _quote(text: str) -> str:
    """As within a JSON string."""
    return _encode(text)[1:-1]


def _values(state: State, status: str, language: str) -> dict[str, str]:
    """What stands for each stand-in. `status` are the words above the board, with stand-ins."""
    values = {CODE: state.code, NEXT: state.next_code, VERSION: str(state.version)}
    for mark, seat in state.seats.items():
        if seat.name:
            name = isolated(seat.name, language)
            values[NAMES[mark]] = escape(name)
            status = status.replace(NAMES[mark], name)
    values[LONG] = next(letters for least, letters in LETTERS if len(status) >= least)
    return values


def _shape(pov: Pov, language: str) -> _Shape:
    state = pov.state
    return _Shape(
        state.status,
        state.start,
        state.record,
        state.winner,
        state.ended,
        (state.x_wins, state.o_wins, state.draws),
        state.offered_by,
        (state.hints, state.hint, state.helped),
        bool(state.next_code),
        tuple([(mark, seat.player is not None, bool(seat.name), seat.opponent) for mark, seat in state.seats.items()]),
        state.one_screen,
        pov.marks,
        pov.watching,
        pov.reviewing,
        (pov.presence.here, pov.presence.left, pov.presence.claimant, pov.read),
        language,
    )


def _pov_of(shape: _Shape) -> Pov:
    """A Pov of this shape, with stand-ins for the rest."""
    here, left, claimant, read = shape.presence
    x_wins, o_wins, draws = shape.score
    hints, hint, helped = shape.hints
    seats = {
        mark: SeatState(
            # Which players they are shows nowhere, only whether both are one.
            None if not person else 1 if shape.one_screen or mark == Mark.X else 2,
            NAMES[mark] if named else "",
            opponent,
        )
        for mark, person, named, opponent in shape.seats
    }
    state = State(
        game=0,
        code=CODE,
        version=0,
        status=shape.status,
        start=shape.start,
        record=shape.record,
        winner=shape.winner,
        ended=shape.ended,
        x_wins=x_wins,
        o_wins=o_wins,
        draws=draws,
        offered_by=shape.offered_by,
        hints=hints,
        hint=hint,
        helped=helped,
        next_code=NEXT if shape.has_next else "",
        seats=seats,
    )
    return Pov(state, shape.marks, shape.watching, Presence(here, left, claimant, int(read)), shape.reviewing)


@lru_cache(maxsize=KEPT)
def _render(shape: _Shape) -> tuple[list[str], str]:
    """The fragment of this shape, quoted and cut before and after each stand-in; the words above its board."""
    pov = _pov_of(shape)
    with translation.override(shape.language):
        text = render_to_string("games/_room.html", {"pov": pov, "version": VERSION, "long": LONG})
        return [_quote(part) for part in STAND_INS.split(text)], pov.status


class Told(NamedTuple):
    """What has happened, in words to be told once: of one kind or the other, or none. See games/pov/news.py."""

    news: str = ""
    said: str = ""

    def as_html(self) -> SafeString:
        """As it follows the room, where a page asks for it without a socket."""
        sentence = self.news or self.said
        return format_html('<p id="told">{}</p>', sentence) if sentence else mark_safe("")


def told(pov: Pov, before: State | None, language: str, *, own: bool = False) -> Told:
    """What has happened since the page had that state, if it had one; `own`: by the viewer, on that page."""
    if before is None:
        return Told()
    known = (before.status, before.record, before.offered_by, before.hint, tuple(before.seats))
    sentences = _told(_shape(pov, language), *known, own)
    for mark, seat in pov.state.seats.items():
        if seat.name and any(sentences):
            name = isolated(seat.name, language)
            sentences = Told(*(sentence.replace(NAMES[mark], name) for sentence in sentences))
    return sentences


@lru_cache(maxsize=KEPT)
def _told(
    shape: _Shape, status: str, record: str, offered_by: str, hint: bool, seats: tuple[str, ...], own: bool
) -> Told:
    """The same with stand-ins for names; what is known of the state before stands for it."""
    pov = _pov_of(shape)
    before = replace(
        pov.state,
        status=status,
        record=record,
        offered_by=offered_by,
        hint=hint,
        seats={mark: SeatState(None, "", "") for mark in seats},
    )
    with translation.override(shape.language):
        news = pov.news_after(before)
        return Told(news, "" if news else pov.said_after(before, own=own))


def watchers(count: int, language: str) -> str:
    """How many watch, in words; nothing if nobody does."""
    with translation.override(language):
        return ngettext("%(count)d watching", "%(count)d watching", count) % {"count": count} if count else ""
