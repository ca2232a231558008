"""Rename players, make games, and change games before they start."""

import secrets

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.engine.classic import CLASSIC
from games.engine.position import ImpossiblePosition, Mark
from games.engine.robots import is_robot
from games.engine.variant import Variant
from games.play.models import LONGEST_SERIES, Audience, Game, Seat, Series, Status
from games.play.selectors.games import games_between_people_of, games_with_seats, read_game
from games.play.selectors.state import SeatState, State
from games.play.services import storage
from games.site import limits
from games.site.models import Player
from games.site.refusals import Reason, Refused

ROOMS_NOTIFIED = 100  # rooms in which a new name is broadcast; more than anyone has open

# --- players


def _rename(*, player: Player, name: str, locked_too: bool = False) -> None:
    """Rename a player, and broadcast the name to their last ROOMS_NOTIFIED rooms with other people.

    Increments the version of each of these games, so that a page that missed the news requests it at the next beat, and
    no move is decided on a state with the old name. In older rooms an open page shows the old name until it reloads.
    Raises Refused if the name is locked, unless `locked_too`.
    """
    if player.name_locked and name != player.name and not locked_too:
        raise Refused(Reason.NAME_LOCKED)
    player.name = name
    player.save(update_fields=["name"])
    latest = games_between_people_of(player).order_by("-changed_at", "-pk")
    rooms = list(latest.values_list("pk", flat=True)[:ROOMS_NOTIFIED])
    # A single UPDATE without compare-and-set, so a concurrent change to one of these games cannot make it fail.
    unfinished = Game.objects.filter(pk__in=rooms, status__in=[Status.WAITING, Status.STARTED])
    unfinished.update(version=F("version") + 1, changed_at=timezone.now())
    for game in games_with_seats().filter(pk__in=rooms):
        storage.publish(game)


# `join` renames in its own transaction, because after a deadlock only a whole transaction can be repeated.
rename = storage.one_transaction(_rename)


# --- making games


@storage.one_transaction
def invite(*, player: Player, side: Mark | None, variant: Variant = CLASSIC, start: str = "") -> State:
    """Make a game that waits for a friend. `side` None means a random mark; `start` may be a set-up position. Raises
    Refused if that is impossible or already over, TooMany if the player has too many open invites."""
    start = _start_of(variant, start)
    limits.check(limits.INVITES, Game.objects.filter(status=Status.WAITING, seats__player=player).count())
    game = Game.objects.create(variant=variant.key, start=start)
    Seat.objects.create(game=game, mark=side or secrets.choice([*Mark]), player=player)
    return State.of(game)


@storage.one_transaction
def start_against_computer(
    *,
    player: Player,
    opponent: str,
    side: Mark | None,
    name: str = "",
    variant: Variant = CLASSIC,
    start: str = "",
    hints: bool = False,
) -> State:
    """Start a game against a computer player; `name` is that of a robot. `hints` lets the player ask what squares are
    worth. Raises Refused if there is no such opponent, or if the set-up position is impossible or already over."""
    start, computer = _start_of(variant, start), _computer(variant, opponent, name)
    mark = side or secrets.choice([*Mark])
    seats = [Seat(mark=mark, player=player), Seat(mark=mark.other, opponent=opponent, name=computer.name)]
    return storage.start_game(*seats, variant=variant.key, start=start, hints=hints and variant.solver is not None)


@storage.one_transaction
def start_one_screen(*, player: Player, variant: Variant = CLASSIC, start: str = "") -> State:
    """Start a game on one screen: the player holds both seats. Raises Refused for an impossible or finished `start`."""
    seats = [Seat(mark=mark, player=player) for mark in Mark]
    return storage.start_game(*seats, variant=variant.key, start=_start_of(variant, start))


