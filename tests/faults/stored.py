"""Prints games of the database of this environment as JSON, and what of it does not fit the rules.

Run in the environment of the server under test, with the codes of games on stdin: python tests/faults/stored.py
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")

import django

django.setup()

from games.files.verification import problems_of  # noqa: E402
from games.models import Game  # noqa: E402

codes = sys.stdin.read().split()
games = Game.objects.filter(code__in=codes).prefetch_related("moves")
print(
    json.dumps(
        {
            game.code: {
                "version": game.version,
                "record": game.record,
                "problems": problems_of(game),
                "moves": [
                    {"ply": move.ply, "move": move.text, "mark": move.mark, "version": move.version}
                    for move in game.moves.all()
                    if move.taken_back_at is None
                ],
            }
            for game in games
        }
    )
)
