"""Compute strength within milliseconds, from policies of the classic game as tables of whole numbers.

The figures are those of `strength`, which works for every game. Here unfinished positions are numbered from 0, the
start, by ascending ply. Symmetric positions share a number if every policy involved treats them alike.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import cycle
from math import inf, lcm
from typing import Final

from games.engine.classic import CLASSIC
from games.engine.policies import Opponent
from games.engine.position import Mark, Move, Position
from games.engine.strength import Result, SeatStrength
from games.engine.symmetry import canonical

Weights = Callable[[Position], Mapping[Move, int]]

# Finished games have these numbers: as negative indices they select the last three entries of a list over all
# positions.
ENDS: Final[dict[Mark | None, int]] = {Mark.X: -3, None: -2, Mark.O: -1}


@dataclass(frozen=True, eq=False)
class Graph:
    """The unfinished positions in the order of their numbers, and the number that each of their moves leads to."""

    folded: bool
    numbers: Mapping[Position, int]
    positions: Sequence[Position]
    after: Sequence[Mapping[Move, int]]

    def number(self, position: Position) -> int:
        """Return the number of any position, finished or not."""
        return _number(self.numbers, position, self.folded)


@cache
def graph(*, folded: bool) -> Graph:
    """Return all unfinished positions of the classic game; `folded` merges those equal up to symmetry, which leaves
    627."""
    numbers: dict[Position, int] = {}
    layer: list[Position] = [CLASSIC.start]
    while layer:
        numbers |= {position: number for number, position in enumerate(layer, start=len(numbers))}
        following = (position.play(move) for position in layer for move in position.legal_moves)
        layer = list(dict.fromkeys(_representative(after, folded) for after in following if after.outcome is None))
    after = [
        {move: _number(numbers, position.play(move), folded) for move in position.legal_moves} for position in numbers
    ]
    return Graph(folded, numbers, list(numbers), after)


def _number(numbers: Mapping[Position, int], position: Position, folded: bool) -> int:
    return ENDS[position.outcome.winner] if position.outcome else numbers[_representative(position, folded)]


def _representative(position: Position, folded: bool) -> Position:
    return canonical(CLASSIC, position) if folded else position


@dataclass(frozen=True, eq=False)
class Table:
    """A policy in one seat. `reached` has the numbers of all positions that can occur, by ascending ply.

    `rows` maps each of those in which it moves to the total weight and the weighted successors (none where it gives
    up). `whole` is a common denominator of all chances in one game: in units of 1/whole they are whole numbers, which
    are faster to add than Fractions.
    """

    graph: Graph
    mark: Mark
    weights: Weights
    reached: Sequence[int]
    rows: Mapping[int, tuple[int, tuple[tuple[int, int], ...]]]
    whole: int


def table(graph: Graph, mark: Mark, weights: Weights) -> Table:
    """Return the table of a policy that draws its moves by non-negative weights, and gives up if all are zero.

    `weights` is called with positions of the graph and with those of the shortest game that beats the policy.
    """
    reached: list[int] = []
    rows, whole, layer = {}, 1, {0}
    while layer:
        reached += layer
        following: set[int] = set()
        totals = {1}
        for number in layer:
            if graph.positions[number].turn is not mark:
                following.update(graph.after[number].values())
                continue
            found = Counter[int]()
            for move, weight in weights(graph.positions[number]).items():
                found[graph.after[number][move]] += weight
            rows[number] = found.total(), tuple((after, weight) for after, weight in found.items() if weight)
            totals.add(found.total() or 1)
            following.update(after for after, _weight in rows[number][1])
        whole *= lcm(*totals)
        layer = following - set(ENDS.values())
    return Table(graph, mark, weights, reached, rows, whole)


def table_of(graph: Graph, mark: Mark, opponent: Opponent) -> Table:
    """Return the table of a computer player."""
    return table(graph, mark, lambda position: dict.fromkeys(opponent.candidates(position), 1))


@cache
def random_play(graph: Graph, mark: Mark) -> Table:
    """Return the table of random play."""
    return table(graph, mark, lambda position: dict.fromkeys(position.legal_moves, 1))


Shares = tuple[Fraction, Fraction, Fraction]


def shares(x: Table, o: Table) -> Shares:
    """Return the probabilities that X wins, draws and loses against O. Both tables must have the same graph."""
    whole = x.whole * o.whole
    layer, ended = {0: whole}, dict.fromkeys(ENDS.values(), 0)
    for table in cycle((x, o)):
        following: defaultdict[int, int] = defaultdict(int)
        for number, share in layer.items():
            total, row = table.rows[number]
            if not row:
                ended[ENDS[table.mark.other]] += share
            for after, weight in row:
                following[after] += share // total * weight
        for end in ended:
            ended[end] += following.pop(end, 0)
        if not following:
            break
        layer = following
    won, drawn, lost = (Fraction(ended[end], whole) for end in ENDS.values())
    return won, drawn, lost


def best_adversary(table: Table) -> Fraction:
    """Return the highest probability with which any adversary can beat a policy."""
    chances = [0] * len(table.graph.after) + [table.whole if end is table.mark.other else 0 for end in ENDS]
    for number in reversed(table.reached):
        if number not in table.rows:
            chances[number] = max(chances[after] for after in table.graph.after[number].values())
        else:
            total, row = table.rows[number]
            chances[number] = sum(chances[after] * weight for after, weight in row) // total if row else table.whole
    return Fraction(chances[0], table.whole)


def shortest_win_against(table: Table) -> tuple[Move, ...] | None:
    """Return the shortest game in which a policy may lose, the first in order of moves; None if it cannot lose."""
    plies = _plies_to_loss(table)
    if plies[0] == inf:
        return None
    position, moves = CLASSIC.start, list[Move]()
    while left := plies[table.graph.number(position)]:
        own = table.weights(position) if position.turn is table.mark else dict.fromkeys(position.legal_moves, 1)
        following = {move: position.play(move) for move, weight in own.items() if weight}
        move = next(move for move, after in following.items() if plies[table.graph.number(after)] == left - 1)
        moves.append(move)
        position = following[move]
    return tuple(moves)


def _plies_to_loss(table: Table) -> list[float]:
    """Return for each number the fewest plies until the policy may lose: 0 where it has lost or gives up, infinity
    where it cannot lose."""
    plies = [inf] * len(table.graph.after) + [0 if end is table.mark.other else inf for end in ENDS]
    for number in reversed(table.reached):
        following: Iterable[int] = table.graph.after[number].values()
        if number in table.rows:
            following = [after for after, _weight in table.rows[number][1]]
        plies[number] = min((plies[after] for after in following), default=-1) + 1
    return plies


def seat_strength(table: Table) -> SeatStrength:
    """Return the strength of a policy in its seat."""
    random = random_play(table.graph, table.mark.other)
    found = Result(*(shares(table, random) if table.mark is Mark.X else shares(random, table)))
    against_random = found if table.mark is Mark.X else found.turned()
    return SeatStrength(against_random, best_adversary(table), shortest_win_against(table))
