"""A test-only computer player of the classic game that uses the last move."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final
from unittest import mock

from games.engine.classic import CLASSIC
from games.engine.policies import Answering, Candidates, Opponent
from games.engine.position import Move, Position
from games.play.words.roster import PLAYERS, ComputerPlayer


@Answering
def mirror(position: Position, last: Move | None) -> Candidates:
    """Return the square opposite the last move, or any move if that is not legal."""
    opposite = 8 - last if isinstance(last, int) else None
    return (opposite,) if opposite in position.legal_moves else position.legal_moves


MIRROR: Final = Opponent("mirror", mirror)


@contextmanager
def mirror_offered() -> Iterator[Opponent]:
    """Register `mirror` as the classic game's last computer player, in this process."""
    words = ComputerPlayer("Mirror", "Marks the square opposite to yours.", "a test")
    with ExitStack() as stack:
        for table, row in ((CLASSIC.opponents, MIRROR), (PLAYERS[CLASSIC.key], words)):
            stack.enter_context(mock.patch.dict(table, {MIRROR.key: row}))  # type: ignore[arg-type]
        yield MIRROR
