"""The results between two players, by variant, over their chain of rematches."""

from collections import Counter, defaultdict
from typing import Final

from games.play.selectors.state import State
from games.site.sql import rows

Results = dict[str, Counter[int]]  # by variant: each player's wins by id, and the draws under 0


def results_so_far(state: State) -> Results:
    """Return the results of a game and of the games before it in its chain of rematches; empty if all are of one
    variant."""
    found: Results = defaultdict(Counter)
    for variant, winner, count in rows(RESULTS, state.game):
        found[variant][winner] += count
    return dict(found) if found.keys() - {state.variant.key} else {}


# Includes the game itself, unless it is in play.
RESULTS: Final = """
    WITH RECURSIVE earlier(id, before) AS (
        SELECT id, rematch_of_id FROM games_game WHERE id = %s
        UNION ALL
        SELECT game.id, game.rematch_of_id FROM games_game game JOIN earlier ON game.id = earlier.before
    )
    SELECT game.variant, COALESCE(seat.player_id, 0), COUNT(*)
    FROM earlier
    JOIN games_game game ON game.id = earlier.id AND game.status = 'finished'
    LEFT JOIN games_seat seat ON seat.game_id = game.id AND seat.mark = game.winner
    GROUP BY game.variant, seat.player_id
"""
