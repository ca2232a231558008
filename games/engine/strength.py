"""The strength of each computer player of a solved game, computed over every game that it can play. If every game ends,
chances are exact Fractions; else they are Decimals of nine digits (`endless`). A robot or a machine takes milliseconds,
because symmetric positions count once if every policy involved treats them alike."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from itertools import cycle
from math import lcm
from typing import Final, NamedTuple

from games.engine import endless
from games.engine.policies import Opponent
from games.engine.position import Mark, Move, Position
from games.engine.symmetry import canonical
from games.engine.variant import Variant

RANDOM: Final = "easy"  # the opponent that plays at random
TABLES_KEPT: Final = 64  # as many as a league needs at once; up to 1.2 MB each, 0.16 MB if folded

Chance = Fraction | Decimal
Weights = Callable[[Position, Move | None], Mapping[Move, int]]  # given the last move, if the graph has it


class Result(NamedTuple):
    """The probabilities that one side wins, draws and loses. They add up to 1."""

    win: Chance
    draw: Chance
    loss: Chance


@dataclass(frozen=True)
class SeatStrength:
    """An opponent in one seat: its result against random play, the highest probability with which any adversary can
    beat it, and the moves of the shortest game that does (None if it cannot be beaten)."""

    vs_random: Result
    best_adversary: Chance
    line: tuple[Move, ...] | None


@dataclass(frozen=True, eq=False)
class Graph:
    """The states of a game that cannot go on forever, numbered by ascending ply from 0, the start: their positions, the
    move that led to each (None if it does not matter), and the number of the state after each move."""

    positions: Sequence[Position]
    lasts: Sequence[Move | None]
    after: Sequence[Mapping[Move, int]]


@cache
def graph(variant: Variant, *, folded: bool = False, keep_last: bool = False) -> Graph:
    """Return a game's states; `folded` merges symmetric ones, `keep_last` tells them apart by the last move."""

    def state(position: Position, last: Move | None) -> tuple[Position, Move | None]:
        return canonical(variant, position) if folded else position, last if keep_last else None

    states = [state(variant.start, None)]
    numbers, after = {states[0]: 0}, list[Mapping[Move, int]]()
    for position, _last in states:  # `states` grows during the loop
        following = {move: state(position.play(move), move) for move in position.legal_moves}
        for new in following.values():
            if new not in numbers:
                numbers[new] = len(states)
                states.append(new)
        after.append({move: numbers[one] for move, one in following.items()})
    return Graph([position for position, _last in states], [last for _position, last in states], after)


def _graph_for(variant: Variant, *opponents: Opponent) -> Graph:
    """Return the smallest graph on which these opponents can be computed."""
    if any(one.sees_last_move for one in opponents):
        return graph(variant, keep_last=True)
    return graph(variant, folded=all(one.symmetric or one.key == RANDOM for one in opponents))


@dataclass(frozen=True, eq=False)
class Table:
    """A policy in one seat. `reached` has the numbers of all states that can occur, by ascending ply; `rows` maps each
    of those in which it moves to the total weight and the weighted successors (none where it gives up). In units of
    1/`whole` all chances in one game are whole numbers, which are faster to add than Fractions."""

    graph: Graph
    mark: Mark
    reached: Sequence[int]
    rows: Mapping[int, tuple[int, tuple[tuple[int, int], ...]]]
    whole: int


def table(graph: Graph, mark: Mark, weights: Weights) -> Table:
    """Return the table of a policy that draws its moves by non-negative weights, and gives up if all are zero."""
    reached: list[int] = []
    rows, whole, layer = {}, 1, {0}
    while layer:
        reached += layer
        following, totals = set[int](), {1}
        for number in layer:
            position, after = graph.positions[number], graph.after[number]
            if position.outcome or position.turn is not mark:
                following.update(after.values())
                continue
            found = Counter[int]()
            for move, weight in weights(position, graph.lasts[number]).items():
                found[after[move]] += weight
            rows[number] = found.total(), tuple((one, weight) for one, weight in found.items() if weight)
            totals.add(found.total() or 1)
            following.update(one for one, _weight in rows[number][1])
        whole *= lcm(*totals)
        layer = following
    return Table(graph, mark, reached, rows, whole)


