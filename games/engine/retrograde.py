"""Solve a game backwards from its ends, even if positions can repeat. Positions in which neither side can force a win
are draws."""

from collections import defaultdict
from collections.abc import Callable
from functools import cache

from games.engine.position import Move, Position
from games.engine.solver import Value, Worth, at_end
from games.engine.symmetry import canonical
from games.engine.variant import Variant

Graph = dict[Position, dict[Move, Position]]


@cache
def graph_of(variant: Variant) -> Graph:
    """Map every reachable reduced position (`Variant.reduced`) to its successor after each move."""
    return _graph(variant.start, variant.reduced)


@cache
def graph_up_to_symmetry(variant: Variant) -> Graph:
    """Return the same graph, with symmetric positions merged."""
    return _graph(variant.start, lambda position: canonical(variant, variant.reduced(position)))


def _graph(start: Position, representative: Callable[[Position], Position]) -> Graph:
    graph: Graph = {}
    fresh = [representative(start)]
    while fresh:
        position = fresh.pop()
        if position not in graph:
            graph[position] = {move: representative(position.play(move)) for move in position.legal_moves}
            fresh += graph[position].values()
    return graph


@cache
def worths_of(variant: Variant) -> dict[Position, Worth]:
    """Return the worth of each position of a game, including finished ones."""
    graph, before = graph_of(variant), defaultdict[Position, list[Position]](list)
    for position, after in graph.items():
        for following in after.values():
            before[following].append(position)
    found = {position: end for position in graph if (end := at_end(position)) and end.value}
    open_moves = {position: len(after) for position, after in graph.items()}
    # Layer by layer: positions decided in n plies decide their predecessors in n + 1.
    layer, plies = list(found), 0
    while layer:
        plies, decided = plies + 1, []
        for following in layer:
            for position in before[following]:
                open_moves[position] -= found[following].value is Value.WIN
                if position not in found and found[following].value is Value.LOSS:
                    decided.append((position, Worth(Value.WIN, plies)))
                elif position not in found and not open_moves[position]:
                    decided.append((position, Worth(Value.LOSS, plies)))
                else:
                    continue
                found[position] = decided[-1][1]
        layer = [position for position, _worth in decided]
    return {position: found.get(position, Worth(Value.DRAW, 0)) for position in graph}
