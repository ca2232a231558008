"""Store a change to a game: one short transaction, compare-and-set on the version, then news for the room."""

import functools
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from django.db import OperationalError, connection, transaction
from django.utils import timezone

from games.engine import position as engine
from games.engine.analysis import analyse
from games.engine.policies import choose
from games.engine.position import Mark, Outcome, Position, Termination
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.features import parts
from games.play import news
from games.play.models import MAX_ALONE, MAX_MOVES, Game, Seat, Status
from games.play.selectors.games import games_alone_of, read_game, with_first_win
from games.play.selectors.state import State
from games.site import metrics
from games.site.models import Player
from games.site.refusals import Reason, Refused


class Overtaken(Exception):
    """Another change to the same row was stored first."""


T = TypeVar("T")
Played = tuple[Mark, engine.Move]  # a move and the side that made it
MAX_ENDED = 10  # games that one new game may end
_FIELDS = {field.name: field for field in Game._meta.fields}
ATTEMPTS = 3  # for deciding and storing a change
# SQLSTATE codes of PostgreSQL
DEADLOCK = "40P01"
LOCK_NOT_AVAILABLE = "55P03"


def one_transaction(change: Callable[..., T]) -> Callable[..., T]:
    """Run a change in one transaction, and retry it after a conflict or a deadlock. After ATTEMPTS, raises Refused for
    a conflict, OperationalError for a deadlock."""

    @functools.wraps(change)
    def run(**arguments: Any) -> T:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with transaction.atomic():
                    return change(**arguments)
            except Overtaken:
                continue
            except OperationalError as failed:
                if attempt == ATTEMPTS or sqlstate(failed) != DEADLOCK:
                    raise
        raise Refused(Reason.BEHIND)

    return run


def sqlstate(failed: OperationalError) -> str | None:
    """Return PostgreSQL's code of an error; None on SQLite. Works without psycopg."""
    return getattr(failed.__cause__, "sqlstate", None)


def seats_by_mark(game: Game) -> dict[Mark, Seat]:
    return {Mark(seat.mark): seat for seat in game.seated}


def marks_of(game: Game, player: Player | None) -> frozenset[Mark]:
    return State.of(game).marks_of(player.pk if player else None)


def own_game(code: str, player: Player | None) -> tuple[Game, frozenset[Mark]]:
    """Return a game and the marks the player holds in it. Raises Refused if they hold none."""
    game = read_game(code)
    marks = marks_of(game, player)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    return game, marks


def check_in_play(game: Game | State) -> None:
    """Raise Refused if a game has not started yet or is over."""
    if game.status != Status.STARTED:
        raise Refused(Reason.NOT_STARTED if game.status == Status.WAITING else Reason.OVER)


def check_no_match(game: Game) -> None:
    """Raise Refused in a tournament game, which has no hints, taken-back moves, rematches, claims or doodles."""
    if game.match_id:
        raise Refused(Reason.IN_A_TOURNAMENT)


def advance(game: Game, **changes: Any) -> None:
    """Store changes to a game if it still has the version that was read. Raises Overtaken if not."""
    _take_versions([(game.pk, game.version, changes)])
    for field, value in {**changes, "version": game.version + 1}.items():
        setattr(game, field, value)


def _take_versions(changed: Sequence[tuple[int, int, dict[str, Any]]]) -> None:
    """Compare-and-set: store changes to games if each still has the given version. Raises Overtaken.

    Uses raw SQL, because every move runs it and Django takes ten times as long to build an UPDATE.
    """
    rows = defaultdict[tuple[str, ...], list[list[Any]]](list)
    now = timezone.now()
    with connection.cursor() as cursor:
        for game, version, changes in changed:
            fields = {**changes, "version": version + 1, "changed_at": now}
            values = [_FIELDS[name].get_db_prep_save(value, cursor.db) for name, value in fields.items()]
            rows[tuple(fields)].append([*values, game, version])
        for names, values_of_games in rows.items():
            columns = ", ".join(f"{name} = %s" for name in names)
            cursor.executemany(f"UPDATE games_game SET {columns} WHERE id = %s AND version = %s", values_of_games)
            if cursor.rowcount != len(values_of_games):
                raise Overtaken


@dataclass(frozen=True)
class Moves:
    """Moves decided on a state but not yet stored: a player's move and the replies of computer players."""

    state: State
    played: list[Played]
    answered: int  # the version that the player saw
    changes: dict[str, Any]  # of the Game's fields


def decide(state: State, moves: Sequence[engine.Move], *, at: datetime, answered: int | None = None) -> Moves:
    """Decide moves on a state, including computer players' replies and the end of the game, if reached.

    `answered` defaults to the version of the state. Does not touch the database; `store` checks that the game has not
    changed since.
    """
    position, played = state.position, list[Played]()
    for move in moves:
        position, played = position.play(move), [*played, (position.turn, move)]
    keys = {Mark(mark): seat.opponent for mark, seat in state.seats.items()}
    last = next(reversed(moves or state.moves), None)
    position, replies = with_replies(state.variant, position, keys, plies=state.plies + len(played), last=last)
    played += replies
    outcome = outcome_of(position, plies=state.plies + len(played))
    record = state.record + record_of(state.variant, played)
    changes = {
        "record": record,
        "board_version": state.version + 1,
        "turned_at": at,
        "offered_by": "",
        "put_away": False,
    }
    if state.move_by:
        changes["move_by"] = at + timedelta(seconds=state.seconds_for(position.turn))
    if outcome:
        changes |= ending(outcome, state.variant, state.start, record)
    return Moves(state, played, state.version if answered is None else answered, changes)


