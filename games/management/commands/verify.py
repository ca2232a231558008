"""Holds every stored game and machine of matchboxes against the rules, and every tournament against its games. Reports,
repairs nothing, and fails if something is wrong."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.files import tournament_verification
from games.files.machine_verification import check_machines
from games.files.verification import check, to_read
from games.models import Game, Tournament

CHUNK = 1_000  # games read at a time


class Command(BaseCommand):
    help = (
        "Holds every stored game and machine of matchboxes against the rules, and every tournament against its games, "
        "and lists what does not fit. Changes nothing."
    )

    def handle(self, *_: Any, **__: Any) -> None:
        games, count = Game.objects.order_by("pk").prefetch_related(*to_read()), 0
        for game, problem in check(games.iterator(chunk_size=CHUNK)):
            count += 1
            self.stdout.write(f"{game.code}: {problem}")
        for row, problem in check_machines():
            count += 1
            self.stdout.write(f"{row}: {problem}")
        for tournament, problem in tournament_verification.check(Tournament.objects.order_by("pk").iterator(CHUNK)):
            count += 1
            self.stdout.write(f"{tournament.code}: {problem}")
        self.stdout.write(f"{Game.objects.count()} games checked, {count} problems.")
        if count:
            sys.exit(1)
