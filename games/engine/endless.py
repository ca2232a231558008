"""The chances in a game that may go on forever, computed as a Markov chain over its positions.

Players have no memory: a repeated position does not end the game, and a game that never ends counts as a draw.
Positions that are equal up to symmetry and `Variant.reduced` share a state, so the computer players must treat them
alike. If a player sees the last move, a state includes it, and only `Variant.reduced` merges positions. Chances are
reported to nine digits and computed to twelve, between bounds at most GAP apart; rounding adds at most a few times
1e-16 per ply.
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

GAP: Final = 1e-13  # iteration stops when the bounds are this close
MAX_SWEEPS: Final = 1_000  # the computer players of Vanishing need 5
RESOLUTION: Final = Decimal("0.000000001")  # of a reported chance
ANY_MOVE: Final = Opponent("easy", easy)

Chances = tuple[Decimal, Decimal, Decimal]
State = int


@dataclass(frozen=True)
class Chain:
    """The states that a game between two players can reach, numbered from the start, 0: the side to move in each
    (`turns`), its successors (`after`), and the winner of each finished one (`ends`)."""

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
        """Return the ends and the states that can reach one without passing through `without`, nearest first."""
        found = list(ends)
        seen = {*found, *without}
        for state in found:  # `found` grows during the loop
            fresh = [one for one in dict.fromkeys(self.before[state]) if one not in seen]
            seen.update(fresh)
            found += fresh
        return found

    def surely_leading_to(self, ends: Collection[State], chooser: Mark) -> set[State]:
        """Return the states from which the chooser can reach one of these ends with probability 1."""
        states = set(range(len(self.after)))
        by_chance = [state for state in states if self.turns[state] is not chooser]
        while True:
            risky = [state for state in by_chance if not states.issuperset(self.after[state])]
            fewer = set(self.leading_to(ends, without=risky))
            if fewer == states:
                return states
            states = fewer


@cache
def chances(variant: Variant, x: Opponent, o: Opponent) -> Chances:
    """Return the chances that X wins, that nobody does and that O wins, to nine digits."""
    return chances_of(_chain(variant, {Mark.X: x, Mark.O: o}))


def best_chance(variant: Variant, opponent: Opponent, mark: Mark) -> Decimal:
    """Return the highest chance with which any adversary can beat an opponent that plays `mark`, to nine digits."""
    return best_chance_of(_chain(variant, {mark: opponent, mark.other: ANY_MOVE}), mark.other)


def chances_of(chain: Chain) -> Chances:
    """Return the chances that X wins, that nobody does and that O wins, if all successors are equally likely. Iterate
    from below: start with 0 in every unfinished state, then repeatedly take the mean over its successors, nearest to an
    end first. No estimate is too high, and the true chances add up to 1, because a game surely reaches an end or a
    state that can reach none. So the remaining probability bounds the error."""
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
    return (
        _rounded(win, sure=draw == loss == 0),
        _rounded(draw, sure=win == loss == 0),
        _rounded(loss, sure=win == draw == 0),
    )


def best_chance_of(chain: Chain, adversary: Mark) -> Decimal:
    """Return an adversary's highest chance to win if it chooses its moves and the other side's are drawn at random.
    Chances of 0 and 1 follow from the graph alone. Otherwise iterate a lower and an upper bound until they meet, taking
    the best or the mean of the successors, nearest to a win first. Raises ValueError if they do not, because the
    adversary can stay in undecided states forever."""
    won = chain.ended(adversary)
    possible, sure = chain.leading_to(won), chain.surely_leading_to(won, adversary)
    if 0 not in possible or 0 in sure:
        return Decimal(int(0 in sure))
    undecided = [state for state in possible if state not in sure]
    low = [float(state in sure) for state in range(len(chain.after))]
    high = [*low]
    for state in undecided:
        high[state] = 1.0
    sweep = [(state, chain.after[state], chain.turns[state] is adversary) for state in undecided]
    for _sweep in range(MAX_SWEEPS):
        for bound in (low, high):
            for state, following, chosen in sweep:
                values = [bound[one] for one in following]
                bound[state] = max(values) if chosen else sum(values) / len(values)
        if high[0] - low[0] <= GAP:
            return _rounded(low[0])
    raise ValueError("the adversary can stay in undecided states forever")


def _rounded(chance: float, *, sure: bool = False) -> Decimal:
    """Round a chance to nine digits; to 0 or 1 only if it is exact."""
    if sure or chance == 0:
        return Decimal(int(sure))
    return min(max(round(Decimal(chance), -RESOLUTION.adjusted()), RESOLUTION), 1 - RESOLUTION)


def _chain(variant: Variant, players: dict[Mark, Opponent]) -> Chain:
    keep_last = any(player.sees_last_move for player in players.values())
    graph = graph_of(variant) if keep_last else graph_up_to_symmetry(variant)
    start = variant.reduced(variant.start)
    last: Move | None = None
    states = [(start if keep_last else canonical(variant, start), variant.start.turn, last)]
    numbers, chain = {states[0]: 0}, Chain([], [], {})
    for position, turn, last in states:  # `states` grows during the loop
        if position.outcome:
            # A reduced position may have the other side to move.
            same = position.outcome.winner is position.turn
            chain.ends[len(chain.turns)] = position.outcome.winner and (turn if same else turn.other)
        moves = players[turn].candidates(position, last) if not position.outcome else ()
        following = [(graph[position][move], turn.other, move if keep_last else None) for move in moves]
        for state in following:
            if state not in numbers:
                numbers[state] = len(states)
                states.append(state)
        chain.turns.append(turn)
        chain.after.append(tuple(numbers[state] for state in following))
    return chain
