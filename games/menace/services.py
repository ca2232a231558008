"""Games with matchbox machines. A machine learns once from every finished game.

A player's game is a row, locked while it changes; at its end the machine's row is locked too, always in this order.
Everyone plays the house's machine, so with compare-and-set alone, slow requests would fail again and again. Teaching
takes long, so it runs without a lock, and its result is stored by compare-and-set.
"""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, Final

from django.db import transaction

from games.engine.classic import CLASSIC
from games.engine.position import IllegalMove, Mark, Move, Position, positions_after
from games.menace import machine as menace
from games.menace.learning_curve import grown, has_point
from games.menace.machine import Heaps, Lesson, Machine
from games.menace.models import LESSONS, Menace, MenaceGame
from games.play.services.storage import ATTEMPTS, Overtaken, one_transaction
from games.site.models import Player
from games.site.refusals import Reason, Refused

RANDOM: Final[Random] = secrets.SystemRandom()
FRESH_MACHINE: Final[dict[str, Any]] = {"beads": "{}", "won": 0, "drawn": 0, "lost": 0, "curve": [], "blind_curve": []}


@one_transaction
def begin_with_machine(*, player: Player, house: bool) -> MenaceGame:
    """Start a player's game with their own machine or the house's, which draws its first bead. Return a game that is
    already in play unchanged. If the house's machine has no bead for its first move, it starts over as a new
    generation. Raises Refused if the player's own has none."""
    row = _machine(player, house)
    game = _game(row, player)
    if game.in_play:
        return game
    machine = menace.read(row.beads)
    if machine.gives_up:
        if not house:
            raise Refused(Reason.NO_BEADS)
        machine = _new_generation(row)
    move = machine.draw(CLASSIC.start, RANDOM)
    assert move is not None  # the machine has beads for its first move
    return _replace(game, record=CLASSIC.write(move), boxes=_boxes(machine, CLASSIC.start))


@one_transaction
def answer_machine(*, player: Player, house: bool, move: Move, version: int) -> MenaceGame:
    """Make a player's move in their game with a machine. The same transaction stores the machine's reply and, if the
    game is over, what the machine learns. `version` is that of the game that the player saw; repeating the same move on
    the same version changes nothing. Raises Refused."""
    row = _machine(player, house)
    game = _game(row, player)
    moves = CLASSIC.moves(game.record)
    if game.version != version:
        if game.version == version + 1 and moves[1::2][-1:] == (move,):
            return game
        raise Refused(Reason.BEHIND)
    if not game.in_play:
        raise Refused(Reason.OVER if game.over else Reason.NOT_STARTED)
    try:
        position = positions_after(CLASSIC.start, moves)[-1].play(move)
    except IllegalMove as illegal:
        raise Refused(Reason[illegal.reason.name]) from None
    moves, boxes = (*moves, move), game.boxes
    if position.outcome is None:
        machine = menace.read(row.beads)
        reply = machine.draw(position, RANDOM)
        if reply is not None:
            moves, boxes = (*moves, reply), [*boxes, *_boxes(machine, position)]
            position = position.play(reply)
    if position.outcome or position.turn is Mark.X:  # without a bead, the machine has resigned
        _change(game, **_learn(row, moves))
    else:
        _change(game, record="".join(map(CLASSIC.write, moves)), boxes=boxes)
    return game


def teach_machine(*, player: Player, opponent: str, games: int, version: int) -> MenaceGame:
    """Let a computer player or robot play `games` games (one of LESSONS) against a player's own machine, or fewer if
    the machine gives up for good. The player's game is then the last of these games.

    `version` is the version of the game that the player saw; repeating the call on the same version changes nothing.
    The games are played outside the transaction, and again if the machine has changed meanwhile. Raises Refused.
    """
    teacher = CLASSIC.opponent(opponent)
    if teacher is None:
        raise Refused(Reason.UNKNOWN_OPPONENT)
    if games not in LESSONS:
        raise Refused(Reason.NOT_THAT_MANY)
    for _attempt in range(ATTEMPTS):
        row = _machine(player, house=False)
        lessons = list(islice(menace.train(menace.read(row.beads), teacher, RANDOM), games))
        if not lessons:
            raise Refused(Reason.NO_BEADS)
        learnt = _learnt(row, lessons)
        with suppress(Overtaken), transaction.atomic():
            game = _game(row, player)
            if game.version != version:
                if game.version == version + 1 and game.teacher == opponent:
                    return game
                raise Refused(Reason.BEHIND)
            if game.in_play:
                raise Refused(Reason.FINISH_FIRST)
            _store(row, **learnt)
            columns = _columns_for(lessons[-1], number=row.games + len(lessons))
            return _replace(game, **columns, teacher=opponent, results=_results(lessons))
    raise Refused(Reason.BEHIND)


