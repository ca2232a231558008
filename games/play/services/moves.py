"""Moves, hints, doodles, and the ways to end a game early."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from django.db import DatabaseError, OperationalError, transaction
from django.utils import timezone

from games.engine.position import IllegalMove, Termination
from games.play import news
from games.play.models import Ended, Status
from games.play.selectors.doodles import Doodle, Drawing
from games.play.selectors.games import read_game
from games.play.selectors.presence import presences_of
from games.play.selectors.state import State
from games.play.services import storage
from games.site.models import Player
from games.site.refusals import Blocked, Reason, Refused
from games.site.selectors import blocked_players


@storage.one_transaction
def play(*, code: str, player: Player | None, move: str, version: int, received_at: datetime | None = None) -> State:
    """Make the player's move, and store it with a computer player's reply in the same transaction.

    `move` is the text that its Variant writes. `version` is the version of the game that the player saw. `received_at`,
    which is compared with the deadline, is when the server received the move (None: now). Repeating the call with the
    same player, move and version stores nothing and returns the game. Raises Refused.
    """
    game = read_game(code)
    state = State.of(game)
    marks = state.marks_of(player.pk if player else None)
    if game.version != version and game.moves.filter(version=version, text=move, mark__in=marks).exists():
        return state
    # An offer made meanwhile raises the version, but does not change the board that the player saw.
    behind = not game.board_version <= version <= game.version
    moves = _decide(state, player, move, version=version, received_at=received_at or timezone.now(), behind=behind)
    return storage.publish_state(*storage.store(moves))


@dataclass(frozen=True)
class Turn:
    """A requested move: the state its player saw, and when the server received it."""

    seen: State
    player: Player | None
    move: str
    received_at: datetime = field(default_factory=lambda: timezone.now())


def play_together(turns: Sequence[Turn]) -> list[State | Exception]:
    """Play concurrent moves. Return, for each in order, the state or the exception of `play`.

    The moves share one transaction, because the commit costs more than everything else about a move, and are decided on
    the states that their players saw, because reading the games costs nearly as much. If a move is refused on such a
    state, or another change to one of the games came first, `play` decides again. Raises OperationalError if the
    database itself fails.
    """
    decided, games = dict[int, storage.Moves](), set[int]()
    # A fixed order makes deadlocks between processes rare.
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
            states = storage.store(*decided.values())
            for state in states:
                storage.publish_state(state)
            stored.update(zip(decided, states, strict=True))
    except (storage.Overtaken, DatabaseError) as failed:
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
    """Re-raise a failure of the database itself, because retrying move by move would make everyone wait again."""
    transient = (storage.LOCK_NOT_AVAILABLE, storage.DEADLOCK)
    if isinstance(failed, OperationalError) and storage.sqlstate(failed) not in transient:
        raise failed


def _decide(
    state: State, player: Player | None, text: str, *, version: int, received_at: datetime, behind: bool = False
) -> storage.Moves:
    """Decide a player's move on a state. Every player's move passes through here. Raises Refused."""
    marks = state.marks_of(player.pk if player else None)
    try:
        move = state.variant.read(text)
        if not marks:
            raise Refused(Reason.NOT_YOUR_SEAT)
        if player and player.pk in blocked_players():
            raise Blocked
        storage.check_in_play(state)
        if behind:
            raise Refused(Reason.BEHIND)
        if state.position.turn not in marks:
            raise Refused(Reason.NOT_YOUR_TURN, mark=state.position.turn)
        if state.move_by and received_at > state.move_by:
            raise Refused(Reason.TIME_IS_UP)
        return storage.decide(state, move, answered=version)
    except IllegalMove as illegal:
        raise Refused(Reason[illegal.reason.name]) from None


@storage.one_transaction
def resign(*, code: str, player: Player | None) -> State:
    """End a game as lost by the player; on one screen the side to move resigns. Idempotent."""
    game, state, marks = storage.own_game(code, player)
    if state.ended == Ended.RESIGNED and state.winner not in marks:
        return state
    storage.check_in_play(state)
    loser = next(iter(marks)) if len(marks) == 1 else state.position.turn
    return storage.end_early(game, loser.other, Termination.RESIGNED)


@storage.one_transaction
def claim(*, code: str, player: Player | None, win: bool) -> State:
    """End a game, as won by the player or without a winner, because the opponent has left. Raises Refused before
    `Presence.claimant` allows it. Idempotent."""
    game, state, marks = storage.own_game(code, player, outside_tournaments=True)
    if state.ended == Ended.ABANDONED and (state.winner in marks) == win:
        return state
    storage.check_in_play(state)
    if presences_of([game])[code].claimant not in marks:
        raise Refused(Reason.NOT_GONE)
    [mark] = marks
    return storage.end_early(game, mark if win else None, Termination.ABANDONED)


@storage.one_transaction
def hint(*, code: str, player: Player | None) -> State:
    """Show what each square is worth until the next change. Raises Refused if hints are off."""
    game, state, marks = storage.own_game(code, player, outside_tournaments=True)
    storage.check_in_play(state)
    if not state.hints:
        raise Refused(Reason.NO_HINTS)
    if state.position.turn not in marks:
        raise Refused(Reason.NOT_YOUR_TURN, mark=state.position.turn)
    if not state.hint:
        storage.advance(game, helped=True, hint_version=game.version + 1)
    return storage.publish(game)


def doodle(*, code: str, player: Player | None, drawing: Drawing) -> State:
    """Broadcast a drawing to the room, without storing it, and return the unchanged game. Raises Refused in a
    tournament, without another person, and before both players have joined."""
    _game, state, marks = storage.own_game(code, player, outside_tournaments=True)
    if not state.for_two:
        raise Refused(Reason.UNKNOWN_ACTION)
    if state.status not in (Status.STARTED, Status.FINISHED):
        raise Refused(Reason.NOT_STARTED)
    [mark] = marks
    transaction.on_commit(lambda: news.publish(code, "doodle", Doodle(mark, drawing)), robust=True)
    return state
