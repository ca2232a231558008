"""Holds every stored game and machine of matchboxes against the rules, and every tournament against its games. Reports,
repairs nothing, and fails if something is wrong."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.files.site_verification import check_everything
from games.models import Game


class Command(BaseCommand):
    help = (
        "Holds every stored game and machine of matchboxes against the rules, and every tournament against its games, "
        "and lists what does not fit. Changes nothing."
    )

    def handle(self, *_: Any, **__: Any) -> None:
        count = 0
        for count, problem in enumerate(check_everything(), start=1):  # noqa: B007 - how many it were in the end
            self.stdout.write(problem)
        self.stdout.write(f"{Game.objects.count()} games checked, {count} problems.")
        if count:
            sys.exit(1)
