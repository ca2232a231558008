"""Moves, hints, and the ways to end a game early."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from django.db import DatabaseError, OperationalError, transaction
from django.utils import timezone

from games.engine.position import IllegalMove, Move, Outcome, Termination
from games.play.models import Ended
from games.play.selectors.games import read_game
from games.play.selectors.presence import presence_of
from games.play.selectors.state import State
from games.play.services.storage import (
    DEADLOCK,
    LOCK_NOT_AVAILABLE,
    Moves,
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
from games.site.models import Player
from games.site.refusals import REASON_OF, Blocked, Reason, Refused
from games.site.selectors import blocked_players


@one_transaction
def play(*, code: str, player: Player | None, move: str, version: int, received_at: datetime | None = None) -> State:
    """Make the player's move, as its game writes it, with a computer player's reply in the same transaction.

    `version` is the version of the game that the player saw. `received_at`, which is compared with the clock, is when
    the server received the move (None: now). Repeating the call with the same player, move and version stores nothing
    and returns the game. Raises Refused.
    """
    game = read_game(code)
    state = State.of(game)
    marks = state.marks_of(player.pk if player else None)
    if game.version != version and game.moves.filter(version=version, text=move, mark__in=marks).exists():
        return state
    # An offer made meanwhile changes the version, but not the board that the player saw.
    behind = not game.board_version <= version <= game.version
    moves = _decide(state, player, move, version=version, received_at=received_at or timezone.now(), behind=behind)
    return publish_state(*store(moves))


@dataclass(frozen=True)
class Turn:
    """A requested move: the state its player saw, and when the server received it."""

    seen: State
    player: Player | None
    move: str
    received_at: datetime = field(default_factory=lambda: timezone.now())


def play_together(turns: Sequence[Turn]) -> list[State | Exception]:
    """Play concurrent moves. Return, for each in order, the state or the exception of `play`.

    They share one transaction, because the commit costs more than everything else about a move, and are decided on the
    states their players saw, because reading the games costs nearly as much. If that refuses a move, or the batch was
    overtaken, `play` decides again. Raises OperationalError if the database itself fails.
    """
    decided, games = dict[int, Moves](), set[int]()
    # In a fixed order, so that processes rarely deadlock.
    for place in sorted(range(len(turns)), key=lambda place: turns[place].seen.game):
        turn = turns[place]
        if turn.seen.game not in games:
            games.add(turn.seen.game)
            with suppress(Refused):  # `play` decides it again on the stored game
                decided[place] = _decide(
                    turn.seen, turn.player, turn.move, version=turn.seen.version, received_at=turn.received_at
                )
    stored = dict[int, State | Exception]()
    try:
        with transaction.atomic():
            stored.update(zip(decided, map(publish_state, store(*decided.values())), strict=True))
    except (Overtaken, DatabaseError) as failed:
        _check_database(failed)
        stored.clear()
    return [stored[place] if place in stored else _play_alone(turn) for place, turn in enumerate(turns)]


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
    """Re-raise failures of the database itself: retrying move by move would make everyone wait again."""
    if isinstance(failed, OperationalError) and sqlstate(failed) not in (LOCK_NOT_AVAILABLE, DEADLOCK):
        raise failed


def _decide(
    state: State, player: Player | None, text: str, *, version: int, received_at: datetime, behind: bool = False
) -> Moves:
    """Decide a player's move on a state. Every player's move passes through here. Raises Refused."""
    move, marks = _read(state, text), state.marks_of(player.pk if player else None)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    if player and player.pk in blocked_players():
        raise Blocked
    check_in_play(state)
    if behind:
        raise Refused(Reason.BEHIND)
    if state.position.turn not in marks:
        raise Refused(Reason.NOT_YOUR_TURN, mark=state.position.turn)
    if state.move_by and received_at > state.move_by:
        raise Refused(Reason.TIME_IS_UP)
    try:
        return decide(state, [move], answered=version, at=timezone.now())
    except IllegalMove as illegal:
        raise Refused(REASON_OF[illegal.reason]) from None


def _read(state: State, text: str) -> Move:
    """Parse a move. Raises Refused."""
    try:
        return state.variant.read(text)
    except IllegalMove as illegal:
        raise Refused(REASON_OF[illegal.reason]) from None


@one_transaction
def resign(*, code: str, player: Player | None) -> State:
    """End a game as lost by the player; on one screen the side to move resigns. Idempotent."""
    game, marks = own_game(code, player)
    if game.ended == Ended.RESIGNED and game.winner not in marks:
        return State.of(game)
    check_in_play(game)
    loser = next(iter(marks)) if len(marks) == 1 else State.of(game).position.turn
    advance(game, **ending_of(game, Outcome(loser.other, Termination.RESIGNED)))
    return publish(game)


@one_transaction
def claim_win(*, code: str, player: Player | None) -> State:
    """End a game as won by the player, because the opponent has left. Raises Refused before `Presence.claimant` allows
    it."""
    return _claim(code, player, win=True)


@one_transaction
def call_draw(*, code: str, player: Player | None) -> State:
    """End a game without a winner if the opponent has left. Raises Refused under the same conditions as `claim_win`."""
    return _claim(code, player, win=False)


@one_transaction
def hint(*, code: str, player: Player | None) -> State:
    """Show what each square is worth until the next change. Raises Refused if hints are off."""
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
