"""The page of a daily puzzle: the task, the player's progress, and a text to share."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.position import BLANK, Mark, Move
from games.play.words.board import Board
from games.practice.daily import FIRST_DAY, day_number, exercise_of
from games.practice.models import Daily
from games.practice.selectors import Streaks
from games.practice.words.exercises import Task

DRAWN = {Mark.X: "❌", Mark.O: "⭕", BLANK: "⬜"}


@dataclass(frozen=True)
class DailyTask(Task):
    """A day's puzzle. `on_first_try` means that the player solved it without a wrong move. `wrong` maps the wrong moves
    to explain, once it is solved, to the number of people who made each."""

    day: date = FIRST_DAY
    today: date = FIRST_DAY
    on_first_try: bool = False
    streaks: Streaks = field(default_factory=Streaks)
    wrong: Mapping[Move, int] = field(default_factory=dict)

    @property
    def number(self) -> int:
        return day_number(self.day)

    @property
    def day_before(self) -> date | None:
        """The previous day; None on FIRST_DAY."""
        return self.day - timedelta(days=1) if self.day > FIRST_DAY else None

    @property
    def board_on_home(self) -> Board:
        """The board on the home page, whose squares belong to the form "day"."""
        return self.picture if self.right else replace(self.board, form="day")

    @property
    def heading(self) -> str:
        """The number of the day, and whether it was solved without a wrong move."""
        if self.on_first_try:
            return _("Day %(number)d, on the first try") % {"number": self.number}
        return _("Day %(number)d") % {"number": self.number}

    @property
    def in_a_row(self) -> str:
        """The streak in words, from two days on."""
        count = self.streaks.days
        words = ngettext("%(count)d day in a row", "%(count)d days in a row", count)
        return words % {"count": count} if count > 1 else ""

    @property
    def further_streaks(self) -> list[str]:
        """The first-try streak if it is shorter, and the longest streaks if longer than the current ones."""
        now = self.streaks
        first_try = ngettext(
            "%(count)d day in a row on the first try", "%(count)d days in a row on the first try", now.first_tries
        )
        best = ngettext("Your best: %(count)d day in a row", "Your best: %(count)d days in a row", now.best)
        best_first_try = ngettext(
            "Your best on the first try: %(count)d day in a row",
            "Your best on the first try: %(count)d days in a row",
            now.best_first_tries,
        )
        shown = [
            (first_try, now.first_tries, 1 < now.first_tries < now.days),
            (best, now.best, now.best > max(now.days, 1)),
            (best_first_try, now.best_first_tries, now.best_first_tries > max(now.first_tries, 1)),
        ]
        return [words % {"count": count} for words, count, applies in shown if applies]

    @property
    def refuted(self) -> list[tuple[str, Task]]:
        """The wrong moves to explain: how many people made each, in words, and the puzzle after it."""
        found = list[tuple[str, Task]]()
        for move, count in self.wrong.items():
            words = ngettext("%(count)d person tried this.", "%(count)d people tried this.", count) % {"count": count}
            found.append((words if count else "", replace(self, tried=move, right=False)))
        return found

    def words(self, address: str) -> str:
        """Return the text to share: the position and the result, never the answer."""
        rows = self.exercise.variant.rows_of(self.exercise.position.cells)
        board = "\n".join("".join(DRAWN[symbol] for symbol in row) for row in rows)
        title = _("Tic-tac-toe, day %(number)d: find the move") % {"number": self.number}
        game = [f"{self.game}: {self.rule}"] if self.game else []
        return "\n".join([title, *game, board, f"{self.task} {self._result}", address])

    @property
    def _result(self) -> str:
        found = _("I found it on the first try.") if self.on_first_try else _("I found it.")
        # Translators: found is "I found it."; days is as in "3 days in a row".
        return _("%(found)s %(days)s.") % {"found": found, "days": self.in_a_row} if self.in_a_row else found


def daily_task(
    day: date, today: date, row: Daily | None, streaks: Streaks, wrong: Mapping[Move, int] | None = None
) -> DailyTask:
    """Return a day's puzzle with a player's progress, and with the answer once it is solved."""
    exercise = exercise_of(day)
    found = row is not None and row.found_at is not None
    return DailyTask(
        exercise,
        tried=exercise.answers[0] if found else None,
        right=found,
        day=day,
        today=today,
        on_first_try=row is not None and row.on_first_try,
        streaks=streaks,
        wrong=wrong or {},
    )
