"""Moves, and the ways to end a game before its board does."""

from django.db import transaction

from games.engine.position import Mark, Outcome, Termination
from games.models import Ended, Player
from games.pov import Pov
from games.presence import presence_of
from games.services.refusals import Reason, Refused
from games.services.storing import (
    Overtaken,
    advance,
    check_in_play,
    ending,
    marks_of,
    one_transaction,
    own_game,
    publish,
    publish_state,
    read_game,
    store_moves,
)
from games.state import State


def play(*, code: str, player: Player | None, cell: int, version: int, seen: State | None = None) -> State:
    """Puts the player's mark on a cell (0..8), with a computer player's reply in the same transaction.

    `version` is the version of the game the player was looking at. The same player, cell and version again is a
    repeat and gets the answer of the first time. Raises Refused, in every case with nothing stored.

    `seen` is the game as it was last known here. Where it is of that version, it is what the player looked at, and the
    move is decided on it without reading the game; whatever does not fit then is decided afresh on what is stored.
    """
    if seen is not None and (seen.code, seen.version) == (code, version):
        try:
            with transaction.atomic():
                return _play_on(seen, player, cell, version)
        except (Overtaken, Refused):
            pass
    return _read_and_play(code=code, player=player, cell=cell, version=version)


@one_transaction
def _read_and_play(*, code: str, player: Player | None, cell: int, version: int) -> State:
    game = read_game(code)
    if game.version != version:
        repeated = game.moves.filter(version=version, cell=cell, mark__in=marks_of(game, player))
        if repeated.exists():
            return State.of(game)
    # An offer that came meanwhile has changed the version, but not the board that was looked at.
    current = game.board_version <= version <= game.version
    return _play_on(State.of(game), player, cell, version, behind=not current)


def _play_on(state: State, player: Player | None, cell: int, version: int, *, behind: bool = False) -> State:
    _check_playable(state, state.marks_of(player.pk if player else None), cell, behind)
    return publish_state(store_moves(state, [cell], answered=version))


@one_transaction
def resign(*, code: str, player: Player | None) -> State:
    """Gives the game to the other side; on one screen the side to move resigns. Resigning again changes nothing."""
    game, marks = own_game(code, player)
    if game.ended == Ended.RESIGNED and game.winner not in marks:
        return State.of(game)
    check_in_play(game)
    loser = next(iter(marks)) if len(marks) == 1 else State.of(game).position.turn
    advance(game, **ending(Outcome(loser.other, Termination.RESIGNED), game.start, game.record))
    return publish(game)


@one_transaction
def claim_win(*, code: str, player: Player | None) -> State:
    """Takes the game from a player who has left: see presence.py for when. Raises Refused where they may yet come."""
    return _claim(code, player, win=True)


@one_transaction
def call_draw(*, code: str, player: Player | None) -> State:
    """Ends a game whose other player has left without a winner; open when `claim_win` is."""
    return _claim(code, player, win=False)


@one_transaction
def hint(*, code: str, player: Player | None) -> State:
    """Shows what each square is worth until the next change, in a game for which hints were switched on."""
    game, marks = own_game(code, player)
    check_in_play(game)
    if not game.hints:
        raise Refused(Reason.NO_HINTS)
    state = State.of(game)
    if state.position.turn not in marks:
        raise Refused(Reason.NOT_YOUR_TURN, Pov(state, marks).name(state.position.turn))
    if not state.hint:
        advance(game, helped=True, hint_version=game.version + 1)
    return publish(game)


def _claim(code: str, player: Player | None, *, win: bool) -> State:
    game, marks = own_game(code, player)
    if game.ended == Ended.ABANDONED and (game.winner in marks) == win:
        return State.of(game)
    check_in_play(game)
    if presence_of(code).claimant not in marks:
        raise Refused(Reason.NOT_GONE)
    [mark] = marks
    advance(game, **ending(Outcome(mark if win else None, Termination.ABANDONED), game.start, game.record))
    return publish(game)


def _check_playable(state: State, marks: frozenset[Mark], cell: int, behind: bool) -> None:
    """Raises Refused unless the holder of `marks` may play `cell` now."""
    if cell not in range(9):
        raise Refused(Reason.NOT_A_SQUARE)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    check_in_play(state)
    if behind:
        raise Refused(Reason.BEHIND)
    if state.position.turn not in marks:
        raise Refused(Reason.NOT_YOUR_TURN, Pov(state, marks).name(state.position.turn))
    if cell not in state.position.legal_moves:
        raise Refused(Reason.TAKEN)
