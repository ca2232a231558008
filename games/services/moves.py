"""Moves, and the ways to end a game before its board does."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import OperationalError, transaction
from django.utils import timezone

from games.engine.position import IllegalMove, Move, Outcome, Termination
from games.models import Ended, Player
from games.refusals import REASON_OF, Reason, Refused
from games.selectors.games import read_game
from games.selectors.presence import presence_of
from games.selectors.state import State
from games.services.storage import (
    DEADLOCK,
    LOCK_NOT_AVAILABLE,
    Overtaken,
    advance,
    check_in_play,
    check_no_match,
    decide,
    ending_of,
    one_transaction,
    own_game,
    publish,
    publish_state,
    sqlstate,
    store,
)


@one_transaction
def play(*, code: str, player: Player | None, move: str, version: int, received_at: datetime | None = None) -> State:
    """Makes a move of the player, as its game writes it, with a computer player's reply in the same transaction.

    `version` is the version of the game the player was looking at. `received_at` is when the server received the move,
    which may have waited for the database since; None means now. The clock of the game is held against it.
    The same player, move and version again is a repeat and gets the answer of the first time. Raises Refused, in every
    case with nothing stored.
    """
    game = read_game(code)
    state = State.of(game)
    marks = state.marks_of(player.pk if player else None)
    if game.version != version and game.moves.filter(version=version, text=move, mark__in=marks).exists():
        return state
    # An offer that came meanwhile has changed the version, but not the board that was looked at.
    behind = not game.board_version <= version <= game.version
    return _play(state, player, move, version=version, received_at=received_at or timezone.now(), behind=behind)


@dataclass(frozen=True)
class Turn:
    """A move as somebody wants to make it, looking at a state of the game, and when the server received it."""

    seen: State
    player: Player | None
    move: str
    received_at: datetime = field(default_factory=lambda: timezone.now())


def play_together(turns: Sequence[Turn]) -> list[State | Exception]:
    """Plays moves that come at the same time. Returns, in their order, the state or the error that `play` has for each.

    They share one transaction, because a commit costs more than all else about a move, and are decided on what their
    players have seen, because to read the game costs nearly as much. `play` decides afresh what does not fit that.
    Raises OperationalError if the database itself fails.
    """
    answers: dict[int, State | Exception] = {}
    try:
        with transaction.atomic():
            # In one order everywhere, so that two processes hardly ever wait for each other's games in a circle.
            for place in sorted(range(len(turns)), key=lambda place: turns[place].seen.game):
                answers[place] = _play_on_seen(turns[place]) or _play_alone(turns[place])
    except Exception as failed:
        _check_database(failed)
        return [_play_alone(turn) for turn in turns]  # one of them takes no other with it
    return [answers[place] for place in range(len(turns))]


def _play_on_seen(turn: Turn) -> State | None:
    """The new state; None if the game is no longer as it was seen, or refuses the move: the stored one may allow it."""
    seen = turn.seen
    try:
        return _play(seen, turn.player, turn.move, version=seen.version, received_at=turn.received_at)
    except (Overtaken, Refused):
        return None


def _play_alone(turn: Turn) -> State | Exception:
    seen = turn.seen
    try:
        return play(
            code=seen.code, player=turn.player, move=turn.move, version=seen.version, received_at=turn.received_at
        )
    except Exception as failed:
        _check_database(failed)
        return failed


def _check_database(failed: Exception) -> None:
    """Raises an error of the database itself again: the next move would wait as long, and everybody behind it."""
    if isinstance(failed, OperationalError) and sqlstate(failed) not in (LOCK_NOT_AVAILABLE, DEADLOCK):
        raise failed


def _play(
    state: State, player: Player | None, text: str, *, version: int, received_at: datetime, behind: bool = False
) -> State:
    """Decides a move on a state and stores it: the one place for both.

    Raises Refused, or Overtaken if the game has another version; nothing is stored then.
    """
    move, marks = _read(state, text), state.marks_of(player.pk if player else None)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    check_in_play(state)
    if behind:
        raise Refused(Reason.BEHIND)
    if state.position.turn not in marks:
        raise Refused(Reason.NOT_YOUR_TURN, mark=state.position.turn)
    if state.move_by and received_at > state.move_by:
        raise Refused(Reason.TIME_IS_UP)
    try:
        moves = decide(state, [move], answered=version, at=timezone.now())
    except IllegalMove as illegal:
        raise Refused(REASON_OF[illegal.reason]) from None
    return publish_state(store(moves))


def _read(state: State, text: str) -> Move:
    """The move that a text stands for. Raises Refused if it stands for none."""
    try:
        return state.variant.read(text)
    except IllegalMove as illegal:
        raise Refused(REASON_OF[illegal.reason]) from None


@one_transaction
def resign(*, code: str, player: Player | None) -> State:
    """Gives the game to the other side; on one screen the side to move resigns. Resigning again changes nothing."""
    game, marks = own_game(code, player)
    if game.ended == Ended.RESIGNED and game.winner not in marks:
        return State.of(game)
    check_in_play(game)
    loser = next(iter(marks)) if len(marks) == 1 else State.of(game).position.turn
    advance(game, **ending_of(game, Outcome(loser.other, Termination.RESIGNED)))
    return publish(game)


@one_transaction
def claim_win(*, code: str, player: Player | None) -> State:
    """Gives the game to a player whose opponent has left. Raises Refused if the other may still come: see
    selectors/presence.py."""
    return _claim(code, player, win=True)


@one_transaction
def call_draw(*, code: str, player: Player | None) -> State:
    """Ends a game without a winner if the other player has left. Raises Refused if `claim_win` does."""
    return _claim(code, player, win=False)


@one_transaction
def hint(*, code: str, player: Player | None) -> State:
    """Shows what each square is worth until the next change, in a game for which hints were switched on."""
    game, marks = own_game(code, player)
    check_no_match(game)
    check_in_play(game)
    if not game.hints:
        raise Refused(Reason.NO_HINTS)
    state = State.of(game)
    if state.position.turn not in marks:
        raise Refused(Reason.NOT_YOUR_TURN, mark=state.position.turn)
    if not state.hint:
        advance(game, helped=True, hint_version=game.version + 1)
    return publish(game)


def _claim(code: str, player: Player | None, *, win: bool) -> State:
    game, marks = own_game(code, player)
    check_no_match(game)
    if game.ended == Ended.ABANDONED and (game.winner in marks) == win:
        return State.of(game)
    check_in_play(game)
    if presence_of(code).claimant not in marks:
        raise Refused(Reason.NOT_GONE)
    [mark] = marks
    advance(game, **ending_of(game, Outcome(mark if win else None, Termination.ABANDONED)))
    return publish(game)
