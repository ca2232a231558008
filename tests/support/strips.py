"""Long games, as their moves are listed."""

from random import Random

from games.engine.vanishing import VANISHING
from games.selectors.state import State
from tests.support.states import state


def long_game(plies: int) -> State:
    """A game of Vanishing in play after so many moves."""
    chance, position, labels = Random(1), VANISHING.start, []
    for _ply in range(plies):
        cell = chance.choice([cell for cell in position.legal_moves if not position.play(cell).outcome])
        labels.append(VANISHING.label(cell))
        position = position.play(cell)
    return state(" ".join(labels), variant=VANISHING)
