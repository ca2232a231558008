"""Check the sentences on pages against facts about positions, computed from the rules without a solver.

Positions are identified up to symmetry.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from games.engine.classic import CLASSIC
from games.engine.position import Move, Position, Termination
from games.engine.retrograde import graph_up_to_symmetry
from games.engine.symmetry import canonical
from games.engine.variant import Variant
from games.play.words.rules import rules_of, side_name
from games.play.words.squares import square_name

WON, DRAWN, LOST = 1, 0, -1
Fact = tuple[int, int]  # the value to the side to move, and the winner's remaining moves
CELLS = {square_name(CLASSIC, cell): (cell,) for cell in range(9)} | dict(CLASSIC.groups)


@cache
def facts_of(variant: Variant) -> dict[Position, Fact]:
    """Return the fact about every position, working backwards from finished games, one ply per round."""
    graph, facts = graph_up_to_symmetry(variant), dict[Position, Fact]()
    for position in graph:
        if position.outcome:
            winner = position.outcome.winner
            facts[position] = (DRAWN if winner is None else WON if winner is position.turn else LOST, 0)
    while True:
        decided = dict[Position, Fact]()
        for position in graph.keys() - facts.keys():
            after = [facts.get(following) for following in graph[position].values()]
            wins = [fact[1] for fact in after if fact and fact[0] == LOST]
            losses = [fact[1] for fact in after if fact and fact[0] == WON]
            if wins:
                decided[position] = WON, min(wins) + 1
            elif len(losses) == len(after):
                decided[position] = LOST, max(losses)
        if not decided:
            return facts | dict.fromkeys(graph.keys() - facts.keys(), (DRAWN, 0))
        facts |= decided


@dataclass(frozen=True)
class Truth:
    variant: Variant
    position: Position

    @cached_property
    def after(self) -> dict[Move, Fact]:
        """The value of each move to the side that makes it, and the winner's remaining moves after it."""
        return {move: self._after(move) for move in self.position.legal_moves}

    def _after(self, move: Move) -> Fact:
        following = canonical(self.variant, self.variant.reduced(self.position.play(move)))
        value, moves = facts_of(self.variant)[following]
        return -value, moves

    @cached_property
    def best(self) -> Fact:
        return max(self.after.values(), key=lambda fact: (fact[0], -fact[0] * fact[1]))

    @property
    def best_moves(self) -> set[Move]:
        return {move for move, fact in self.after.items() if fact == self.best}

    @property
    def keeping_moves(self) -> set[Move]:
        """The moves that keep the value of the position."""
        return {move for move, fact in self.after.items() if fact[0] == self.best[0]}

    def only(self, move: Move) -> bool:
        """Return whether this is the only move that keeps the value of the position."""
        return self.keeping_moves == {move}

    def side(self, value: int) -> str:
        turn = self.position.turn
        return side_name(self.variant, turn if value == WON else turn.other)

    def wins_at_once(self, move: Move) -> bool:
        end = self.position.play(move).outcome
        return end is not None and end.winner is self.position.turn

    def every_answer_loses(self, move: Move) -> bool:
        after = self.position.play(move)
        ends = [after.play(answer).outcome for answer in after.legal_moves]
        return bool(ends) and all(end and end.winner is self.position.turn for end in ends)

    def named(self, words: str) -> set[Move]:
        """Return the moves named by a list such as "top (X) or left"."""
        found, there = set[Move](), self.variant.moves_by_square(self.position)
        for name in re.split(r", | or ", words):
            square, _bracket, mark = name.removesuffix(")").partition(" (")
            for cell in CELLS[square]:
                found.update(move for move in there[cell] if mark in ("", self.position.play(move).cells[cell]))
        return found

    def is_true(self, sentence: str, move: Move) -> bool:
        """Return whether a sentence of a review about a move is true. An unknown sentence is not."""
        counted = [int(count) for count in re.findall(r"\d+(?= moves?\b)", sentence)]
        pattern = re.sub(r"\d+ moves?\b", "N", sentence)
        if better := re.fullmatch(r"Better: (.+?)(, to .+|, so that .+|, then .+|\. Then .+)", pattern):
            right = self.named(better[1]) == self.best_moves and move not in self.best_moves
            return right and better[2] == self._why_better() and counted in ([], [self.best[1]])
        if end := self.position.play(move).outcome:
            ends = {Termination.LINE: str(rules_of(self.variant).line), Termination.FULL: "The board is full."}
            return sentence == ends[end.termination]
        return self._of_a_move(pattern, move) and counted in ([], [self.after[move][1]]) and counted != [0]

    def _why_better(self) -> str:
        value, moves = self.best
        if value == DRAWN:
            return ", to keep the draw."
        if value == LOST:
            return f", so that {self.side(LOST)} needs N to win."
        if all(map(self.wins_at_once, self.best_moves)):
            return ", to win at once."
        if all(map(self.every_answer_loses, self.best_moves)):
            return ". Then every reply loses."
        return f", then {self.side(WON)} wins in N." if moves else ""

    def _of_a_move(self, pattern: str, move: Move) -> bool:
        (value, moves), best = self.after[move], self.best[0]
        return {
            "Keeps the draw.": value == best == DRAWN,
            "The only way to keep the draw.": value == best == DRAWN and self.only(move),
            "Wins in N.": value == WON,
            "Wins: now every reply loses.": value == WON and self.every_answer_loses(move),
            "The only way to win.": value == WON and not moves and self.only(move),
            "The only way to win, in N.": value == WON and self.only(move),
            f"Already lost: {self.side(LOST)} wins in N.": value == best == LOST,
            "After this move it was a draw.": value == DRAWN,
            f"After this move {self.side(LOST)} could win in N.": value == LOST,
        }.get(pattern, False)

    def title(self, move: Move) -> str:
        if self.after[move] == self.best:
            end = self.position.play(move).outcome
            return "No way out" if end and end.winner is self.position.turn.other else "Best"
        return {
            (WON, WON): "Good, but slower",
            (LOST, LOST): "Loses faster",
            (DRAWN, LOST): "Turned a draw into a loss",
            (WON, DRAWN): "Missed a win",
            (WON, LOST): "Turned a win into a loss",
        }[self.best[0], self.after[move][0]]

    def in_square(self, move: Move) -> str:
        """Return the correct words in the square of a move."""
        value, moves = self.after[move]
        if value == DRAWN:
            return "draw"
        return f"{self.side(value)} wins in {moves}" if moves else f"{self.side(value)} wins"

    def squares(self) -> dict[int, str]:
        """Return the words that belong in each square: those of its best move, with its mark if the other mark is worth
        less."""
        found = {}
        for cell, moves in self.variant.moves_by_square(self.position).items():
            best = max(moves, key=lambda move: (self.after[move][0], -self.after[move][0] * self.after[move][1]))
            alike = len({self.after[move] for move in moves}) == 1
            found[cell] = ("" if alike else f"{self.position.play(best).cells[cell]}: ") + self.in_square(best)
        return found

    def answer_is_true(self, answer: str, move: Move) -> bool:
        """Return whether a puzzle's answer to a move is true."""
        value, moves = self.after[move]
        if value == self.best[0]:
            right = f"{self.in_square(move)} {'move' if moves == 1 else 'moves'}" if moves else self.in_square(move)
            return answer == ("Right: this keeps the draw." if value == DRAWN else f"Right: {right}.")
        end = self.position.play(move).outcome
        if end:
            ends = {
                Termination.LINE: f"{rules_of(self.variant).line} {self.side(LOST)} wins.",
                Termination.FULL: "Not that one: the board is full, and the win is gone.",
            }
            return answer == ends[end.termination]
        reply = Truth(self.variant, self.position.play(move))
        [parts] = re.findall(rf"Not that one\. {self.side(LOST)} marks (.+?), and (.+)\.", answer)
        left = reply.best[1]
        wins = "wins" if not left else f"wins in {left} {'move' if left == 1 else 'moves'}"
        return reply.named(parts[0]) == reply.best_moves and parts[1] == ("the win is gone" if value == DRAWN else wins)


def untrue(truths: Iterable[Truth], verdict: Callable[[Truth, Move], tuple[str, str]]) -> list[str]:
    """Return the moves for which `verdict` returns a false heading or sentence of a review, with the heading and those
    sentences."""
    found = []
    for truth in truths:
        for move in truth.position.legal_moves:
            title, text = verdict(truth, move)
            # "Better: … . Then every reply loses." is one statement.
            sentences = re.split(r"(?<=[.]) (?!Then)", text)
            false = [one for one in sentences if not truth.is_true(one, move)]
            if title != truth.title(move) or false:
                found.append(f"{truth.variant.key} {truth.position.text} {move}: {title!r} {false}")
    return found
