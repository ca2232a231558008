"""What a site has stored, as JSON has it, and what of it does not fit the rules; and tournaments to put there. See
beside.py."""

from collections.abc import Collection
from typing import Any

from games.engine.variants import VARIANTS
from games.files import tournament_verification, verification
from games.models import Game, Standing, Tournament
from games.selectors.standings import counts
from tests import played


def games(codes: Collection[str]) -> dict[str, Any]:
    """Those of these games that are there, by code, with their moves in play."""
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
    """Store a finished tournament of so many matches, and return its code."""
    return played.long_tournament(matches).code


def tournament(code: str) -> dict[str, Any]:
    """A tournament with its matches and their games."""
    tournament = Tournament.objects.get(code=code)
    names = dict(tournament.entrants.order_by("pk").values_list("pk", "name"))
    names_of_players = dict(tournament.entrants.values_list("player", "name"))
    return {
        "phase": tournament.phase,
        "started": tournament.started_at and tournament.started_at.timestamp(),
        "problems": tournament_verification.problems_of(tournament),
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
                        "scored": game.status == "finished"
                        and counts(
                            *(tournament.kind, VARIANTS[game.variant], game.start, game.record),
                            *(game.winner, game.ended),
                        ),
                        "mistakes": {"X": game.x_mistakes or 0, "O": game.o_mistakes or 0},
                        # "" for a computer player
                        "seats": {seat.mark: names_of_players.get(seat.player_id, "") for seat in game.seats.all()},
                    }
                    for game in match.games.all()
                ],
            }
            for match in tournament.matches.order_by("number").prefetch_related("games__seats")
        ],
    }