@lru_cache(maxsize=TABLES_KEPT)
def table_of(graph: Graph, mark: Mark, opponent: Opponent) -> Table:
    """Return the table of a computer player."""
    return table(graph, mark, lambda position, last: dict.fromkeys(opponent.candidates(position, last), 1))


def shares(x: Table, o: Table) -> Result:
    """Return the probabilities that X wins, draws and loses against O. Both tables must have the same graph."""
    whole = x.whole * o.whole
    layer, ended = {0: whole}, Counter[Mark | None]()
    for table in cycle((x, o)):
        following: defaultdict[int, int] = defaultdict(int)
        for number, share in layer.items():
            if outcome := table.graph.positions[number].outcome:
                ended[outcome.winner] += share
                continue
            total, row = table.rows[number]
            if not row:
                ended[table.mark.other] += share
            for after, weight in row:
                following[after] += share // total * weight
        if not following:
            break
        layer = following
    return Result(*(Fraction(ended[winner], whole) for winner in (Mark.X, None, Mark.O)))


def highest_chance_against(table: Table) -> Fraction:
    """Return the highest probability with which any adversary can beat a policy."""
    chances: dict[int, int] = {}
    for number in reversed(table.reached):
        outcome, after = table.graph.positions[number].outcome, table.graph.after[number]
        if outcome:
            chances[number] = table.whole if outcome.winner is table.mark.other else 0
        elif number not in table.rows:
            chances[number] = max(chances[one] for one in after.values())
        else:
            total, row = table.rows[number]
            chances[number] = sum(chances[one] * weight for one, weight in row) // total if row else table.whole
    return Fraction(chances[0], table.whole)


def result(variant: Variant, x: Opponent, o: Opponent) -> Result:
    """Return the result of X against O, for X."""
    if variant.longest is None:
        return Result(*endless.chances(variant, x, o))
    common = _graph_for(variant, x, o)
    return shares(table_of(common, Mark.X, x), table_of(common, Mark.O, o))


def best_adversary(variant: Variant, opponent: Opponent, mark: Mark) -> Chance:
    """Return the highest probability with which any adversary can beat an opponent that plays `mark`."""
    if variant.longest is None:
        return endless.best_chance(variant, opponent, mark)
    return highest_chance_against(table_of(_graph_for(variant, opponent), mark, opponent))


def shortest_win_against(variant: Variant, opponent: Opponent, mark: Mark) -> tuple[Move, ...] | None:
    """Return the moves of the shortest game that an opponent playing `mark` may lose, the first in order, or None."""
    games: list[tuple[Position, Move | None, tuple[Move, ...]]] = [(variant.start, None, ())]
    met = set[tuple[Position, Move | None]]()
    for position, last, moves in games:  # `games` grows during the loop
        if position.outcome:
            if position.outcome.winner is mark.other:
                return moves
            continue
        for move in opponent.candidates(position, last) if position.turn is mark else position.legal_moves:
            after, seen = position.play(move), move if opponent.sees_last_move else None
            state = canonical(variant, after) if opponent.symmetric else after, seen
            if state not in met:
                met.add(state)
                games.append((after, seen, (*moves, move)))
    return None


def seat_strength(variant: Variant, opponent: Opponent, mark: Mark) -> SeatStrength:
    """Return the strength of an opponent in one seat."""
    random = variant.opponents[RANDOM]
    found = result(variant, *((opponent, random) if mark is Mark.X else (random, opponent)))
    beaten = best_adversary(variant, opponent, mark)
    line = shortest_win_against(variant, opponent, mark) if beaten else None
    return SeatStrength(found if mark is Mark.X else Result(*reversed(found)), beaten, line)


def matrix(variant: Variant) -> dict[str, dict[str, Result]]:
    """Return the result of every opponent as X (rows) against every opponent as O (columns), for X."""
    opponents = variant.opponents.values()
    return {x.key: {o.key: result(variant, x, o) for o in opponents} for x in opponents}
