"""Moves, and the ways to end a game before its board does."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import IntegrityError, OperationalError, transaction
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
    Moves,
    Overtaken,
    advance,
    check_in_play,
    check_no_match,
    decide,
    ending_of,
    marks_of,
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
    wanted = _read(state, move)
    if game.version != version:
        repeated = game.moves.filter(version=version, text=move, mark__in=marks_of(game, player))
        if repeated.exists():
            return state
    # An offer that came meanwhile has changed the version, but not the board that was looked at.
    behind = not game.board_version <= version <= game.version
    _check_playable(state, player, wanted, received_at=received_at or timezone.now(), behind=behind)
    return publish_state(*store(decide(state, [wanted], answered=version, at=timezone.now())))


@dataclass(frozen=True)
class Turn:
    """A move as somebody wants to make it, looking at a state of the game, and when the server received it: it may wait
    for the database longer than its clock runs."""

    seen: State
    player: Player | None
    move: str
    received_at: datetime = field(default_factory=lambda: timezone.now())


def play_together(turns: Sequence[Turn]) -> list[State | Exception]:
    """Plays moves that come at the same time. Returns, in their order, the state or the error that `play` has for each.

    A move that fits the state its player was looking at is decided on that state, without reading the game. All such
    moves share one transaction. If another change has overtaken any of them, they are played one by one, as are the
    moves that do not fit.
    """
    answers: list[State | Exception] = []
    down: Exception | None = None
    for turn, stored in zip(turns, _play_on_seen(turns), strict=True):
        answer = stored or down or _play_alone(turn)
        answers.append(answer)
        if isinstance(answer, OperationalError) and not _held_up(answer):
            down = answer  # the next one would wait as long, and everybody behind it
    return answers


def _play_alone(turn: Turn) -> State | Exception:
    """The state or the error that `play` has for a move."""
    seen = turn.seen
    try:
        return play(
            code=seen.code, player=turn.player, move=turn.move, version=seen.version, received_at=turn.received_at
        )
    except Exception as raised:
        return raised


def _play_on_seen(turns: Sequence[Turn]) -> list[State | None]:
    """The new state for each turn that could be stored as seen; None for the others."""
    decided: dict[int, Moves] = {}
    games, now = set(), timezone.now()
    for index, turn in enumerate(turns):
        if turn.seen.game not in games:
            try:
                wanted = _read(turn.seen, turn.move)
                _check_playable(turn.seen, turn.player, wanted, received_at=turn.received_at)
                decided[index] = decide(turn.seen, [wanted], at=now)
                games.add(turn.seen.game)
            except Refused:
                pass  # the stored game may allow it
    if not decided:
        return [None] * len(turns)
    try:
        with transaction.atomic():
            stored = [publish_state(state) for state in store(*decided.values())]
    except (Overtaken, IntegrityError):
        return [None] * len(turns)
    except OperationalError as failed:
        if not _held_up(failed):
            raise
        return [None] * len(turns)
    states = dict(zip(decided, stored, strict=True))
    return [states.get(index) for index in range(len(turns))]


def _held_up(failed: OperationalError) -> bool:
    """Whether another transaction on the same game was in the way, and not the database itself."""
    return sqlstate(failed) in (LOCK_NOT_AVAILABLE, DEADLOCK)


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


def _read(state: State, text: str) -> Move:
    """The move that a text stands for. Raises Refused if it stands for none."""
    try:
        return state.variant.read(text)
    except IllegalMove as illegal:
        raise Refused(REASON_OF[illegal.reason]) from None


def _check_playable(
    state: State, player: Player | None, move: Move, *, received_at: datetime, behind: bool = False
) -> None:
    """Raises Refused unless this player may make this move, which the server received at this time."""
    marks = state.marks_of(player.pk if player else None)
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
        state.position.play(move)
    except IllegalMove as illegal:
        raise Refused(REASON_OF[illegal.reason]) from None
