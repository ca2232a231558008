"""Solve games from their rules. Print their worth as a table, and write the solvers' tables."""

from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.analysis import winner_after
from games.engine.census import Census, census_of
from games.engine.exercises import as_table, table_of
from games.engine.retrograde import worths_of
from games.engine.solver import Tabled, Value, Worth
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.management.commands.strength import aligned


class Command(BaseCommand):
    help = (
        "Solves a game, or all of them, and prints how many positions there are and what they are worth. "
        "'win in 3' counts the moves that the winner has yet to make."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key", nargs="?", choices=solved(), help="the game; by default all solved games")
        parser.add_argument("--write", action="store_true", help="also rewrite the tables in engine/tables/")

    def handle(self, *_: Any, **options: Any) -> None:
        variants = [solved()[options["key"]]] if options["key"] else [*solved().values()]
        if options["write"]:
            for variant in variants:
                write_tables(variant)
        self.stdout.write(in_columns({variant: census_of(variant) for variant in variants}))


def solved() -> dict[str, Variant]:
    return {key: variant for key, variant in VARIANTS.items() if variant.solver}


def write_tables(variant: Variant) -> None:
    """If a game's solver reads a table, rewrite it, and then the table of puzzles."""
    if isinstance(variant.solver, Tabled):
        worths = worths_of(variant)
        variant.solver.path.write_bytes(variant.solver.table_of(worths))
        variant.solver.forget()
        if wrong := variant.solver.differs(worths):
            raise CommandError(f"The table of {variant.key} disagrees with its rules about {wrong.text}.")
    if path := table_of(variant):
        path.write_text(as_table(variant))


def in_columns(censuses: dict[Variant, Census]) -> str:
    """Return a table of each game's counts, and one of its worth and first moves, best first."""
    counts = [_counts(variant, census) for variant, census in censuses.items()]
    worths = [
        (one.key, _in_words(census.worth, census.worth.winners_moves), _first_moves(one, census))
        for one, census in censuses.items()
    ]
    head = ("game", "positions", "finished", "games", "won", "drawn", "lost", "longest")
    return f"{aligned([head, *counts])}\n\n{aligned([('game', 'worth', 'first moves'), *worths])}"


def _counts(variant: Variant, census: Census) -> list[str]:
    games = f"{census.games.total():,}" if census.games else "no end"
    values = [census.values[value] for value in (Value.WIN, Value.DRAW, Value.LOSS)]
    sizes = [f"{census.unfinished:,}", f"{census.finished:,}", games]
    return [variant.key, *sizes, *(f"{count:,}" for count in values), str(census.longest)]


def _first_moves(variant: Variant, census: Census) -> str:
    best_first = sorted(census.first, key=lambda move: census.first[move].order, reverse=True)
    return "; ".join(
        f"{' '.join(map(variant.label, moves))}: {_in_words(worth, winner_after(variant.start.turn, worth)[1])}"
        for worth, moves in groupby(best_first, key=lambda move: census.first[move])
    )


def _in_words(worth: Worth, moves: int) -> str:
    return f"{worth.value.name.lower()} in {moves}" if worth.value else "draw"
