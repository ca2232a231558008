"""Measures the admin's list of games with 100,000 of them, on SQLite and on PostgreSQL.

    python tests/bench/games_list.py [games]              on SQLite, in a temporary folder
    DATABASE_URL=postgres://… python tests/bench/games_list.py     on an empty PostgreSQL database

Prints the median of five requests for each page, answered by the whole stack except the network.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="tictactoe-bench-")
os.environ["DJANGO_SETTINGS_MODULE"] = "tictactoe_site.settings"

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402

from games.play import services  # noqa: E402
from games.play.models import Game, Move, Seat  # noqa: E402
from games.site.models import Player  # noqa: E402

PAGES = ("", "?p=2", "?result=X", "?mistakes=both", "?thrown_away__exact=1", "?opponent=easy", "?q=Player+7", "?o=-9")
AT_ONCE = 100  # games of a series, the quickest way to create many


def fill(count: int) -> None:
    """Store `count` games of computer players, and seat people in half of them."""
    host = Player.objects.create(name="Host")
    for _series in range(count // AT_ONCE):
        services.start_series(player=host, x="easy", o="medium", count=AT_ONCE)
    people = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(1_000))
    seats = list(Seat.objects.filter(mark="X", game__id__in=Game.objects.values("pk")[: count // 2]))
    for number, seat in enumerate(seats):
        seat.player, seat.opponent = people[number % len(people)], ""
    Seat.objects.bulk_update(seats, ["player", "opponent"], batch_size=500)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    started = time.monotonic()
    fill(count)
    print(f"{connection.vendor}: {Game.objects.count()} games, {Move.objects.count()} moves", end=", ")
    print(f"made in {time.monotonic() - started:.0f} s")
    client = Client()
    client.force_login(User.objects.create_superuser("host"))
    for page in PAGES:
        times = []
        for _round in range(5):
            begun = time.monotonic()
            assert client.get(f"/{settings.ADMIN_PATH}games/game/{page}").status_code == 200
            times.append(time.monotonic() - begun)
        print(f"{page or '(list)':28} {statistics.median(times) * 1000:7.0f} ms")


if __name__ == "__main__":
    main()
