"""Prints a tournament of the database of this environment as JSON, with its matches and their games.

Run in the environment of the server under test: python tests/faults/stored_tournament.py CODE
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")

import django

django.setup()

from games.files.tournament_verification import problems_of  # noqa: E402
from games.models import Standing, Tournament  # noqa: E402

tournament = Tournament.objects.get(code=sys.argv[1])
names = dict(tournament.entrants.order_by("pk").values_list("pk", "name"))
names_of_players = dict(tournament.entrants.values_list("player", "name"))
print(
    json.dumps(
        {
            "phase": tournament.phase,
            "started": tournament.started_at and tournament.started_at.timestamp(),
            "problems": problems_of(tournament),
            "entrants": {one.name: one.joined_at.timestamp() for one in tournament.entrants.order_by("pk")},
            "removed": [*tournament.entrants.filter(standing=Standing.REMOVED).values_list("name", flat=True)],
            "matches": [
                {
                    "number": match.number,
                    "counts": match.second_id is not None,
                    "names": [names[one] for one in (match.first_id, match.second_id) if one],
                    "made": match.made_at.timestamp(),
                    "ended": match.ended_at and match.ended_at.timestamp(),
                    "games": [
                        {
                            "code": game.code,
                            "place": game.place,
                            "over": game.status == "finished",
                            "winner": game.winner,
                            "ended": game.ended,
                            # "" for a computer player
                            "seats": {seat.mark: names_of_players.get(seat.player_id, "") for seat in game.seats.all()},
                        }
                        for game in match.games.all()
                    ],
                }
                for match in tournament.matches.order_by("number").prefetch_related("games__seats")
            ],
        }
    )
)