def store(*decided: Moves) -> list[State]:
    """Store moves of different games and return the new states. Raises Overtaken if one has changed meanwhile."""
    _take_versions([(moves.state.game, moves.state.version, moves.changes) for moves in decided])
    rows = list[MoveRow]()
    for moves in decided:
        state, at = moves.state, moves.changes["turned_at"]
        rows += move_rows(state.game, state.variant, moves.played, first=state.plies + 1, version=moves.answered, at=at)
    insert_moves(rows)
    return [with_first_win(moves.state.after(moves.changes)) for moves in decided]


def record_of(variant: Variant, played: Iterable[Played]) -> str:
    """Join moves into a record."""
    return "".join(variant.write(move) for _mark, move in played)


def with_replies(
    variant: Variant, position: Position, keys: Mapping[Mark, str], *, plies: int = 0, last: engine.Move | None = None
) -> tuple[Position, list[Played]]:
    """Let computer players move until it is a person's turn or the game ends. Return the position and the moves.

    `keys` maps each mark to the key of its computer player, "" for a person. `plies` is the number of earlier moves,
    and `last` the last of them. Raises Refused if it is the turn of a computer player that no longer plays here.
    """
    played = list[Played]()
    while outcome_of(position, plies=plies + len(played)) is None and (key := keys[position.turn]):
        opponent = variant.opponent(key)
        if opponent is None:
            raise Refused(Reason.OPPONENT_GONE, opponent=key)
        last = choose(opponent, position, last)
        played.append((position.turn, last))
        position = position.play(last)
    return position, played


def outcome_of(position: Position, *, plies: int) -> Outcome | None:
    """Return the outcome on the board, or a draw after MAX_MOVES, or None."""
    if position.outcome or plies < MAX_MOVES:
        return position.outcome
    return Outcome(None, Termination.TOO_LONG)


MoveRow = tuple[int, int, str, str, int, datetime]


def move_rows(
    game: int, variant: Variant, played: list[Played], *, first: int, version: int, at: datetime
) -> list[MoveRow]:
    """Return the rows to store for these moves. `first` is the number of the first one, `version` the version
    answered."""
    return [(game, ply, mark, variant.write(move), version, at) for ply, (mark, move) in enumerate(played, start=first)]


def insert_moves(rows: list[MoveRow]) -> None:
    """Store rows of moves, with raw SQL for the same reason as `_take_versions`."""
    transaction.on_commit(lambda: metrics.MOVES.inc(len(rows)), robust=True)
    if not rows:
        return
    with connection.cursor() as cursor:
        values = [value for row in rows for value in (*row[:-1], cursor.db.ops.adapt_datetimefield_value(row[-1]))]
        places = ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(rows))
        cursor.execute(f"INSERT INTO games_move (game_id, ply, mark, cell, version, played_at) VALUES {places}", values)


def ending(outcome: Outcome, variant: Variant, start: str, record: str) -> dict[str, Any]:
    """Return the fields to store when a game ends."""
    return {
        "status": Status.FINISHED,
        "winner": outcome.winner or "",
        "ended": outcome.termination,
        "finished_at": timezone.now(),
        "offered_by": "",
        "put_away": False,
        "move_by": None,
        **verdicts(variant, start, record),
    }


def ending_of(game: Game, outcome: Outcome) -> dict[str, Any]:
    """Return the fields to store when a game ends in its stored position."""
    return ending(outcome, VARIANTS[game.variant], game.start, game.record)


def verdicts(variant: Variant, start: str, record: str) -> dict[str, Any]:
    """Return the verdicts on a finished game as fields to store; {} if the game is not solved."""
    if variant.solver is None:
        return {}
    analysis = analyse(variant, variant.position(start), variant.moves(record))
    return {
        "x_mistakes": analysis.mistakes(Mark.X),
        "o_mistakes": analysis.mistakes(Mark.O),
        "thrown_away": analysis.thrown_away,
    }


def start_game(*seats: Seat, **fields: Any) -> State:
    """Start a game, and store the first move if a computer player begins."""
    people = {seat.player for seat in seats if seat.player}
    if len(people) == 1:
        _end_longest_left(*people)
    game = Game.objects.create(status=Status.STARTED, started_at=timezone.now(), **fields)
    for seat in seats:
        seat.game = game
        seat.save()
    opening = decide(State.of(read_game(game.code)), [], at=timezone.now())
    return store(opening)[0] if opening.played else opening.state


def _end_longest_left(player: Player) -> None:
    """Make room for a player's new game without another person: end those left longest ago, beyond MAX_ALONE, as draws,
    at most MAX_ENDED at a time."""
    left = games_alone_of(player).order_by("-changed_at", "-pk")[MAX_ALONE - 1 :][:MAX_ENDED]
    for code in left.values_list("code", flat=True):
        game = read_game(code)
        advance(game, **ending_of(game, Outcome(None, Termination.ABANDONED)))
        publish(game)


def publish(game: Game) -> State:
    return publish_state(with_first_win(State.of(game)))


def publish_state(state: State) -> State:
    publish_states([state])
    return state


def publish_states(states: Sequence[State]) -> None:
    """Broadcast states to their rooms after the outermost commit, and notify features of games that are over."""

    def broadcast() -> None:
        for state in states:
            news.publish(state.code, "state", state)

    transaction.on_commit(broadcast, robust=True)
    for state in states:
        if state.status == Status.FINISHED:
            for part in parts():
                transaction.on_commit(partial(part.ended, state), robust=True)
