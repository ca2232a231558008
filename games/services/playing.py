"""Moves, the end of a game, and the rematch."""

from games.engine.position import Mark, Outcome, Termination
from games.models import Game, Player, Seat, Status
from games.pov import Pov
from games.services.refusals import Reason, Refused
from games.services.storing import (
    advance,
    ending,
    marks_of,
    one_transaction,
    publish,
    read_game,
    seats_by_mark,
    start_game,
    store_moves,
)
from games.state import State


@one_transaction
def play(*, code: str, player: Player | None, cell: int, version: int) -> State:
    """Puts the player's mark on a cell (0..8), with a computer player's reply in the same transaction.

    `version` is the version of the game the player was looking at. The same player, cell and version again is a
    repeat and gets the answer of the first time. Raises Refused, in every case with nothing stored.
    """
    game = read_game(code)
    marks = marks_of(game, player)
    repeated = game.moves.filter(version=version, cell=cell, mark__in=marks) if game.version != version else None
    if repeated is not None and repeated.exists():
        return State.of(game)
    _check_playable(game, marks, cell, version)
    store_moves(game, [cell])
    return publish(game)


@one_transaction
def resign(*, code: str, player: Player | None) -> State:
    """Gives the game to the other side; on one screen the side to move resigns."""
    game = read_game(code)
    marks = marks_of(game, player)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    if game.status != Status.STARTED:
        raise Refused(Reason.NOT_STARTED if game.status == Status.WAITING else Reason.OVER)
    loser = next(iter(marks)) if len(marks) == 1 else State.of(game).position.turn
    advance(game, **ending(Outcome(loser.other, Termination.RESIGNED)))
    return publish(game)


@one_transaction
def rematch(*, code: str, player: Player | None) -> State:
    """Asks for a rematch; where the other has asked already, or nobody has to agree, starts it.

    The state returned (of the game played) then carries the code of the next game. There is at most one.
    """
    game = read_game(code)
    marks = marks_of(game, player)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    if game.status != Status.FINISHED:
        raise Refused(Reason.NOT_OVER)
    state = State.of(game)
    if state.next_code or game.rematch_asked_by in marks:
        return state
    agreed = game.rematch_asked_by or state.one_screen or any(seat.opponent for seat in state.seats.values())
    if not agreed:
        [mark] = marks
        advance(game, rematch_asked_by=mark)
        return publish(game)
    advance(game, rematch_asked_by="")
    _start_rematch(game, state)
    return publish(read_game(code))


@one_transaction
def decline(*, code: str, player: Player | None) -> State:
    """Says no to the rematch the other has asked for."""
    game = read_game(code)
    marks = marks_of(game, player)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    if not game.rematch_asked_by or game.rematch_asked_by in marks:
        raise Refused(Reason.NOT_ASKED)
    advance(game, rematch_asked_by="")
    return publish(game)


def _check_playable(game: Game, marks: frozenset[Mark], cell: int, version: int) -> None:
    """Raises Refused unless the holder of `marks` may play `cell` now."""
    if cell not in range(9):
        raise Refused(Reason.NOT_A_SQUARE)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    if game.status != Status.STARTED:
        raise Refused(Reason.NOT_STARTED if game.status == Status.WAITING else Reason.OVER)
    if game.version != version:
        raise Refused(Reason.BEHIND)
    state = State.of(game)
    if state.position.turn not in marks:
        raise Refused(Reason.NOT_YOUR_TURN, Pov(state, marks).name(state.position.turn))
    if cell not in state.position.legal_moves:
        raise Refused(Reason.TAKEN)


def _start_rematch(game: Game, state: State) -> None:
    """Makes the next game of the same two with sides swapped, carrying the running score over."""
    score = {"x_wins": state.o_total, "o_wins": state.x_total}
    if state.one_screen:
        # The score goes by mark here: nobody knows which of the two people holds which.
        score = {"x_wins": state.x_total, "o_wins": state.o_total}
    swapped = [
        Seat(mark=mark.other, player=seat.player, opponent=seat.opponent) for mark, seat in seats_by_mark(game).items()
    ]
    start_game(*swapped, rematch_of=game, start=game.start, draws=state.draws_total, **score)
