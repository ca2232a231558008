"""A solved game in figures. Computing them takes seconds, so only commands and tests use this."""

from collections import Counter
from dataclasses import dataclass

from games.engine.position import Mark, Move, Position
from games.engine.retrograde import graph_of, worths_of
from games.engine.solver import Value, Worth
from games.engine.variant import Variant


@dataclass(frozen=True)
class Census:
    """The figures of a game, in which positions that `Variant.reduced` merges count once: the `games` by winner (None:
    drawn), or None if games may go on forever; the `worth` of the start and of each `first` move to the side that makes
    it; the unfinished positions by their value to the side to move; the most plies to a win from any of them."""

    unfinished: int
    finished: int
    games: Counter[Mark | None] | None
    worth: Worth
    first: dict[Move, Worth]
    values: Counter[Value]
    longest: int


def census_of(variant: Variant) -> Census:
    worths, graph = worths_of(variant), graph_of(variant)
    start = variant.reduced(variant.start)
    unfinished = [worths[position] for position, after in graph.items() if after]
    return Census(
        unfinished=len(unfinished),
        finished=len(graph) - len(unfinished),
        games=None if variant.longest is None else _games(variant),
        worth=worths[start],
        first={move: worths[following].before for move, following in graph[start].items()},
        values=Counter(worth.value for worth in unfinished),
        longest=max(worth.plies for worth in unfinished if worth.value is Value.WIN),
    )


def _games(variant: Variant) -> Counter[Mark | None]:
    """Count the games by winner (None: drawn), by counting the paths to each position, ply by ply."""
    graph, games = graph_of(variant), Counter[Mark | None]()
    ways = Counter({variant.reduced(variant.start): 1})
    while ways:
        following = Counter[Position]()
        for position, count in ways.items():
            if position.outcome:
                games[position.outcome.winner] += count
            for after in graph[position].values():
                following[after] += count
        ways = following
    return games
