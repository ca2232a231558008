"""MENACE, the matchbox machine that learns to play X (Donald Michie, 1961).

There is a box for each position, up to symmetry, in which X has a choice. It has a heap of beads for each square, up to
symmetry. The machine draws a bead at random and marks its square (the first of equal ones). The result of the game adds
beads to the heaps drawn from, or removes some. If a box is empty, the machine resigns.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Final

from games.engine.classic import CLASSIC
from games.engine.policies import Opponent
from games.engine.position import Mark, Move, Position, positions_after
from games.engine.strength import RANDOM, graph, highest_chance_against, shares, table, table_of
from games.engine.symmetry import canonical, equal_moves

BEADS: Final = {0: 4, 2: 3, 4: 2, 6: 1}  # in each heap of a fresh box, by ply
WON: Final = 3  # beads added to each heap drawn from
DRAWN: Final = 1
LOST: Final = -1

Heaps = tuple[int, ...]


@cache
def boxes() -> tuple[Position, ...]:
    """Return the positions of the 304 boxes, by ply and then by text. With one square left X needs no box."""
    every = graph(CLASSIC, folded=True).positions
    found = (position for position in every if position.ply in BEADS and not position.outcome)
    return tuple(sorted(found, key=lambda position: (position.ply, position.text)))


@dataclass(frozen=True)
class Place:
    """A box turned to match a position: its number from 0, and the move of each heap."""

    box: int
    moves: tuple[Move, ...]


@cache
def place_of(position: Position) -> Place | None:
    """Return the box for a position; None if O is to move, one square is left, or the game is over."""
    if position.outcome or position.ply not in BEADS:
        return None
    box = canonical(CLASSIC, position)
    to_box = next(symmetry for symmetry in CLASSIC.symmetries if symmetry.position(position) == box)
    firsts = {frozenset(map(to_box.move, group)): group[0] for group in equal_moves(CLASSIC, position)}
    return Place(boxes().index(box), tuple(firsts[frozenset(group)] for group in equal_moves(CLASSIC, box)))


@dataclass(frozen=True)
class Machine:
    """The beads in each heap of each box, in the order of `boxes`."""

    boxes: tuple[Heaps, ...]

    def beads(self, position: Position) -> dict[Move, int]:
        """Return the beads for each move with a heap in an unfinished position, in the order of the legal moves. In a
        position without a box, each move has one bead."""
        place = place_of(position)
        if place is None:
            return dict.fromkeys(position.legal_moves, 1)
        heaps = dict(zip(place.moves, self.boxes[place.box], strict=True))
        return {move: heaps[move] for move in position.legal_moves if move in heaps}

    @property
    def gives_up(self) -> bool:
        """Whether it has no bead for its first move, so that it resigns every game and learns nothing more."""
        return not any(self.beads(CLASSIC.start).values())

    def refilled(self) -> "Machine":
        """Return the machine with its first box refilled."""
        return Machine((fresh_machine().boxes[0], *self.boxes[1:]))

    def draw(self, position: Position, random: Random) -> Move | None:
        """Draw a bead in an unfinished position with X to move. Return its move, None if the box is empty."""
        beads = self.beads(position)
        return random.sample(list(beads), 1, counts=list(beads.values()))[0] if any(beads.values()) else None

    def losses(self) -> "Losses":
        """Return the exact chances that it loses. Resigning counts as a loss."""
        folded = graph(CLASSIC, folded=True)
        mine = table(folded, Mark.X, lambda position, _last: self.beads(position))
        others = (table_of(folded, Mark.O, CLASSIC.opponents[key]) for key in ("hard", RANDOM))  # "hard" is perfect
        perfect, random = (Fraction(shares(mine, other).loss) for other in others)
        return Losses(perfect, random, highest_chance_against(mine))


@dataclass(frozen=True)
class Losses:
    """The probabilities that a machine loses to perfect play and to random play, which do not see the beads, and to the
    best exploiter, who sees all of them."""

    perfect: Fraction
    random: Fraction
    exploiter: Fraction


@cache
def fresh_machine() -> Machine:
    """Return the machine before its first game."""
    return Machine(tuple((BEADS[box.ply],) * len(equal_moves(CLASSIC, box)) for box in boxes()))


# --- games


@dataclass(frozen=True)
class Lesson:
    """A game of a machine, which plays X, and the machine after it. `drawn` has, for each draw, the number of its box
    and the beads in its heap before the lesson."""

    moves: tuple[Move, ...]
    winner: Mark | None
    drawn: tuple[tuple[int, int], ...]
    machine: Machine


def winner_of(end: Position) -> Mark | None:
    """Return the winner of a finished game. If its last move did not end it, the machine has resigned."""
    return end.outcome.winner if end.outcome else Mark.O


def learn(machine: Machine, moves: tuple[Move, ...]) -> Lesson:
    """Return what a machine learns from a finished game that began at the usual start. Raises IllegalMove. Other games
    may have emptied a heap since the machine drew from it; a loss leaves it empty."""
    positions = positions_after(CLASSIC.start, moves)
    winner = winner_of(positions[-1])
    by = {Mark.X: WON, None: DRAWN, Mark.O: LOST}[winner]
    now, drawn = list(machine.boxes), list[tuple[int, int]]()
    for before, move in zip(positions[:-1], moves, strict=True):
        place = place_of(before)
        if place is not None:
            first = next(group[0] for group in equal_moves(CLASSIC, before) if move in group)
            heap, heaps = place.moves.index(first), now[place.box]
            drawn.append((place.box, heaps[heap]))
            now[place.box] = (*heaps[:heap], max(heaps[heap] + by, 0), *heaps[heap + 1 :])
    return Lesson(moves, winner, tuple(drawn), Machine(tuple(now)))


def play(machine: Machine, opponent: Opponent, random: Random) -> tuple[Move, ...]:
    """Return the moves of a game of the machine against a computer player or a robot."""
    position, moves = CLASSIC.start, list[Move]()
    while position.outcome is None:
        mine = position.turn is Mark.X
        last = moves[-1] if moves else None
        move = machine.draw(position, random) if mine else random.choice(opponent.candidates(position, last))
        if move is None:
            break
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


def train(machine: Machine, opponent: Opponent, random: Random) -> Iterator[Lesson]:
    """Yield lessons from games against a computer player or robot, until the machine gives up for good."""
    while not machine.gives_up:
        lesson = learn(machine, play(machine, opponent, random))
        machine = lesson.machine
        yield lesson


# --- a machine as text


class BadMachine(ValueError):
    """A text that does not describe a machine."""


def write(machine: Machine) -> str:
    """Return a machine as JSON: for each changed box, the beads in its heaps, by the text of its position."""
    boxes_now = zip(boxes(), machine.boxes, fresh_machine().boxes, strict=True)
    changed = {box.text: heaps for box, heaps, fresh in boxes_now if heaps != fresh}
    return json.dumps(changed, separators=(",", ":"))


def read(text: str) -> Machine:
    """Parse the output of `write`. Raises BadMachine."""
    try:
        changed = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise BadMachine from wrong
    by_text = {box.text: heaps for box, heaps in zip(boxes(), fresh_machine().boxes, strict=True)}
    if not isinstance(changed, dict) or changed.keys() - by_text.keys():
        raise BadMachine
    for box, heaps in changed.items():
        if not isinstance(heaps, list) or len(heaps) != len(by_text[box]):
            raise BadMachine
        if not all(type(beads) is int and beads >= 0 for beads in heaps):
            raise BadMachine
    return Machine(tuple(tuple(heaps) for heaps in (by_text | changed).values()))
