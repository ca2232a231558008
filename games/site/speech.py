"""How a person wants games told: the names of squares, and the length of announcements.

Like the language, this holds for everything done for one person: the middleware sets it for a request, and sockets set
it for what they send.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple, Self


class Speech(NamedTuple):
    """`by_ear` means that boards are also lines of text. `squares` tells how squares are named: "" for words, "numbers"
    or "letters" (columns a, b, c from the left, rows from the bottom). `numpad` means that squares are numbered as on
    a number pad, and `brief` that announcements are short. `warning` is how many seconds before the end of a clock its
    player is warned; half of the time at most."""

    by_ear: bool = False
    squares: str = ""
    numpad: bool = False
    brief: bool = False
    warning: int = 10

    @classmethod
    def of(cls, preferences: Mapping[str, str]) -> Self:
        """Return what a person has chosen among all preferences."""
        on = {name: bool(preferences[name]) for name in ("numpad", "brief")}
        warning = int(preferences["warning"] or cls().warning)
        return cls(bool(preferences["ear"]), preferences["squares"], **on, warning=warning)


PLAIN: Final = Speech()
_speech = ContextVar("speech", default=PLAIN)
speech = _speech.get


@contextmanager
def speaking(chosen: Speech) -> Iterator[None]:
    """Tell games this way within the block."""
    token = _speech.set(chosen)
    try:
        yield
    finally:
        _speech.reset(token)
