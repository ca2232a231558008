"""Compute the verdicts on finished games without verdicts, or on all."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.review import services


class Command(BaseCommand):
    help = "Computes the verdicts on finished games without verdicts. New games get theirs when they end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="recompute those of all finished games")

    def handle(self, *_: Any, **options: Any) -> None:
        self.stdout.write(f"Judged {services.judge(again=options['all'])} games.")