def start_series(
    *, player: Player, x: str, o: str, count: int, variant: Variant = CLASSIC, x_name: str = "", o_name: str = ""
) -> Series:
    """Play and store `count` games, at most LONGEST_SERIES, between two computer players. The names are for robots.

    Plays all games before the transaction, so other moves wait only for the inserts. Raises Refused for an unknown
    opponent or an invalid count.
    """
    seats: dict[str, SeatState] = {Mark.X: _computer(variant, x, x_name), Mark.O: _computer(variant, o, o_name)}
    if count not in range(1, LONGEST_SERIES + 1):
        raise Refused(Reason.NOT_THAT_MANY)
    begun, now = State(variant, variant.start.text, "", seats), timezone.now()
    played = [storage.decide(begun) for _number in range(count)]
    with transaction.atomic():
        series = Series.objects.create(variant=variant.key, player=player, x=x, o=o)
        same = {"series": series, "variant": variant.key, "start": begun.start, "version": 1, "started_at": now}
        games = Game.objects.bulk_create(Game(**same, **moves.changes) for moves in played)
        Seat.objects.bulk_create(
            Seat(game=game, mark=mark, opponent=seat.opponent, name=seat.name)
            for game in games
            for mark, seat in seats.items()
        )
        for game, moves in zip(games, played, strict=True):
            storage.insert_moves({game.pk: moves})
    return series


# --- before the game


@storage.one_transaction
def join(*, code: str, player: Player, name: str = "") -> State:
    """Take the open seat, and rename the player if a name is given. Idempotent. Raises Refused if the seat is taken, or
    if the invite has expired or is the player's own."""
    game = read_game(code)
    state = State.of(game)
    if state.status == Status.CANCELLED:
        raise Refused(Reason.INVITE_OVER)
    if state.marks_of(player.pk):
        if state.status == Status.WAITING:
            raise Refused(Reason.OWN_INVITE)
        return state
    if state.status != Status.WAITING:
        raise Refused(Reason.SEAT_TAKEN)
    [taken] = state.seats
    if name:
        _rename(player=player, name=name)
    now = timezone.now()
    storage.advance(game, status=Status.STARTED, board_version=game.version + 1, started_at=now, turned_at=now)
    Seat.objects.create(game=game, mark=Mark(taken).other, player=player)
    Audience.objects.filter(game=game).delete()  # it counts readers of the invite; spectators' pages register again
    return storage.publish(read_game(code))


@storage.one_transaction
def swap(*, code: str, player: Player | None, version: int) -> State:
    """Let a player who waits for a friend play the other mark. Does nothing if the game is no longer at that version,
    as on a double click. Raises Refused if someone has joined."""
    game, state, marks = storage.own_game(code, player)
    _check_waiting(state)
    if state.version != version:
        return state
    storage.advance(game)
    [mark], [seat] = marks, game.seated
    seat.mark = mark.other
    seat.save(update_fields=["mark"])
    return storage.publish(game)


@storage.one_transaction
def cancel(*, code: str, player: Player | None) -> State:
    """End an open invite. Idempotent."""
    game, state, _marks = storage.own_game(code, player)
    if state.status == Status.CANCELLED:
        return state
    _check_waiting(state)
    storage.advance(game, status=Status.CANCELLED)
    return storage.publish(game)


@storage.one_transaction
def put_away(*, code: str, player: Player | None, away: bool) -> State:
    """Hide a game from the player's list of unfinished games, or bring it back. Its next move brings it back too.
    Raises Refused if another person plays it."""
    game, state, _marks = storage.own_game(code, player, outside_tournaments=True)
    storage.check_in_play(state)
    if state.between_people:
        raise Refused(Reason.SOMEBODY_WAITS)
    # Keep the version, so that a move on its way is still accepted.
    Game.objects.filter(pk=game.pk, status=Status.STARTED).update(put_away=away)
    return state


# --- helpers


def _check_waiting(state: State) -> None:
    """Raise Refused if a game does not wait for a friend."""
    if state.status != Status.WAITING:
        raise Refused(Reason.INVITE_OVER if state.status == Status.CANCELLED else Reason.STARTED)


def _computer(variant: Variant, key: str, name: str) -> SeatState:
    """Return the seat of a computer player; only robots have a name. Raises Refused if there is no such player."""
    if variant.opponent(key) is None:
        raise Refused(Reason.UNKNOWN_OPPONENT)
    return SeatState(None, name if is_robot(key) else "", key)


def _start_of(variant: Variant, text: str) -> str:
    """Return a starting position as stored; "" means the usual one. Raises Refused if it is impossible or over."""
    try:
        start = variant.position(text) if text else variant.start
    except ImpossiblePosition:
        raise Refused(Reason.IMPOSSIBLE_START) from None
    if start.outcome:
        raise Refused(Reason.START_IS_OVER)
    return start.text
