"""Moves, and the ways to end a game before its board does."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, OperationalError, transaction
from django.utils import timezone
from psycopg import errors

from games.engine.position import Outcome, Termination
from games.models import Ended, Player
from games.refusals import Reason, Refused
from games.selectors.presence import presence_of
from games.selectors.state import State
from games.services.storage import (
    Moves,
    Overtaken,
    advance,
    check_in_play,
    decide,
    ending_of,
    marks_of,
    one_transaction,
    own_game,
    publish,
    publish_state,
    read_game,
    store,
)


@one_transaction
def play(*, code: str, player: Player | None, cell: int, version: int) -> State:
    """Puts the player's mark on a cell (0..8), with a computer player's reply in the same transaction.

    `version` is the version of the game the player was looking at. The same player, cell and version again is a
    repeat and gets the answer of the first time. Raises Refused, in every case with nothing stored.
    """
    game = read_game(code)
    if game.version != version:
        repeated = game.moves.filter(version=version, cell=cell, mark__in=marks_of(game, player))
        if repeated.exists():
            return State.of(game)
    # An offer that came meanwhile has changed the version, but not the board that was looked at.
    behind = not game.board_version <= version <= game.version
    state = State.of(game)
    _check_playable(state, player, cell, behind=behind)
    return publish_state(*store(decide(state, [cell], answered=version, at=timezone.now())))


@dataclass(frozen=True)
class Turn:
    """A move as somebody wants to make it, looking at a state of the game."""

    seen: State
    player: Player | None
    cell: int


def play_together(turns: Sequence[Turn]) -> list[State | Exception]:
    """What `play` returns or raises for each of these moves, in their order; for those that come at the same time.

    A move that fits what its player was looking at is decided on that, without reading the game. All of those share one
    transaction. The others are played one by one; so is each of the first, should a single one of them have been
    overtaken by another change of its game.
    """
    answers: list[State | Exception | None] = _play_on_seen(turns)
    for index, turn in enumerate(turns):
        if answers[index] is None:
            try:
                seen = turn.seen
                answers[index] = play(code=seen.code, player=turn.player, cell=turn.cell, version=seen.version)
            except Exception as raised:
                answers[index] = raised
                if isinstance(raised, OperationalError) and not _held_up(raised):
                    # The next one would wait as long, and everybody behind it.
                    return [answer or raised for answer in answers]
    return answers


def _play_on_seen(turns: Sequence[Turn]) -> list[State | None]:
    """The new state for each of the turns that could be stored as seen, else None."""
    decided: dict[int, Moves] = {}
    games, now = set(), timezone.now()
    for index, turn in enumerate(turns):
        if turn.seen.game not in games:
            try:
                _check_playable(turn.seen, turn.player, turn.cell)
                decided[index] = decide(turn.seen, [turn.cell], at=now)
                games.add(turn.seen.game)
            except Refused:
                pass  # perhaps not so on what is stored
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
    """Whether it was another transaction on the same game that was in the way, and not the database itself."""
    return isinstance(failed.__cause__, errors.LockNotAvailable | errors.DeadlockDetected)


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
        raise Refused(Reason.NOT_YOUR_TURN, mark=state.position.turn)
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
    advance(game, **ending_of(game, Outcome(mark if win else None, Termination.ABANDONED)))
    return publish(game)


def _check_playable(state: State, player: Player | None, cell: int, *, behind: bool = False) -> None:
    """Raises Refused unless this player may play `cell` now."""
    if cell not in range(state.variant.squares):
        raise Refused(Reason.NOT_A_SQUARE)
    marks = state.marks_of(player.pk if player else None)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    check_in_play(state)
    if behind:
        raise Refused(Reason.BEHIND)
    if state.position.turn not in marks:
        raise Refused(Reason.NOT_YOUR_TURN, mark=state.position.turn)
    if cell not in state.position.legal_moves:
        raise Refused(Reason.TAKEN)
