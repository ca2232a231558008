"""Chances in a game that may go on forever, as in a Markov chain over its positions.

Players have no memory: a repeated position is no draw, and a game that never ends is one. One position stands for all
that are equal up to symmetry and `Variant.reduced`; the computer players must not tell those apart. If a player sees
the last move, only `Variant.reduced` counts, and each last move makes a state of its own.

Chances are told to nine digits and known to twelve: each lies between two bounds that are GAP apart. To that comes what
floats are rounded by, at most a few times 1e-16 for each ply of a game of middle length.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from typing import Final

from games.engine.policies import Opponent, easy
from games.engine.position import Mark, Move
from games.engine.retrograde import graph_of, graph_up_to_symmetry
from games.engine.symmetry import canonical
from games.engine.variant import Variant

GAP: Final = 1e-13  # between the bounds of a chance that is known well enough
LEAST: Final = Decimal("0.000000001")  # how finely a chance is told
ANY_MOVE: Final = Opponent("easy", easy)

Chances = tuple[Decimal, Decimal, Decimal]
State = int


@dataclass(frozen=True)
class Chain:
    """The states that a game can get into between two players, by number from the start, 0.

    `turns` says whose turn it is in each, `after` what may come next; nothing comes after the `ends`, which say who has
    won.
    """

    turns: list[Mark]
    after: list[tuple[State, ...]]
    ends: dict[State, Mark | None]

    @cached_property
    def before(self) -> list[list[State]]:
        before: list[list[State]] = [[] for _state in self.after]
        for state, following in enumerate(self.after):
            for one in following:
                before[one].append(state)
        return before

    def ended(self, winner: Mark | None) -> list[State]:
        return [state for state, won in self.ends.items() if won is winner]

    def leading_to(self, ends: Iterable[State], without: Collection[State] = ()) -> list[State]:
        """The states from which some of these ends may come up `without` passing others, the nearest first, the ends
        among them."""
        found = list(ends)
        seen = {*found, *without}
        for state in found:  # which grow meanwhile
            fresh = [one for one in dict.fromkeys(self.before[state]) if one not in seen]
            seen.update(fresh)
            found += fresh
        return found

    def surely_leading_to(self, ends: Collection[State], chooser: Mark) -> set[State]:
        """The states from which a chooser can bring about some of these ends with certainty, if it has patience."""
        states = set(range(len(self.after)))
        drawn = [state for state in states if self.turns[state] is not chooser]
        while True:
            risky = [state for state in drawn if not states.issuperset(self.after[state])]
            fewer = set(self.leading_to(ends, without=risky))
            if fewer == states:
                return states
            states = fewer

    def staying_in(self, states: set[State], chooser: Mark) -> set[State]:
        """Those of these states from which a chooser can stay among them forever."""
        while True:
            fewer = {
                state
                for state in states
                if (any if self.turns[state] is chooser else all)(one in states for one in self.after[state])
            }
            if fewer == states:
                return states
            states = fewer


@cache
def chances(variant: Variant, x: Opponent, o: Opponent) -> Chances:
    """The chances that X wins, that nobody does and that O wins, to nine digits."""
    return chances_of(_chain(variant, {Mark.X: x, Mark.O: o}))


def best_chance(variant: Variant, opponent: Opponent, mark: Mark) -> Decimal:
    """The highest chance with which any adversary can beat an opponent that plays `mark`, to nine digits."""
    return best_chance_of(_chain(variant, {mark: opponent, mark.other: ANY_MOVE}), mark.other)


def chances_of(chain: Chain) -> Chances:
    """The chances that X wins, that nobody does and that O wins, if all that may come next is equally likely.

    Each is worked out from below: first 0 wherever the game goes on, then the mean over what may come next, again and
    again, nearest to an end first. So none is ever too high; and as a game surely gets to an end or to where it can
    have none, together they come to 1. The remaining probability bounds the error.
    """
    ending = chain.leading_to(chain.ends)
    endless = set(range(len(chain.after))).difference(ending)
    reached = [{*chain.ended(Mark.X)}, {*chain.ended(None), *endless}, {*chain.ended(Mark.O)}]
    shares = [[float(state in states) for state in range(len(chain.after))] for states in reached]
    rising = [share for share, states in zip(shares, reached, strict=True) if states]
    sweep = [(state, chain.after[state]) for state in ending if state not in chain.ends]
    while 1 - sum(share[0] for share in rising) > GAP:
        for share in rising:
            for state, following in sweep:
                share[state] = sum([share[one] for one in following]) / len(following)
    win, draw, loss = (share[0] for share in shares)
    return _told(win, sure=draw == loss == 0), _told(draw, sure=win == loss == 0), _told(loss, sure=win == draw == 0)


def best_chance_of(chain: Chain, adversary: Mark) -> Decimal:
    """The highest chance to win of an adversary that chooses its moves, while the other's moves are drawn.

    Chances of 0 and 1 are found without counting, from the graph of moves. Elsewhere it is worked out from below and
    from above at once, by the best or the mean of what may come next, nearest to a win first, until the two meet.
    Raises ValueError if they may never meet: if the adversary could wait forever where nothing is decided.
    """
    won = chain.ended(adversary)
    possible, sure = chain.leading_to(won), chain.surely_leading_to(won, adversary)
    if 0 not in possible or 0 in sure:
        return Decimal(int(0 in sure))
    undecided = [state for state in possible if state not in sure]
    if chain.staying_in({*undecided}, adversary):
        raise ValueError("an adversary may wait for ever where nothing is decided")
    low = [float(state in sure) for state in range(len(chain.after))]
    high = [*low]
    for state in undecided:
        high[state] = 1.0
    sweep = [(state, chain.after[state], chain.turns[state] is adversary) for state in undecided]
    while high[0] - low[0] > GAP:
        for bound in (low, high):
            for state, following, chosen in sweep:
                values = [bound[one] for one in following]
                bound[state] = max(values) if chosen else sum(values) / len(values)
    return _told(low[0])


def _told(chance: float, *, sure: bool = False) -> Decimal:
    """A chance to nine digits, never 0 or 1 if it is not exactly that."""
    if sure or chance == 0:
        return Decimal(int(sure))
    return min(max(round(Decimal(chance), -LEAST.adjusted()), LEAST), 1 - LEAST)


def _chain(variant: Variant, players: dict[Mark, Opponent]) -> Chain:
    told_apart = any(player.sees_last_move for player in players.values())
    graph = graph_of(variant) if told_apart else graph_up_to_symmetry(variant)
    start = variant.reduced(variant.start)
    last: Move | None = None
    states = [(start if told_apart else canonical(variant, start), variant.start.turn, last)]
    numbers, chain = {states[0]: 0}, Chain([], [], {})
    for position, turn, last in states:  # which grow meanwhile
        if position.outcome:
            # A reduced position may have the other side to move.
            same = position.outcome.winner is position.turn
            chain.ends[len(chain.turns)] = position.outcome.winner and (turn if same else turn.other)
        moves = players[turn].candidates(position, last) if not position.outcome else ()
        following = [(graph[position][move], turn.other, move if told_apart else None) for move in moves]
        for state in following:
            if state not in numbers:
                numbers[state] = len(states)
                states.append(state)
        chain.turns.append(turn)
        chain.after.append(tuple(numbers[state] for state in following))
    return chain