@one_transaction
def reset_machine(*, player: Player) -> None:
    """Reset a player's own machine, and discard their current game with it."""
    row = _machine(player, house=False)
    _replace(_game(row, player))
    _store(row, **FRESH_MACHINE)


@one_transaction
def refill_first_box(*, player: Player) -> None:
    """Refill the first box of a player's own machine if it is empty. The other boxes keep what they have learnt."""
    row = _locked(_machine(player, house=False))
    machine = menace.read(row.beads)
    if machine.gives_up:
        _store(row, beads=menace.write(machine.refilled()))


# --- rows


def _machine(player: Player, house: bool) -> Menace:
    return Menace.objects.get_or_create(player=None if house else player)[0]


def _game(row: Menace, player: Player) -> MenaceGame:
    """Return the player's game with a machine, locked until the transaction ends."""
    return MenaceGame.objects.select_for_update().get_or_create(machine=row, player=player)[0]


def _locked(row: Menace) -> Menace:
    """Return the machine as it is now, locked until the transaction ends."""
    return Menace.objects.select_for_update().get(pk=row.pk)


def _change(game: MenaceGame, **changes: Any) -> None:
    """Store changes to a locked game."""
    for field, value in {**changes, "version": game.version + 1}.items():
        setattr(game, field, value)
    game.save()


def _replace(game: MenaceGame, **columns: Any) -> MenaceGame:
    """Replace a locked game by a new one, which has not begun unless the columns say so."""
    ids = {"pk": game.pk, "machine_id": game.machine_id, "player_id": game.player_id}
    new = MenaceGame(**ids, version=game.version + 1, **columns)
    new.save()
    return new


def _store(row: Menace, **changes: Any) -> None:
    """Store changes to a machine. Raises Overtaken if it no longer has the version that was read."""
    unchanged = Menace.objects.filter(pk=row.pk, version=row.version)
    if not unchanged.update(**changes, version=row.version + 1):
        raise Overtaken


# --- playing


def _boxes(machine: Machine, position: Position) -> list[Heaps]:
    """Return a list with the heaps of the box for a position; [] if only one square is left."""
    place = menace.place_of(position)
    return [machine.boxes[place.box]] if place else []


def _new_generation(row: Menace) -> Machine:
    """Start a new generation of the house's machine, unless another request has already done so."""
    row = _locked(row)
    machine = menace.read(row.beads)
    if not machine.gives_up:
        return machine
    _store(row, **FRESH_MACHINE, generation=row.generation + 1, earlier_games=row.earlier_games + row.games)
    return menace.fresh_machine()


# --- learning


def _learn(row: Menace, moves: tuple[Move, ...]) -> dict[str, Any]:
    """Store what a machine learns from a finished game, and return the changes to the row of the player's game."""
    row = _locked(row)
    lesson = menace.learn(menace.read(row.beads), moves)
    _store(row, **_learnt(row, [lesson]))
    return _columns_for(lesson, number=row.games + 1)


def _learnt(row: Menace, lessons: Sequence[Lesson]) -> dict[str, Any]:
    """Return the changes to a machine's row after these games, which began with the stored machine."""
    won, drawn, lost = _results(lessons)
    curve, blind_curve = row.curve, row.blind_curve
    for number, lesson in enumerate(lessons, start=row.games + 1):
        if has_point(number):
            losses = lesson.machine.losses()
            curve = grown(curve, number, losses.exploiter)
            blind_curve = grown(blind_curve, number, losses.perfect, losses.random)
    return {
        "beads": menace.write(lessons[-1].machine),
        "won": row.won + won,
        "drawn": row.drawn + drawn,
        "lost": row.lost + lost,
        "curve": curve,
        "blind_curve": blind_curve,
    }


def _columns_for(lesson: Lesson, *, number: int) -> dict[str, Any]:
    """Return the columns of a player's game for a lesson."""
    return {
        "record": "".join(map(CLASSIC.write, lesson.moves)),
        "number": number,
        "winner": lesson.winner or "",
        "boxes": [lesson.machine.boxes[box] for box, _before in lesson.drawn],
        "before": [before for _box, before in lesson.drawn],
    }


def _results(lessons: Sequence[Lesson]) -> list[int]:
    """Count the games that the machine has won, drawn and lost."""
    winners = [lesson.winner for lesson in lessons]
    return [winners.count(winner) for winner in (Mark.X, None, Mark.O)]
