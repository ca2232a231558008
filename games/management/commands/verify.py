"""Check every stored game, matchbox machine and tournament. Fail if there are problems."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.features import parts
from games.hosting.selectors import check_everything
from games.play.models import Game
from tictactoe_site.schema import refuse_unprepared_database


class Command(BaseCommand):
    help = (
        "Checks every stored game and matchbox machine against the rules, and every tournament against its games, and "
        "lists the problems. Changes nothing without --repair."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--repair",
            action="store_true",
            help="first return seats of forgotten players to their entrants; earlier releases may have mixed them up",
        )

    def handle(self, *_: Any, repair: bool, **__: Any) -> None:
        refuse_unprepared_database()
        if repair:
            for repaired in (done for part in parts() for done in part.repair()):
                self.stdout.write(f"{repaired}.")
        count = 0
        for count, problem in enumerate(check_everything(), start=1):  # noqa: B007 - the last value is the number of problems
            self.stdout.write(problem)
        self.stdout.write(f"{Game.objects.count()} games checked, {count} problems.")
        if count:
            sys.exit(1)
