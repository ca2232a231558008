"""The forced win of a game as a ladder: best play on both sides, climbed from its last move to the opening."""

import secrets
from dataclasses import dataclass
from functools import cache

from games.engine.position import IllegalMove, Move, Position, positions_after
from games.engine.solver import Solver, Value
from games.engine.variant import Variant


@dataclass(frozen=True)
class Rung:
    """A position in which the side to move wins by force, after the moves `played` from the start. `moves` counts the
    moves that the winner has yet to make, `plies` those of both sides."""

    variant: Variant
    played: tuple[Move, ...]
    moves: int
    plies: int

    @property
    def solver(self) -> Solver:
        return self.variant.solved

    @property
    def position(self) -> Position:
        return self.positions(self.played)[-1]

    def positions(self, moves: tuple[Move, ...]) -> list[Position]:
        """Return the positions of a game. Raises IllegalMove."""
        return positions_after(self.variant.start, moves)

    def moves_in(self, record: str) -> tuple[Move, ...] | None:
        """Return the moves of a record if they continue this rung by best play with the winner to move, else None."""
        try:
            moves = self.variant.moves(record)
            positions = self.positions(moves)
        except IllegalMove:
            return None
        best = all(move in self.solver.best_moves(position) for position, move in zip(positions, moves, strict=False))
        goes_on = moves[: len(self.played)] == self.played and positions[-1].turn is self.position.turn
        return moves if best and goes_on else None

    def answered(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return these moves, followed by an answer that delays the loss the longest unless the game is over."""
        best = self.solver.best_moves(self.positions(moves)[-1])
        return (*moves, secrets.choice(best)) if best else moves


@cache
def rungs(variant: Variant) -> tuple[Rung, ...]:
    """Return the rungs of a game, from the shortest win to the opening; none if the first player cannot force a win."""
    solver, position, played, found = variant.solver, variant.start, list[Move](), list[Rung]()
    if solver is None or solver.worth(position).value is not Value.WIN:
        return ()
    while position.outcome is None:
        worth = solver.worth(position)
        if worth.value is Value.WIN:
            found.insert(0, Rung(variant, tuple(played), worth.winners_moves, worth.plies))
        played.append(solver.best_moves(position)[0])
        position = position.play(played[-1])
    return tuple(found)
