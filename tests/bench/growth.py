"""Checks that nothing grows for ever: a year of people and of a daily `tidy`, and then a year without people.

    .venv/bin/python -m tests.bench.growth [--games 100000] [--guests 20000] [--late]

Uses a separate database, and a clock that advances a day at a time. Prints the rows of each table and the bytes. With
--late, `tidy` does not run in the first year.
"""

import argparse
import os
import shutil
import tempfile
import time
from datetime import UTC, datetime, timedelta
from io import StringIO
from unittest.mock import patch

DAYS = 365
BEGINS = datetime(2025, 1, 1, tzinfo=UTC)


def main() -> None:
    parser = argparse.ArgumentParser(description="Lets a year go by.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--guests", type=int, default=20_000)
    parser.add_argument("--late", action="store_true")
    given = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="tictactoe-growth-")
    os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "tictactoe_site.settings"}
    try:
        measure(given.games, given.guests, late=given.late)
    finally:
        shutil.rmtree(folder)


def measure(games: int, guests: int, *, late: bool) -> None:
    import django

    django.setup()

    from django.core.management import call_command
    from django.db import connection

    from tests.support.growth import a_day, rows

    def used() -> int:
        """Bytes of the database in use; free pages are reused."""
        with connection.cursor() as cursor:
            [count, free, size] = [
                cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
            ]
        return (count - free) * size

    call_command("migrate", verbosity=0)
    made: dict[str, int] = dict.fromkeys(rows(), 0)
    longest = 0.0
    columns = []
    for year in range(2):
        for number in range(DAYS + year):  # the sessions of the last day expire a year after it
            now = BEGINS + timedelta(days=year * DAYS + number)
            with patch("django.utils.timezone.now", lambda now=now: now):
                before = rows() if not year else {}
                if not year:
                    a_day(number, games=-(-games // DAYS), guests=-(-guests // DAYS))
                    made = {table: made[table] + count - before[table] for table, count in rows().items()}
                if late and not year:
                    continue
                began = time.perf_counter()
                call_command("tidy", stdout=StringIO())
                longest = max(longest, time.perf_counter() - began)
        columns.append({**rows(), "bytes": used()})
    print(f"{'':26}{'made':>12}{'a year on':>12}{'two':>12}")
    for table in columns[0]:
        values = [f"{made[table]:,}" if table in made else "", *(f"{column[table]:,}" for column in columns)]
        print(f"{table:26}" + "".join(f"{value:>12}" for value in values))
    print(f"The longest `tidy` took {longest:.2f} s.")


if __name__ == "__main__":
    main()
