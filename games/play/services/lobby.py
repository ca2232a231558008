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
from games.play.selectors.state import State
from games.play.services import storage
from games.site import limits
from games.site.models import Player
from games.site.refusals import Reason, Refused

ROOMS_NOTIFIED = 100  # rooms in which a new name is broadcast; more than anyone has open

# --- players


@storage.one_transaction
def rename(*, player: Player, name: str, locked_too: bool = False) -> None:
    """Rename a player, and broadcast the name to their last ROOMS_NOTIFIED rooms with other people.

    Increments the version of each of these games, so that a page that missed the news requests it at the next beat, and
    no move is decided on a state with the old name. In older rooms an open page shows the old name until it reloads.
    Raises Refused if the name is locked, unless `locked_too`.
    """
    _rename(player, name, locked_too=locked_too)


def _rename(player: Player, name: str, *, locked_too: bool = False) -> None:
    """Rename inside the caller's transaction. After a deadlock only a whole transaction can be repeated."""
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


# --- making games


@storage.one_transaction
def invite(*, player: Player, side: Mark | None, variant: Variant = CLASSIC, start: str = "") -> State:
    """Make a game that waits for a friend. `side` None means a random mark; `start` may be a set-up position.

    Raises Refused if the starting position is impossible or already over, TooMany if the player has too many open
    invites.
    """
    start = _start_of(variant, start)
    limits.check(limits.INVITES, Game.objects.filter(status=Status.WAITING, seats__player=player).count())
    game = Game.objects.create(variant=variant.key, start=start)
    Seat.objects.create(game=game, mark=side or _random_mark(), player=player)
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
    """Start a game against a computer player. If the computer player begins, its first move is stored with the game.

    `name` is the robot's name in this game and its rematches. `hints` lets the player ask what squares are worth.
    Raises Refused if there is no such opponent, or if the starting position is impossible or already over.
    """
    start = _start_of(variant, start)
    _check_opponent(variant, opponent)
    mark = side or _random_mark()
    seats = (
        Seat(mark=mark, player=player),
        Seat(mark=mark.other, opponent=opponent, name=name if is_robot(opponent) else ""),
    )
    return storage.start_game(*seats, variant=variant.key, start=start, hints=hints and variant.solver is not None)


@storage.one_transaction
def start_one_screen(*, player: Player, variant: Variant = CLASSIC, start: str = "") -> State:
    """Start a game for two people who share a screen: the player holds both seats.

    Raises Refused if the starting position is impossible or already over.
    """
    seats = [Seat(mark=mark, player=player) for mark in Mark]
    return storage.start_game(*seats, variant=variant.key, start=_start_of(variant, start))


def start_series(
    *, player: Player, x: str, o: str, count: int, variant: Variant = CLASSIC, x_name: str = "", o_name: str = ""
) -> Series:
    """Play and store `count` games, at most LONGEST_SERIES, between two computer players. The names are for robots.

    Plays all games before the transaction, so other moves wait only for the inserts. Raises Refused for an unknown
    opponent or an invalid count.
    """
    _check_opponent(variant, x)
    _check_opponent(variant, o)
    if count not in range(1, LONGEST_SERIES + 1):
        raise Refused(Reason.NOT_THAT_MANY)
    keys = {Mark.X: x, Mark.O: o}
    names = {mark: name if is_robot(keys[mark]) else "" for mark, name in zip(Mark, (x_name, o_name), strict=True)}
    start, now = variant.start, timezone.now()
    games, played = [], []
    for _number in range(count):
        position, moves = storage.with_replies(variant, start, keys)
        outcome = storage.outcome_of(position, plies=len(moves))
        assert outcome is not None  # both players are computers, so the game has ended
        made = {"variant": variant.key, "start": start.text, "record": storage.record_of(variant, moves)}
        end = storage.ending(outcome, variant, made["start"], made["record"])
        games.append(Game(version=1, started_at=now, **made, **end))
        played.append(moves)
    with transaction.atomic():
        series = Series.objects.create(variant=variant.key, player=player, x=x, o=o)
        for game in games:
            game.series = series
        Game.objects.bulk_create(games)
        seats = (Seat(game=game, mark=mark, opponent=keys[mark], name=names[mark]) for game in games for mark in Mark)
        Seat.objects.bulk_create(seats)
        for game, moves in zip(games, played, strict=True):
            storage.insert_moves(storage.move_rows(game.pk, variant, moves, first=1, version=0, at=now))
    return series


