"""Renders a Pov to HTML: the one place that both the page and every push come from.

A fragment depends on the Pov and the language alone, never on a request: forms, tokens, links and the theme stand
outside it in the page. What differs from game to game but not in its shape, such as names and codes, is put in last, so
that a position once rendered is rendered for all games: see `render`.
"""

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from games.engine.position import Mark
from games.pov import Pov
from games.presence import Presence
from games.state import SeatState, State

# Stand-ins: codes that addresses take, and characters that no name may have.
CODE, NEXT = "2" * 10, "3" * 10
VERSION, LONG = "\ue000", "\ue001"
NAMES = {Mark.X: "\ue002", Mark.O: "\ue003"}
KEPT = 4_096  # fragments; under 4 KB each
LONG_STATUS = 22  # characters that fit above the board in large letters


@dataclass(frozen=True)
class _Shape:
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
    seats: tuple[tuple[Mark, bool, bool, str], ...]
    one_screen: bool
    marks: frozenset[Mark]
    watching: bool
    reviewing: bool
    presence: tuple[str, str, str]
    language: str


def render(pov: Pov, language: str) -> SafeString:
    """The room as this viewer sees it, in this language. Costs a rendering only for a shape not seen lately."""
    state = pov.state
    text = _render(_shape(pov, language))
    text = text.replace(CODE, state.code).replace(VERSION, str(state.version)).replace(NEXT, state.next_code)
    for mark, seat in state.seats.items():
        if seat.name:
            text = text.replace(NAMES[Mark(mark)], escape(seat.name))
    if LONG in text:
        with translation.override(language):
            text = text.replace(LONG, " long" if len(pov.status) > LONG_STATUS else "")
    return mark_safe(text)


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
        tuple(
            (Mark(mark), seat.player is not None, bool(seat.name), seat.opponent) for mark, seat in state.seats.items()
        ),
        state.one_screen,
        pov.marks,
        pov.watching,
        pov.reviewing,
        (pov.presence.here, pov.presence.left, pov.presence.claimant),
        language,
    )


@lru_cache(maxsize=KEPT)
def _render(shape: _Shape) -> str:
    """The fragment of this shape, with stand-ins."""
    here, left, claimant = shape.presence
    x_wins, o_wins, draws = shape.score
    hints, hint, helped = shape.hints
    seats = {
        str(mark): SeatState(
            # Which players they are shows nowhere, only whether both are one.
            None if not person else 1 if shape.one_screen or mark is Mark.X else 2,
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
    pov = Pov(state, shape.marks, shape.watching, Presence(here, left, claimant), shape.reviewing)
    with translation.override(shape.language):
        return render_to_string("games/_room.html", {"pov": pov, "version": VERSION, "long": LONG})


def watchers(count: int, language: str) -> str:
    """How many watch, in words; nothing if nobody does."""
    with translation.override(language):
        return ngettext("%(count)d watching", "%(count)d watching", count) % {"count": count} if count else ""
