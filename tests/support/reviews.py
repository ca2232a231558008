"""Games long enough for every part of a review."""

from games.engine.vanishing import VANISHING
from tests.support.states import state


def long_game(plies: int):
    """A vanishing game that has not ended after so many moves."""
    position, labels = VANISHING.start, []
    while len(labels) < plies:
        moves = (move for move in position.legal_moves[len(labels) % 2 :] if not position.play(move).outcome)
        move = next(moves)
        position = position.play(move)
        labels.append(VANISHING.label(move))
    return state(" ".join(labels), VANISHING, status="finished", winner="O", ended="resigned")


VERY_LONG = long_game(300)
