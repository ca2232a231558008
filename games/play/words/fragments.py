"""Render a Pov to HTML, for the page and for every push. A fragment depends only on the Pov and the language. Rendering
costs more than the rest of a move, so games that look alike share a cached fragment with placeholders for names, codes
and numbers."""

from datetime import timedelta
from functools import lru_cache
from html import escape

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from games.play.selectors.state import State
from games.play.words import placeholders
from games.play.words.clock import LINE, clock_until
from games.play.words.news import news_after, said_after
from games.play.words.placeholders import CODE, LENGTH, LONG, MOMENT, NAMES, NEXT, PLACEHOLDERS, SECONDS, VERSION
from games.play.words.pov import Pov
from games.play.words.room import drawn_of, size_of, words_of
from games.site.speech import speaking
from games.site.words.names import isolated

CACHE_SIZE = 4_096  # fragments, about 6 KB of memory each


def render(pov: Pov, language: str) -> SafeString:
    """Render the room as this viewer sees it, in this language."""
    parts, status = _render(pov.with_placeholders, language)
    values = _values(pov.state, status, language)
    return mark_safe("".join([values.get(part, part) for part in parts]))


def _values(state: State, status: str, language: str) -> dict[str, str]:
    """Return the values of the placeholders. `status` is the status line, with placeholders."""
    values = {CODE: state.code, NEXT: state.next_code, VERSION: str(state.version)}
    values |= {NAMES[mark]: escape(isolated(seat.name, language)) for mark, seat in state.seats.items()}
    values[LONG] = size_of(_with_names(status, state, language))
    if state.move_by:
        clock = clock_until(state.move_by, timedelta(seconds=state.seconds_to_move))
        values |= {SECONDS: str(clock["seconds"]), LENGTH: str(clock["length"]), MOMENT: clock["moment"]}
    return values


def _with_names(sentence: str, state: State, language: str) -> str:
    for mark, seat in state.seats.items():
        sentence = sentence.replace(NAMES[mark], isolated(seat.name, language))
    return sentence


@lru_cache(maxsize=CACHE_SIZE)
def _render(pov: Pov, language: str) -> tuple[list[str], str]:
    """Render a Pov with placeholders, split at them, and return its status line too."""
    with translation.override(language), speaking(pov.speech):
        shown = {**words_of(pov), **drawn_of(pov)}
        clock = {"seconds": SECONDS, "length": LENGTH, "moment": MOMENT, "whole": LINE}
        text = render_to_string("play/_room.html", {**shown, "version": VERSION, "long": LONG, "clock": clock})
        return PLACEHOLDERS.split(text), shown["status"]


def events_since(pov: Pov, before: State | None, language: str, *, own: bool = False) -> dict[str, str]:
    """Return the `news` or what is `said` of the changes since `before`, if any: see play/words/news.py. `own` means
    that the viewer made them on this page."""
    if before is None:
        return {"news": "", "said": ""}
    events = _events_since(pov.with_placeholders, placeholders.in_state(before), language, own)
    return {kind: _with_names(sentence, pov.state, language) for kind, sentence in events.items()}


@lru_cache(maxsize=CACHE_SIZE)
def _events_since(pov: Pov, before: State, language: str, own: bool) -> dict[str, str]:
    """Return the result of `events_since` with placeholders for names."""
    with translation.override(language), speaking(pov.speech):
        news = news_after(pov, before)
        return {"news": news, "said": "" if news else said_after(pov, before, own=own)}


def watchers(count: int, language: str) -> str:
    """Return the number of spectators in words; "" if there are none."""
    with translation.override(language):
        return ngettext("%(count)d watching", "%(count)d watching", count) % {"count": count} if count else ""
