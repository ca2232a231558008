"""How strong each computer player is: exact, worked out over every possible game.

Probabilities are Fractions. Nothing here is sampled, and nothing is computed while the site serves a page.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm, prod
from typing import Final

from games.engine.policies import OPPONENTS, Opponent
from games.engine.position import Cell, Mark, Position

RANDOM = "easy"  # this opponent is random play


@dataclass(frozen=True)
class Result:
    """The probabilities that one side wins, draws and loses. They add up to 1."""

    win: Fraction
    draw: Fraction
    loss: Fraction

    def turned(self) -> "Result":
        """The same from the other side."""
        return Result(self.loss, self.draw, self.win)


@dataclass(frozen=True)
class SeatStrength:
    """An opponent in one seat: its result against random play, the highest probability with which any adversary can
    beat it, and the shortest game that does (cells in order; None if it can't be beaten)."""

    vs_random: Result
    best_adversary: Fraction
    line: tuple[Cell, ...] | None

    @property
    def beatable(self) -> bool:
        return self.best_adversary > 0


def result(x: Opponent, o: Opponent) -> Result:
    """What comes of X against O, as seen by X."""
    known: dict[Position, Shares] = {}

    def of(position: Position) -> Shares:
        if position not in known:
            after = _after(position)
            cells = (x, o)[position.ply % 2].candidates(position) if after else ()
            known[position] = _mean([of(after[cell]) for cell in cells]) if after else _final(position)
        return known[position]

    win, draw, loss = (Fraction(share, WHOLE) for share in of(Position()))
    return Result(win, draw, loss)


def best_adversary(opponent: Opponent, mark: Mark) -> Fraction:
    """The highest probability with which any adversary can beat an opponent that plays `mark`."""
    known: dict[Position, int] = {}

    def beaten(position: Position) -> int:
        if position not in known:
            after = _after(position)
            if position.outcome:
                known[position] = WHOLE if position.outcome.winner == mark.other else 0
            elif position.turn == mark:
                cells = opponent.candidates(position)
                known[position] = sum(beaten(after[cell]) for cell in cells) // len(cells)
            else:
                known[position] = max(beaten(following) for following in after.values())
        return known[position]

    return Fraction(beaten(Position()), WHOLE)


def shortest_win_against(opponent: Opponent, mark: Mark) -> tuple[Cell, ...] | None:
    """The shortest game in which an opponent that plays `mark` may lose, the lowest squares first; None if none is."""
    games: dict[Position, tuple[Cell, ...]] = {Position(): ()}
    while games:
        following: dict[Position, tuple[Cell, ...]] = {}
        for position, cells in games.items():
            if position.outcome:
                if position.outcome.winner == mark.other:
                    return cells
                continue
            for cell in opponent.candidates(position) if position.turn == mark else position.legal_moves:
                following.setdefault(position.play(cell), (*cells, cell))
        games = following
    return None


def seat_strength(opponent: Opponent, mark: Mark) -> SeatStrength:
    """All there is to say of an opponent in one seat."""
    random = OPPONENTS[RANDOM]
    against_random = result(opponent, random) if mark is Mark.X else result(random, opponent).turned()
    return SeatStrength(against_random, best_adversary(opponent, mark), shortest_win_against(opponent, mark))


def matrix() -> dict[str, dict[str, Result]]:
    """Every opponent as X (rows) against every one as O (columns), as seen by X."""
    return {x.key: {o.key: result(x, o) for o in OPPONENTS.values()} for x in OPPONENTS.values()}


# Adding Fractions by the hundred thousand takes a while. In units of 1/WHOLE every mean on the way is a whole number:
# with n squares left there are at most n candidates, and WHOLE has a factor that each number up to n divides.
WHOLE: Final = prod(lcm(*range(1, squares + 1)) for squares in range(1, 10))
Shares = tuple[int, int, int]


@cache
def _after(position: Position) -> dict[Cell, Position]:
    """The position after each legal move."""
    return {cell: position.play(cell) for cell in position.legal_moves}


def _final(position: Position) -> Shares:
    winner = position.outcome.winner if position.outcome else None
    return (WHOLE, 0, 0) if winner is Mark.X else (0, 0, WHOLE) if winner is Mark.O else (0, WHOLE, 0)


def _mean(results: list[Shares]) -> Shares:
    wins, draws, losses = (sum(shares) // len(results) for shares in zip(*results, strict=True))
    return wins, draws, losses
