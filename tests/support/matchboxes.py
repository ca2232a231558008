"""Predictable matchbox machines, and games with them."""

from dataclasses import replace

from games.engine.classic import CLASSIC
from games.engine.position import Position
from games.menace import machine as menace
from games.menace import services
from games.menace.machine import Machine, fresh_machine
from games.menace.models import Menace, MenaceGame
from games.site.models import Player

# Plays the first move of each box.
ALWAYS_FIRST = Machine(tuple((9, *[0] * (len(heaps) - 1)) for heaps in fresh_machine().boxes))
# Gives up instead of a second move: only its first box has beads.
GIVES_UP_SECOND = Machine(
    (ALWAYS_FIRST.boxes[0], *(tuple(0 for _heap in heaps) for heaps in fresh_machine().boxes[1:]))
)
# Gives up immediately: its first box has no beads.
WITHOUT_BEADS = replace(ALWAYS_FIRST, boxes=((0, 0, 0), *ALWAYS_FIRST.boxes[1:]))


def store_machine(machine: Machine, *, owner: Player | None) -> Menace:
    """Store the machine of a player, or of the house. Return its row."""
    row, _new = Menace.objects.update_or_create(player=owner, defaults={"beads": menace.write(machine)})
    return row


def position_of(game: MenaceGame) -> Position:
    position = CLASSIC.start
    for move in CLASSIC.moves(game.record):
        position = position.play(move)
    return position


def answer(game: MenaceGame, cell: int, *, version: int | None = None) -> MenaceGame:
    version = game.version if version is None else version
    house = game.machine.player is None
    return services.answer_machine(player=game.player, house=house, move=cell, version=version)


def play_out(who: Player, *, house: bool = False) -> MenaceGame:
    """Play a game to its end; the player marks the first empty square."""
    game = services.begin_with_machine(player=who, house=house)
    while game.in_play:
        game = answer(game, position_of(game).legal_moves[0])
    return game
