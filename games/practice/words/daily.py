"""The page of a daily puzzle: the task, the player's progress, and a text to share."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.classic import CLASSIC
from games.engine.notation import rows_of
from games.engine.position import BLANK, Mark
from games.play.words.board import Board
from games.play.words.plates import tally
from games.practice.daily import FIRST, day_number, exercise_of
from games.practice.models import Daily
from games.practice.words.exercises import Task

DRAWN = {Mark.X: "❌", Mark.O: "⭕", BLANK: "⬜"}


@dataclass(frozen=True)
class DailyTask(Task):
    """A day's puzzle. `at_first_try`: the player solved it without a wrong move. `streak` is the number of consecutive
    days solved, `first_tries` how many of them on the first try, and `best` the longest streak."""

    day: date = FIRST
    today: date = FIRST
    at_first_try: bool = False
    streak: int = 0
    first_tries: int = 0
    best: int = 0

    @property
    def number(self) -> int:
        return day_number(self.day)

    @property
    def day_before(self) -> date | None:
        """The previous day, whose puzzle can still be solved."""
        return self.day - timedelta(days=1) if self.day > FIRST else None

    @property
    def board_on_home(self) -> Board:
        """The board for the form "day" on the home page."""
        return self.picture if self.right else replace(self.board, form="day")

    @property
    def heading(self) -> str:
        """The number of the day, and whether it was solved without a wrong move."""
        if self.at_first_try:
            return _("Day %(number)d, on the first try") % {"number": self.number}
        return _("Day %(number)d") % {"number": self.number}

    @property
    def tally(self) -> tuple[int, ...]:
        return tally(self.streak)

    @property
    def in_a_row(self) -> str:
        """The streak in words, from two days on."""
        if self.streak < 2:
            return ""
        return ngettext("%(count)d day in a row", "%(count)d days in a row", self.streak) % {"count": self.streak}

    @property
    def first_tries_in_words(self) -> str:
        """The number of first tries in the streak, in words; "" without a streak, or if all of them were."""
        if not self.in_a_row or self.first_tries >= self.streak:
            return ""
        # Translators: them are the days of "3 days in a row".
        words = ngettext("%(count)d of them on the first try", "%(count)d of them on the first try", self.first_tries)
        return words % {"count": self.first_tries}

    @property
    def best_in_words(self) -> str:
        """The longest streak in words; "" unless it is longer than the current one."""
        if self.best <= max(self.streak, 1):
            return ""
        words = ngettext("Your best: %(count)d day in a row", "Your best: %(count)d days in a row", self.best)
        return words % {"count": self.best}

    def words(self, address: str) -> str:
        """Return the text to share: the position and the result, never the answer."""
        rows = rows_of(self.exercise.variant, self.exercise.position.cells)
        board = "\n".join("".join(DRAWN[symbol] for symbol in row) for row in rows)
        title = _("Tic-tac-toe, day %(number)d: find the move") % {"number": self.number}
        return "\n".join([title, board, f"{self.task} {self._boast}", address])

    @property
    def _boast(self) -> str:
        found = _("I found it on the first try.") if self.at_first_try else _("I found it.")
        days = self.in_a_row
        if tries := self.first_tries_in_words:
            # Translators: "3 days in a row, 2 of them on the first try".
            days = _("%(days)s, %(tries)s") % {"days": days, "tries": tries}
        # Translators: found is "I found it."; days is as in "3 days in a row".
        return _("%(found)s %(days)s.") % {"found": found, "days": days} if days else found


def daily_task(
    day: date, today: date, row: Daily | None, streak: int, *, first_tries: int | None = None, best: int = 0
) -> DailyTask:
    """Return a day's puzzle with a player's progress. Once solved, it shows the answer."""
    exercise = exercise_of(CLASSIC, day)
    found = row is not None and row.found_at is not None
    return DailyTask(
        exercise,
        tried=exercise.answers[0] if found else None,
        right=found,
        day=day,
        today=today,
        at_first_try=row is not None and row.at_first_try,
        streak=streak,
        first_tries=streak if first_tries is None else first_tries,
        best=best,
    )
