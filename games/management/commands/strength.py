"""Print the strength of each computer player as a table or JSON: exactly, or to nine digits if games may never end."""

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.strength import Chance, Result, SeatStrength, matrix, seat_strength
from games.engine.variant import Variant
from games.engine.variants import VARIANTS

Strengths = dict[str, list[SeatStrength]]  # by key, as X and as O
Matrix = dict[str, dict[str, Result]]


class Command(BaseCommand):
    help = (
        "Prints the strength of every computer player of a game in both seats: exactly, or to nine digits if games may "
        "go on forever."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=VARIANTS, default=CLASSIC.key, help="the game of the computer players")
        parser.add_argument("--json", action="store_true", help="everything, with every chance in full")

    def handle(self, *_: Any, **options: Any) -> None:
        variant = VARIANTS[options["game"]]
        opponents = variant.opponents.items()
        strengths = {key: [seat_strength(variant, opponent, mark) for mark in Mark] for key, opponent in opponents}
        if options["json"]:
            self.stdout.write(json.dumps(as_values(variant, strengths, matrix(variant)), indent=1))
        else:
            self.stdout.write(f"{as_table(variant, strengths)}\n\n{matrix_as_table(matrix(variant))}")


def as_values(variant: Variant, strengths: Strengths, results: Matrix) -> dict[str, Any]:
    """Return the JSON values. Results are from the named opponent's side; rows of the matrix play X, columns O."""
    opponents = [
        {"key": key, "x": _seat(variant, as_x), "o": _seat(variant, as_o)} for key, (as_x, as_o) in strengths.items()
    ]
    shares = {x: {o: _shares(found) for o, found in row.items()} for x, row in results.items()}
    return {"opponents": opponents, "matrix": shares}


def as_table(variant: Variant, strengths: Strengths) -> str:
    """Return a table: percent against random play, the best adversary's chance, the shortest game that beats it."""
    head = ("opponent", "seat", "wins", "draws", "loses", "can be beaten", "shortest")
    rows = [
        (
            key,
            str(mark),
            *(f"{float(share):.1%}" for share in seat.vs_random),
            _in_full(seat.best_adversary),
            " ".join(variant.label(move) for move in seat.line or ()) or "never",
        )
        for key, seats in strengths.items()
        for mark, seat in zip(Mark, seats, strict=True)
    ]
    return aligned([head, *rows])


def matrix_as_table(results: Matrix) -> str:
    """Return a table of every opponent as X (rows) against every one as O (columns): percent that X wins/draws/loses. A
    bare 0 or 100 is exact; 0.0 is a rare result."""
    rows = [(x, *("/".join(map(_percent, result)) for result in row.values())) for x, row in results.items()]
    return aligned([("X \\ O", *results), *rows])


def _percent(share: Chance) -> str:
    return f"{share * 100}" if share in (0, 1) else f"{float(share) * 100:.1f}"


def _seat(variant: Variant, seat: SeatStrength) -> dict[str, Any]:
    return {
        "vs_random": _shares(seat.vs_random),
        "best_adversary": _in_full(seat.best_adversary),
        "beatable": seat.best_adversary > 0,
        "line": None if seat.line is None else [variant.as_value(move) for move in seat.line],
    }


def _shares(result: Result) -> list[str]:
    return [_in_full(share) for share in result]


def _in_full(share: Chance) -> str:
    """Return a fraction, or nine decimal places; a bare 0 or 1 is exact."""
    return f"{share:f}" if isinstance(share, Decimal) else str(share)


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of text in aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