# --- before the game


@storage.one_transaction
def join(*, code: str, player: Player, name: str = "") -> State:
    """Take the open seat, and rename the player if a name is given. Idempotent.

    Raises Refused if the seat is taken, or if the invite has expired or is the player's own; Game.DoesNotExist for an
    unknown code.
    """
    game = read_game(code)
    seats = storage.seats_by_mark(game)
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
    if name:
        _rename(player, name)
    now = timezone.now()
    storage.advance(game, status=Status.STARTED, board_version=game.version + 1, started_at=now, turned_at=now)
    Seat.objects.create(game=game, mark=taken.other, player=player)
    Audience.objects.filter(game=game).delete()  # it counts readers of the invite; spectators' pages register again
    return storage.publish(read_game(code))


@storage.one_transaction
def swap(*, code: str, player: Player | None, version: int) -> State:
    """Let a player who waits for a friend play the other mark. Raises Refused if someone has joined.

    Does nothing if the game is no longer at that version, as on a double click.
    """
    game = _read_waiting(code, player)
    if game.version != version:
        return State.of(game)
    [(mark, seat)] = storage.seats_by_mark(game).items()
    storage.advance(game)
    seat.mark = mark.other
    seat.save(update_fields=["mark"])
    return storage.publish(game)


@storage.one_transaction
def cancel(*, code: str, player: Player | None) -> State:
    """End an open invite. Idempotent."""
    game = read_game(code)
    if game.status == Status.CANCELLED and storage.marks_of(game, player):
        return State.of(game)
    game = _read_waiting(code, player)
    storage.advance(game, status=Status.CANCELLED)
    return storage.publish(game)


@storage.one_transaction
def put_away(*, code: str, player: Player | None, away: bool) -> State:
    """Hide a game from the player's list of unfinished games, or bring it back. Its next move brings it back too.

    Raises Refused if another person plays it.
    """
    game, _marks = storage.own_game(code, player)
    storage.check_no_match(game)
    storage.check_in_play(game)
    state = State.of(game)
    if state.between_people:
        raise Refused(Reason.SOMEBODY_WAITS)
    # Keep the version, so that a move on its way is still accepted.
    Game.objects.filter(pk=game.pk, status=Status.STARTED).update(put_away=away)
    return state


# --- helpers


def _random_mark() -> Mark:
    return secrets.choice([Mark.X, Mark.O])


def _read_waiting(code: str, player: Player | None) -> Game:
    """Return the player's own open invite. Raises Refused if the game is not one."""
    game = read_game(code)
    if not storage.marks_of(game, player):
        raise Refused(Reason.NOT_YOUR_SEAT)
    if game.status != Status.WAITING:
        raise Refused(Reason.INVITE_OVER if game.status == Status.CANCELLED else Reason.STARTED)
    return game


def _check_opponent(variant: Variant, key: str) -> None:
    if variant.opponent(key) is None:
        raise Refused(Reason.UNKNOWN_OPPONENT)


def _start_of(variant: Variant, text: str) -> str:
    """Return the starting position of a game as it is stored; "" means the usual one.

    Raises Refused if the position is impossible or already over.
    """
    try:
        start = variant.position(text) if text else variant.start
    except ImpossiblePosition:
        raise Refused(Reason.IMPOSSIBLE_START) from None
    if start.outcome:
        raise Refused(Reason.START_IS_OVER)
    return start.text
