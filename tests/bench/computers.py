"""The computer players: moves per second, compared with plain minimax; and the cost of importing the engine."""

import json
import random
import subprocess
import sys
import time

from games.engine.classic import CLASSIC
from games.engine.policies import choose
from tests.bench.servers import ROOT

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def plain_minimax(cells: list[str], turn: str) -> tuple[int, int]:
    """The textbook minimax without memoisation: the value for X and a best cell."""
    for a, b, c in LINES:
        if cells[a] != "_" and cells[a] == cells[b] == cells[c]:
            return (1 if cells[a] == "X" else -1), -1
    free = [cell for cell in range(9) if cells[cell] == "_"]
    if not free:
        return 0, -1
    found = []
    for cell in free:
        cells[cell] = turn
        found.append((plain_minimax(cells, "O" if turn == "X" else "X")[0], cell))
        cells[cell] = "_"
    return max(found) if turn == "X" else min(found)


def moves_per_second() -> list[dict]:
    """Measure over positions from random games, so that every stage of a game is represented."""
    chance = random.Random(1)
    positions = []
    for _game in range(200):
        position = CLASSIC.start
        while position.outcome is None:
            positions.append(position)
            position = position.play(chance.choice(position.legal_moves))
    rows = []
    for key, opponent in CLASSIC.opponents.items():
        for position in positions:
            choose(opponent, position)
        begun = time.perf_counter()
        for position in positions:
            choose(opponent, position)
        each = (time.perf_counter() - begun) / len(positions)
        rows.append({"computer player": key, "moves/s": 1 / each, "µs/move": each * 1e6})
    few = positions[:60]
    begun = time.perf_counter()
    for position in few:
        plain_minimax(list(position.cells), position.turn)
    each = (time.perf_counter() - begun) / len(few)
    return [*rows, {"computer player": "plain minimax", "moves/s": 1 / each, "µs/move": each * 1e6}]


def engine_import() -> dict:
    """Milliseconds and memory that importing the whole engine takes in a fresh interpreter."""
    script = """
import json, pkgutil, resource, time, importlib
import dataclasses, enum, functools, fractions, random, collections, typing
before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
import games.engine
for module in pkgutil.iter_modules(games.engine.__path__):
    importlib.import_module(f"games.engine.{module.name}")
print(json.dumps({"engine import ms": (time.perf_counter() - begun) * 1e3,
                  "engine import KB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before}))
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)
