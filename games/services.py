"""Every change of a game: one function per verb, each one short transaction.

A service decides every refusal before it writes and raises `Refused`; nothing is stored then. Services may run inside
an outer transaction; the room is told after the outermost commit.
"""

import enum
import functools
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import live
from games.engine import opponents
from games.engine.position import ImpossiblePosition, Mark, Outcome, Position, Termination
from games.models import EMPTY_BOARD, MOST_IN_A_ROW, Game, Move, Player, Seat, Series, Status
from games.pov import Pov, State
from games.selectors import games_with_seats


class Reason(enum.Enum):
    """Why something was refused, in the user's words."""

    NOT_A_SQUARE = _("That is not a square of the board.")
    NOT_YOUR_SEAT = _("Only the players of this game can do that.")
    NOT_YOUR_TURN = _("Wait for %(name)s")
    TAKEN = _("Already taken")
    OVER = _("This game is over")
    NOT_OVER = _("This game is not over yet.")
    NOT_STARTED = _("This game has not started yet.")
    STARTED = _("This game has already started.")
    BEHIND = _("The board has moved on. This is how it stands now.")
    SEAT_TAKEN = _("Someone has already taken this seat. You can watch.")
    OWN_INVITE = _("This is your own invite. Send the link to a friend to play.")
    INVITE_OVER = _("This invite is over. Ask for a new link.")
    NOT_ASKED = _("Nobody is waiting for an answer about a rematch.")
    UNKNOWN_OPPONENT = _("There is no such computer player.")
    NOT_THAT_MANY = _("Please choose 1 to 100 games.")
    IMPOSSIBLE_START = _("No game can start from this position.")
    START_IS_OVER = _("This position is already the end of a game.")
    UNKNOWN_ACTION = _("That is nothing one can do here.")


