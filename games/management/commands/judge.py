"""Compute the verdicts on finished games without verdicts, or on all."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.play.models import Game
from games.review import services
from games.review.selectors import unjudged_games


class Command(BaseCommand):
    help = "Computes the verdicts on finished games without verdicts. New games get theirs when they end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="recompute those of all finished games")

    def handle(self, *_: Any, **options: Any) -> None:
        games = Game.objects.all() if options["all"] else unjudged_games()
        self.stdout.write(f"Judged {services.judge(games=games)} games.")
