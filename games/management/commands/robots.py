"""Print the exact strength of robots, and their results against each other, as tables or JSON."""

import json
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.classic import CLASSIC
from games.engine.league import Standing, entrant, pairings, standings
from games.engine.policies import Opponent
from games.engine.position import Mark
from games.engine.robots import RULES, BadLetters, LettersError
from games.engine.strength import seat_strength
from games.management.columns import aligned
from games.management.commands.strength import Matrix, as_table, as_values, matrix_as_table

RULE_NAMES = {letter: rule.__name__.replace("_", " ") for letter, rule in RULES.items()}


class Command(BaseCommand):
    help = "Prints the exact strength of robots in both seats, and their league."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "entrants",
            metavar="LETTERS",
            nargs="+",
            help=f"the rules of a robot from the top, - for none: {_listed(RULE_NAMES)}; or the key of a computer "
            f"player to include: {', '.join(CLASSIC.opponents)}",
        )
        parser.add_argument("--json", action="store_true", help="everything, with exact fractions")

    def handle(self, *_: Any, **options: Any) -> None:
        named = {one.key: one for one in map(_entrant, options["entrants"])}
        keys = list(named)
        strengths = {key: [seat_strength(CLASSIC, one, mark) for mark in Mark] for key, one in named.items()}
        league = pairings(list(named.values()))
        results: Matrix = {key: {} for key in keys}
        for (x, o), found in league.items():
            results[keys[x]][keys[o]] = found
        table = standings(league)
        if options["json"]:
            values = as_values(CLASSIC, strengths, results) | {"league": [_standing(keys, row) for row in table]}
            self.stdout.write(json.dumps(values, indent=1))
        else:
            tables = as_table(CLASSIC, strengths), matrix_as_table(results), league_as_table(keys, table)
            self.stdout.write("\n\n".join(tables))


def league_as_table(keys: Sequence[str], table: Sequence[Standing]) -> str:
    """Return a table of points, and of average wins, draws and losses in two games against each of the others."""
    head = ("place", "robot", "points", "wins", "draws", "losses")
    rows = [
        (
            str(row.place),
            keys[row.entrant],
            *(f"{float(number):.2f}" for number in (row.points, row.wins, row.draws, row.losses)),
        )
        for row in table
    ]
    return aligned([head, *rows])


def _entrant(key: str) -> Opponent:
    try:
        return entrant(key)
    except BadLetters as wrong:
        if wrong.reason is LettersError.TWICE:
            raise CommandError(f"{key!r} has the rule {wrong.letter} twice.") from wrong
        raise CommandError(
            f"{key!r} is no robot: there is no rule {wrong.letter!r}. The rules are {_listed(RULE_NAMES)}."
        ) from wrong


def _listed(names: dict[str, str]) -> str:
    return ", ".join(f"{letter} {name}" for letter, name in names.items())


def _standing(keys: Sequence[str], row: Standing) -> dict[str, Any]:
    return {
        "place": row.place,
        "key": keys[row.entrant],
        "points": str(row.points),
        "wins": str(row.wins),
        "draws": str(row.draws),
        "losses": str(row.losses),
    }
