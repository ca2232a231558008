"""The strength of each computer player of a game, computed over every game that it can play.

If every game ends, chances are exact Fractions; else they are Decimals of nine digits (`endless`). Nothing is sampled,
and nothing is computed while the site serves a page. Every position is visited, so unsolved games have no figures. If a
computer player sees the last move, a position is visited once for each last move.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import lcm, prod

from games.engine import endless
from games.engine.policies import Opponent
from games.engine.position import Mark, Move, Position
from games.engine.variant import Variant

RANDOM = "easy"  # the opponent that plays at random
Chance = Fraction | Decimal


@dataclass(frozen=True)
class Result:
    """The probabilities that one side wins, draws and loses. They add up to 1."""

    win: Chance
    draw: Chance
    loss: Chance

    def turned(self) -> "Result":
        """Return the result for the other side."""
        return Result(self.loss, self.draw, self.win)


@dataclass(frozen=True)
class SeatStrength:
    """An opponent in one seat: its result against random play, the highest probability with which any adversary can
    beat it, and the moves of the shortest game that does (None if it cannot be beaten)."""

    vs_random: Result
    best_adversary: Chance
    line: tuple[Move, ...] | None

    @property
    def beatable(self) -> bool:
        return self.best_adversary > 0


def result(variant: Variant, x: Opponent, o: Opponent) -> Result:
    """Return the result of X against O, for X."""
    if variant.longest is None:
        return Result(*endless.chances(variant, x, o))
    known: dict[tuple[Position, Move | None], Shares] = {}
    whole, opponents, seen = _whole(variant), {Mark.X: x, Mark.O: o}, _seen_by(x, o)

    def of(position: Position, last: Move | None) -> Shares:
        if (position, last) not in known:
            after = _after(position)
            moves = opponents[position.turn].candidates(position, last) if after else ()
            shares = [of(after[move], seen(move)) for move in moves]
            known[position, last] = _mean(shares) if after else _final(position, whole)
        return known[position, last]

    win, draw, loss = (Fraction(share, whole) for share in of(variant.start, None))
    return Result(win, draw, loss)


def best_adversary(variant: Variant, opponent: Opponent, mark: Mark) -> Chance:
    """Return the highest probability with which any adversary can beat an opponent that plays `mark`."""
    if variant.longest is None:
        return endless.best_chance(variant, opponent, mark)
    known: dict[tuple[Position, Move | None], int] = {}
    whole, seen = _whole(variant), _seen_by(opponent)

    def beaten(position: Position, last: Move | None) -> int:
        if (position, last) not in known:
            after = _after(position)
            if position.outcome:
                found = whole if position.outcome.winner == mark.other else 0
            elif position.turn == mark:
                moves = opponent.candidates(position, last)
                found = sum(beaten(after[move], seen(move)) for move in moves) // len(moves)
            else:
                found = max(beaten(following, seen(move)) for move, following in after.items())
            known[position, last] = found
        return known[position, last]

    return Fraction(beaten(variant.start, None), whole)


def shortest_win_against(variant: Variant, opponent: Opponent, mark: Mark) -> tuple[Move, ...] | None:
    """Return the moves of the shortest game in which an opponent that plays `mark` may lose; None if it cannot lose."""
    games: dict[tuple[Position, Move | None], tuple[Move, ...]] = {(variant.start, None): ()}
    met, seen = set[tuple[Position, Move | None]](), _seen_by(opponent)
    while games:
        met |= games.keys()
        following: dict[tuple[Position, Move | None], tuple[Move, ...]] = {}
        for (position, last), moves in games.items():
            if position.outcome:
                if position.outcome.winner == mark.other:
                    return moves
                continue
            for move in opponent.candidates(position, last) if position.turn == mark else position.legal_moves:
                if (after := (position.play(move), seen(move))) not in met:
                    following.setdefault(after, (*moves, move))
        games = following
    return None


def seat_strength(variant: Variant, opponent: Opponent, mark: Mark) -> SeatStrength:
    """Return the strength of an opponent in one seat."""
    random = variant.opponents[RANDOM]
    as_x = mark is Mark.X
    against_random = result(variant, opponent, random) if as_x else result(variant, random, opponent).turned()
    beaten = best_adversary(variant, opponent, mark)
    return SeatStrength(against_random, beaten, shortest_win_against(variant, opponent, mark) if beaten else None)


def matrix(variant: Variant) -> dict[str, dict[str, Result]]:
    """Return the result of every opponent as X (rows) against every opponent as O (columns), for X."""
    opponents = variant.opponents.values()
    return {x.key: {o.key: result(variant, x, o) for o in opponents} for x in opponents}


Shares = tuple[int, int, int]


def _seen_by(*opponents: Opponent) -> Callable[[Move], Move | None]:
    """Return a function that keeps the last move in the state if any opponent sees it, else drops it."""
    if any(opponent.sees_last_move for opponent in opponents):
        return lambda move: move
    return lambda move: None


@cache
def _whole(variant: Variant) -> int:
    """Return a common denominator of all means of a game: for each ply, a factor divisible by every possible number of
    moves. In units of 1/_whole, means are whole numbers, which are faster to add than Fractions."""
    factors, layer = [], {variant.start}
    while layer:
        factors.append(lcm(*range(1, max(len(position.legal_moves) for position in layer) + 1)))
        layer = {following for position in layer for following in _after(position).values()}
    return prod(factors)


@cache
def _after(position: Position) -> dict[Move, Position]:
    """Return the position after each legal move."""
    return {move: position.play(move) for move in position.legal_moves}


def _final(position: Position, whole: int) -> Shares:
    winner = position.outcome.winner if position.outcome else None
    return (whole, 0, 0) if winner is Mark.X else (0, 0, whole) if winner is Mark.O else (0, whole, 0)


def _mean(results: list[Shares]) -> Shares:
    wins, draws, losses = (sum(shares) // len(results) for shares in zip(*results, strict=True))
    return wins, draws, losses
