"""Read a site's stored data and violations of the rules, and store games and tournaments. calls.py forks processes from
one that has loaded this module, and calls its functions."""

import os
import sys
from collections.abc import Collection
from tempfile import TemporaryDirectory
from typing import Any

import django
from django.conf import empty, settings
from django.db import connections

with TemporaryDirectory() as empty_folder:
    os.environ.update({"DJANGO_SETTINGS_MODULE": "tictactoe_site.settings", "DATA_DIR": empty_folder})
    django.setup()

from games.play import verification
from games.play.models import Game
from games.tournaments import verification as tournament_verification
from games.tournaments.models import Tournament
from tests.bench.make_games import make_games  # noqa: F401
from tests.support import played


def read_settings_anew() -> None:
    """Read the settings again from the current environment, before any use of the database."""
    for module in {"tictactoe_site.settings", os.environ["DJANGO_SETTINGS_MODULE"]}:
        sys.modules.pop(module, None)
    settings._wrapped = empty
    vars(connections).clear()
    connections.__init__()


def games(codes: Collection[str]) -> dict[str, Any]:
    """Return the games with these codes that exist, by code, with their moves."""
    return {
        game.code: {
            "version": game.version,
            "record": game.record,
            "problems": verification.problems_of(game),
            "moves": [
                {"ply": move.ply, "move": move.text, "mark": move.mark, "version": move.version}
                for move in game.moves.all()
                if move.taken_back_at is None
            ],
        }
        for game in Game.objects.filter(code__in=codes).prefetch_related("moves")
    }


def long_tournament(matches: int) -> str:
    return played.long_tournament(matches).code


def tournament(code: str) -> dict[str, Any]:
    """Return a tournament with its games and, for tests/bench/tournament.py, its matches; times are timestamps."""
    tournament = Tournament.objects.get(code=code)
    names = dict(tournament.entrants.values_list("player", "name"))
    entrants = dict(tournament.entrants.values_list("pk", "name"))
    return {
        "phase": tournament.phase,
        "problems": [*tournament_verification.problems_of(tournament)],
        "entrants": [*tournament.entrants.values_list("name", flat=True)],
        "games": [
            {
                "code": game.code,
                "over": game.status == "finished",
                "winner": game.winner,
                # "" for a computer player
                "seats": {seat.mark: names.get(seat.player_id, "") for seat in game.seats.all()},
            }
            for game in Game.objects.filter(match__tournament=tournament).prefetch_related("seats")
        ],
        "matches": [
            {
                "counts": match.second_id is not None,
                "names": [entrants[one] for one in (match.first_id, match.second_id) if one],
                "made": match.made_at.timestamp(),
                "ended": match.ended_at and match.ended_at.timestamp(),
                "games": [*match.games.order_by("place").values("code", "place")],
            }
            for match in tournament.matches.order_by("number")
        ],
    }
