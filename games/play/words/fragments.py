"""Render a Pov to HTML, for the page and for every push.

A fragment depends only on the Pov and the language, never on a request: forms, tokens, links and the theme are
elsewhere in the page. Rendering costs more than the rest of a move, so games that look alike share a cached fragment
with placeholders for names, codes and numbers.
"""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from games.engine.position import Mark
from games.play.selectors.state import State
from games.play.words.clock import LINE, Clock
from games.play.words.news import news_after, said_after
from games.play.words.pov import Pov
from games.play.words.room import drawn_of, size_of, words_of
from games.site.speech import speaking
from games.site.words.names import isolated

# Placeholders: valid codes in URLs, and private-use characters, which names cannot contain.
CODE, NEXT = "2" * 10, "3" * 10
VERSION, LONG = "\ue000", "\ue001"
NAMES: dict[str, str] = {Mark.X: "\ue002", Mark.O: "\ue003"}
SECONDS, LENGTH, MOMENT = "\ue004", "\ue005", "\ue006"  # the fields of a Clock
SOME_TIME = datetime.max.replace(tzinfo=UTC)
PLACEHOLDERS = re.compile(f"({'|'.join([CODE, NEXT, VERSION, LONG, *NAMES.values(), SECONDS, LENGTH, MOMENT])})")
CACHE_SIZE = 4_096  # fragments, about 6 KB of memory each


def render(pov: Pov, language: str) -> SafeString:
    """Render the room as this viewer sees it, in this language."""
    parts, status = _render(_alike(pov), language)
    values = _values(pov.state, status, language)
    return mark_safe("".join([values.get(part, part) for part in parts]))


def _values(state: State, status: str, language: str) -> dict[str, str]:
    """Return the values of the placeholders. `status` is the status line, with placeholders."""
    values = {CODE: state.code, NEXT: state.next_code, VERSION: str(state.version)}
    for mark, seat in state.seats.items():
        if seat.name:
            name = isolated(seat.name, language)
            values[NAMES[mark]] = escape(name)
            status = status.replace(NAMES[mark], name)
    values[LONG] = size_of(status)
    if state.move_by:
        clock = Clock.until(state.move_by, timedelta(seconds=state.seconds_to_move))
        values |= {SECONDS: str(clock.seconds), LENGTH: str(clock.length), MOMENT: clock.moment}
    return values


def _alike(pov: Pov) -> Pov:
    """Replace everything specific in a Pov by placeholders, so that games that look alike share it."""
    # A fragment shows whether someone reads an invite, but not the number of spectators.
    presence = replace(pov.presence, claim_in=pov.claim_in, readers=int(pov.invite_read), watchers=0)
    return replace(pov, state=_with_placeholders(pov.state), presence=presence)


@lru_cache(maxsize=CACHE_SIZE)
def _with_placeholders(state: State) -> State:
    # A fragment depends on whether one player holds both seats, but not on the ids.
    numbers: dict[int | None, int | None] = {None: None}
    for seat in state.seats.values():
        numbers.setdefault(seat.player, len(numbers))
    seats = {
        mark: replace(seat, player=numbers[seat.player], name=seat.name and NAMES[mark])
        for mark, seat in state.seats.items()
    }
    return replace(
        state,
        game=0,
        code=CODE,
        version=0,
        next_code=state.next_code and NEXT,
        seats=seats,
        tournament="",
        move_by=state.move_by and SOME_TIME,
    )


@lru_cache(maxsize=CACHE_SIZE)
def _render(pov: Pov, language: str) -> tuple[list[str], str]:
    """Render a Pov with placeholders, split at them, and return its status line too."""
    with translation.override(language), speaking(pov.speech):
        shown = {**words_of(pov), **drawn_of(pov)}
        clock = {"seconds": SECONDS, "length": LENGTH, "moment": MOMENT, "whole": LINE}
        text = render_to_string("play/_room.html", {**shown, "version": VERSION, "long": LONG, "clock": clock})
        return PLACEHOLDERS.split(text), shown["status"]


class Announcement(NamedTuple):
    """An announcement: `news`, `said` or neither. See play/words/news.py."""

    news: str = ""
    said: str = ""

    def as_html(self) -> SafeString:
        """Return the announcement as HTML, to append to the fragment for a page without a socket."""
        sentence = self.news or self.said
        return format_html('<p id="told">{}</p>', sentence) if sentence else mark_safe("")


def events_since(pov: Pov, before: State | None, language: str, *, own: bool = False) -> Announcement:
    """Return the announcement of the changes since `before`, empty if that is None. `own` means that the viewer made
    them on this page."""
    if before is None:
        return Announcement()
    news, said = _events_since(_alike(pov), _with_placeholders(before), language, own)
    for mark, seat in pov.state.seats.items():
        if seat.name:
            name = isolated(seat.name, language)
            news, said = news.replace(NAMES[mark], name), said.replace(NAMES[mark], name)
    return Announcement(news, said)


@lru_cache(maxsize=CACHE_SIZE)
def _events_since(pov: Pov, before: State, language: str, own: bool) -> Announcement:
    """Return the result of `events_since` with placeholders for names."""
    with translation.override(language), speaking(pov.speech):
        news = news_after(pov, before)
        return Announcement(news, "" if news else said_after(pov, before, own=own))


def watchers(count: int, language: str) -> str:
    """Return the number of spectators in words; "" if there are none."""
    with translation.override(language):
        return ngettext("%(count)d watching", "%(count)d watching", count) % {"count": count} if count else ""
