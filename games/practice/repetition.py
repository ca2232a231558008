"""The Leitner system, which brings failed puzzles back. A wrong answer puts a puzzle into box 1, from which it comes
back after ANSWERS_BETWEEN other answers. A right answer when it is due moves it to the next box, from which it comes
back after the days in BOX_DAYS. After the last box it is learnt (box 0)."""

from datetime import datetime, timedelta
from typing import Final

ANSWERS_BETWEEN: Final = 3
BOX_DAYS: Final = (1, 3, 7, 21)  # of boxes 2, 3, …


def is_due(box: int, answered_at: datetime | None, now: datetime, *, recent: bool) -> bool:
    """Return whether a puzzle comes back now; `recent` means that it is among the last ANSWERS_BETWEEN answered."""
    if box < 2 or answered_at is None:
        return box == 1 and not recent
    return now - answered_at >= timedelta(days=BOX_DAYS[box - 2])


def next_box(box: int, *, right: bool, due: bool) -> int:
    """Return the box of a puzzle after an answer."""
    if not right:
        return 1
    return (box + 1) % (len(BOX_DAYS) + 2) if box and due else box
