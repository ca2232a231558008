"""A person's choices for announcements of games. Like the language, they are set for each request and each frame."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple, Self


class Speech(NamedTuple):
    """`by_ear` means that boards are also lines of text. `squares` says how squares are named: "" for words, "numbers"
    or "letters" (columns a, b, c from the left, rows from the bottom). `numpad` means that squares are numbered as on a
    number pad, and `brief` that announcements are short. `warning` is the number of seconds left on a clock at which
    its player is warned; half of the time, if that is less."""

    by_ear: bool = False
    squares: str = ""
    numpad: bool = False
    brief: bool = False
    warning: int = 10

    @classmethod
    def of(cls, preferences: Mapping[str, str]) -> Self:
        """Return a person's choices from all preferences."""
        on = {name: bool(preferences[name]) for name in ("numpad", "brief")}
        warning = int(preferences["warning"] or cls().warning)
        return cls(bool(preferences["ear"]), preferences["squares"], **on, warning=warning)


PLAIN: Final = Speech()
_speech = ContextVar("speech", default=PLAIN)
speech = _speech.get


@contextmanager
def speaking(chosen: Speech) -> Iterator[None]:
    """Use this Speech within the block."""
    token = _speech.set(chosen)
    try:
        yield
    finally:
        _speech.reset(token)