class Refused(Exception):
    """A change that does not fit. `str()` gives a sentence for the user, in the language in force."""

    def __init__(self, reason: Reason, name: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.name = name

    def __str__(self) -> str:
        return str(self.reason.value) % {"name": self.name}


class Overtaken(Exception):
    """Another change of the same game was stored first: its version is not the one that was read."""


def one_transaction(change: Callable[..., State]) -> Callable[..., State]:
    """Runs a change in one transaction. Where another was faster, decides afresh on what is now stored."""

    @functools.wraps(change)
    def run(**arguments: Any) -> State:
        for _attempt in range(3):
            try:
                with transaction.atomic():
                    return change(**arguments)
            except Overtaken:
                continue
        raise Refused(Reason.BEHIND)

    return run


# --- people


def create_guest() -> Player:
    return Player.objects.create()


@transaction.atomic
def rename(*, player: Player, name: str) -> None:
    """Gives a player another name, and shows it in the rooms of their unfinished games."""
    player.name = name
    player.save(update_fields=["name"])
    unfinished = games_with_seats().filter(seats__player=player, status__in=[Status.WAITING, Status.STARTED])
    for game in unfinished.distinct():
        _publish(game)


# --- making games


@one_transaction
def invite(*, player: Player, side: Mark | None, start: str = EMPTY_BOARD) -> State:
    """Makes a game that waits for a friend. `side` None draws the mark by lot; `start` may be a set-up position.

    Here and below raises Refused if the starting position is impossible or already over.
    """
    _check_start(start)
    game = Game.objects.create(start=start)
    Seat.objects.create(game=game, mark=side or _lot(), player=player)
    return State.of(game)


@one_transaction
def start_against_computer(*, player: Player, opponent: str, side: Mark | None, start: str = EMPTY_BOARD) -> State:
    """Starts a game against a computer player; its first move is stored with the game if it begins.

    Raises Refused if there is no such opponent.
    """
    _check_start(start)
    _check_opponent(opponent)
    mark = side or _lot()
    return State.of(_start(Seat(mark=mark, player=player), Seat(mark=mark.other, opponent=opponent), start=start))


@one_transaction
def start_one_screen(*, player: Player, start: str = EMPTY_BOARD) -> State:
    """Starts a game of two people at one screen: the player holds both seats."""
    _check_start(start)
    return State.of(_start(Seat(mark=Mark.X, player=player), Seat(mark=Mark.O, player=player), start=start))


@transaction.atomic
def start_series(*, player: Player, x: str, o: str, count: int) -> Series:
    """Has two computer players play up to MOST_IN_A_ROW games, each stored whole at once.

    Raises Refused for an unknown opponent or another count.
    """
    _check_opponent(x)
    _check_opponent(o)
    if count not in range(1, MOST_IN_A_ROW + 1):
        raise Refused(Reason.NOT_THAT_MANY)
    series = Series.objects.create(player=player, x=x, o=o)
    keys = {Mark.X: x, Mark.O: o}
    now = timezone.now()
    games, played = [], []
    for _number in range(count):
        position, moves = _with_replies(Position(), keys)
        record = "".join(str(cell) for _mark, cell in moves)
        games.append(Game(series=series, record=record, version=1, started_at=now, **_finished(position.outcome)))
        played.append(moves)
    games = Game.objects.bulk_create(games)
    Seat.objects.bulk_create(Seat(game=game, mark=mark, opponent=keys[mark]) for game in games for mark in Mark)
    Move.objects.bulk_create(
        move
        for game, moves in zip(games, played, strict=True)
        for move in _moves(game, moves, first=1, version=0, at=now)
    )
    return series


# --- before the game


@one_transaction
def join(*, code: str, player: Player) -> State:
    """Takes the open seat. Joining again, as by a second click, changes nothing.

    Raises Refused if the seat is taken, the invite is over or one's own; Game.DoesNotExist for an unknown code.
    """
    game = _read(code)
    seats = _seats(game)
    if game.status == Status.CANCELLED:
        raise Refused(Reason.INVITE_OVER)
    mine = any(seat.player_id == player.pk for seat in seats.values())
    if game.status != Status.WAITING:
        if mine:
            return State.of(game)
        raise Refused(Reason.SEAT_TAKEN)
    if mine:
        raise Refused(Reason.OWN_INVITE)
    [taken] = seats
    _advance(game, status=Status.STARTED, started_at=timezone.now())
    Seat.objects.create(game=game, mark=taken.other, player=player)
    return _publish(_read(code))


@one_transaction
def swap(*, code: str, player: Player | None) -> State:
    """Gives whoever waits for a friend the other mark. Raises Refused once somebody has joined."""
    game = _read_waiting(code, player)
    [(mark, seat)] = _seats(game).items()
    _advance(game)
    seat.mark = mark.other
    seat.save(update_fields=["mark"])
    return _publish(game)


@one_transaction
def cancel(*, code: str, player: Player | None) -> State:
    """Ends an invite nobody has taken. Cancelling again changes nothing."""
    game = _read(code)
    if game.status == Status.CANCELLED and _marks(game, player):
        return State.of(game)
    game = _read_waiting(code, player)
    _advance(game, status=Status.CANCELLED)
    return _publish(game)


# --- playing


@one_transaction
def play(*, code: str, player: Player | None, cell: int, version: int) -> State:
    """Puts the player's mark on a cell (0..8), with a computer player's reply in the same transaction.

    `version` is the version of the game the player was looking at. The same player, cell and version again is a
    repeat and gets the answer of the first time. Raises Refused, in every case with nothing stored.
    """
    game = _read(code)
    marks = _marks(game, player)
    repeated = game.moves.filter(version=version, cell=cell, mark__in=marks) if game.version != version else None
    if repeated is not None and repeated.exists():
        return State.of(game)
    _check_playable(game, marks, cell, version)
    _store_moves(game, [cell])
    return _publish(game)


@one_transaction
def resign(*, code: str, player: Player | None) -> State:
    """Gives the game to the other side; on one screen the side to move resigns."""
    game = _read(code)
    marks = _marks(game, player)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    if game.status != Status.STARTED:
        raise Refused(Reason.NOT_STARTED if game.status == Status.WAITING else Reason.OVER)
    loser = next(iter(marks)) if len(marks) == 1 else State.of(game).position.turn
    _advance(game, **_finished(Outcome(loser.other, Termination.RESIGNED)))
    return _publish(game)


# --- after the game


@one_transaction
def rematch(*, code: str, player: Player | None) -> State:
    """Asks for a rematch; where the other has asked already, or nobody has to agree, starts it.

    The state returned (of the game played) then carries the code of the next game. There is at most one.
    """
    game = _read(code)
    marks = _marks(game, player)
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
        _advance(game, rematch_asked_by=mark)
        return _publish(game)
    _advance(game, rematch_asked_by="")
    _start_rematch(game, state)
    return _publish(_read(code))


@one_transaction
def decline(*, code: str, player: Player | None) -> State:
    """Says no to the rematch the other has asked for."""
    game = _read(code)
    marks = _marks(game, player)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    if not game.rematch_asked_by or game.rematch_asked_by in marks:
        raise Refused(Reason.NOT_ASKED)
    _advance(game, rematch_asked_by="")
    return _publish(game)


# --- the parts


def _lot() -> Mark:
    return secrets.choice([Mark.X, Mark.O])


def _read(code: str) -> Game:
    return games_with_seats().get(code=code)


def _seats(game: Game) -> dict[Mark, Seat]:
    return {Mark(seat.mark): seat for seat in game.seats.all()}


def _marks(game: Game, player: Player | None) -> frozenset[Mark]:
    return frozenset() if player is None else State.of(game).marks_of(player.pk)


def _read_waiting(code: str, player: Player | None) -> Game:
    """The game, if it waits for a friend and is the player's own; else raises Refused."""
    game = _read(code)
    if not _marks(game, player):
        raise Refused(Reason.NOT_YOUR_SEAT)
    if game.status != Status.WAITING:
        raise Refused(Reason.INVITE_OVER if game.status == Status.CANCELLED else Reason.STARTED)
    return game


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


def _advance(game: Game, **changes: Any) -> None:
    """Compare-and-set: stores the changes if the game still has the version that was read, else raises Overtaken."""
    changes = {**changes, "version": game.version + 1, "changed_at": timezone.now()}
    if not Game.objects.filter(pk=game.pk, version=game.version).update(**changes):
        raise Overtaken
    for field, value in changes.items():
        setattr(game, field, value)


def _check_opponent(key: str) -> None:
    if key not in opponents.OPPONENTS:
        raise Refused(Reason.UNKNOWN_OPPONENT)


def _check_start(cells: str) -> None:
    """Raises Refused unless a game can start from these nine symbols."""
    try:
        over = Position(cells).outcome
    except ImpossiblePosition:
        raise Refused(Reason.IMPOSSIBLE_START) from None
    if over:
        raise Refused(Reason.START_IS_OVER)


def _store_moves(game: Game, cells: list[int]) -> None:
    """Stores moves, the replies of computer players that follow, and the end of the game where they bring it."""
    state = State.of(game)
    position, played = state.position, []
    for cell in cells:
        position, played = position.play(cell), [*played, (position.turn, cell)]
    position, replies = _with_replies(position, {Mark(mark): seat.opponent for mark, seat in state.seats.items()})
    played += replies
    if not played:
        return
    outcome = position.outcome
    new = _moves(game, played, first=len(game.record) + 1, version=game.version, at=timezone.now())
    record = game.record + "".join(str(cell) for _mark, cell in played)
    _advance(game, record=record, **(_finished(outcome) if outcome else {}))
    Move.objects.bulk_create(new)


def _with_replies(position: Position, keys: dict[Mark, str]) -> tuple[Position, list[tuple[Mark, int]]]:
    """The position after computer players have moved for as long as it is their turn, and the moves they chose.

    `keys` maps each mark to the key of its computer player; to "" where a person plays it.
    """
    played = []
    while position.outcome is None and keys[position.turn]:
        cell = opponents.choose(opponents.OPPONENTS[keys[position.turn]], position)
        played.append((position.turn, cell))
        position = position.play(cell)
    return position, played


def _moves(game: Game, played: list[tuple[Mark, int]], *, first: int, version: int, at: datetime) -> list[Move]:
    """The rows of these moves; `first` is the number of the first one, `version` the one they answered."""
    return [
        Move(game=game, ply=ply, cell=cell, mark=mark, version=version, played_at=at)
        for ply, (mark, cell) in enumerate(played, start=first)
    ]


def _finished(outcome: Outcome) -> dict[str, Any]:
    """What is stored of the end of a game; the one way to end one."""
    return {
        "status": Status.FINISHED,
        "winner": outcome.winner or "",
        "ended": outcome.termination,
        "finished_at": timezone.now(),
        "rematch_asked_by": "",
    }


def _start(*seats: Seat, **fields: Any) -> Game:
    """Makes a game in play, with the first move of a computer player that begins."""
    game = Game.objects.create(status=Status.STARTED, started_at=timezone.now(), **fields)
    for seat in seats:
        seat.game = game
        seat.save()
    game = _read(game.code)
    _store_moves(game, [])
    return game


def _start_rematch(game: Game, state: State) -> None:
    """Makes the next game of the same two with sides swapped, carrying the running score over."""
    score = {"x_wins": state.o_total, "o_wins": state.x_total}
    if state.one_screen:
        # The score goes by mark here: nobody knows which of the two people holds which.
        score = {"x_wins": state.x_total, "o_wins": state.o_total}
    swapped = [Seat(mark=mark.other, player=seat.player, opponent=seat.opponent) for mark, seat in _seats(game).items()]
    _start(*swapped, rematch_of=game, start=game.start, draws=state.draws_total, **score)


def _publish(game: Game) -> State:
    state = State.of(game)
    transaction.on_commit(lambda: live.publish(state.code, state.as_message()), robust=True)
    return state
