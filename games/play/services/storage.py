"""Store a change to a game: one short transaction, compare-and-set on the version, then news for the room."""

import functools
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import chain
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


def own_game(
    code: str, player: Player | None, *, outside_tournaments: bool = False
) -> tuple[Game, State, frozenset[Mark]]:
    """Return a game, its state and the player's marks. Raises Refused if the player has none; with
    `outside_tournaments`, also in a tournament, which has no hints, taken-back moves, rematches, claims or doodles."""
    game = read_game(code)
    state = State.of(game)
    marks = state.marks_of(player.pk if player else None)
    if not marks:
        raise Refused(Reason.NOT_YOUR_SEAT)
    if outside_tournaments and state.in_tournament:
        raise Refused(Reason.IN_A_TOURNAMENT)
    return game, state, marks


def check_in_play(state: State) -> None:
    """Raise Refused if a game has not started yet or is over."""
    if state.status != Status.STARTED:
        raise Refused(Reason.NOT_STARTED if state.status == Status.WAITING else Reason.OVER)


def advance(game: Game, **changes: Any) -> None:
    """Store changes to a game if it still has the version that was read. Raises Overtaken if not."""
    _take_versions([(game.pk, game.version, changes)])
    for field, value in {**changes, "version": game.version + 1}.items():
        setattr(game, field, value)


def _take_versions(changed: Sequence[tuple[int, int, dict[str, Any]]]) -> None:
    """Compare-and-set: store changes to games if each still has the given version. Raises Overtaken. Uses raw SQL,
    because every move runs it and Django takes ten times as long to build an UPDATE."""
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
    played: list[tuple[Mark, engine.Move]]  # each with the side that made it
    answered: int  # the version that the player saw
    changes: dict[str, Any]  # of the Game's fields


def decide(state: State, move: engine.Move | None = None, *, answered: int | None = None) -> Moves:
    """Decide a player's move, if given, the replies of computer players, and the end of the game, if reached.

    `answered` defaults to the version of the state. Does not touch the database; `store` checks that the game has not
    changed since. Raises IllegalMove, and Refused if it is the turn of a computer player that no longer plays here.
    """
    variant, position, last = state.variant, state.position, next(reversed(state.moves), None)
    played = list[tuple[Mark, engine.Move]]()
    if move is not None:
        played.append((position.turn, move))
        position, last = position.play(move), move
    while (outcome := _outcome(position, state.plies + len(played))) is None:
        key = state.seats[position.turn].opponent
        if not key:
            break
        opponent = variant.opponent(key)
        if opponent is None:
            raise Refused(Reason.OPPONENT_GONE, opponent=key)
        last = choose(opponent, position, last)
        played.append((position.turn, last))
        position = position.play(last)
    record = state.record + "".join(variant.write(move) for _mark, move in played)
    now = timezone.now()
    changes = {
        "record": record,
        "board_version": state.version + 1,
        "turned_at": now,
        "offered_by": "",
        "put_away": False,
    }
    if state.move_by:
        changes["move_by"] = now + timedelta(seconds=state.seconds_for(position.turn))
    if outcome:
        changes |= ending(outcome, variant, state.start, record)
    return Moves(state, played, state.version if answered is None else answered, changes)


def _outcome(position: Position, plies: int) -> Outcome | None:
    """Return the outcome on the board, or a draw after MAX_MOVES, or None."""
    if position.outcome or plies < MAX_MOVES:
        return position.outcome
    return Outcome(None, Termination.TOO_LONG)


def store(*decided: Moves) -> list[State]:
    """Store moves of different games and return the new states. Raises Overtaken if one has changed meanwhile."""
    _take_versions([(moves.state.game, moves.state.version, moves.changes) for moves in decided])
    insert_moves({moves.state.game: moves for moves in decided})
    return [with_first_win(moves.state.after(moves.changes)) for moves in decided]


def insert_moves(decided: Mapping[int, Moves]) -> None:
    """Store the rows of each game's moves, with raw SQL for the same reason as `_take_versions`."""
    rows = list[tuple[Any, ...]]()
    for game, moves in decided.items():
        at = connection.ops.adapt_datetimefield_value(moves.changes["turned_at"])
        for ply, (mark, move) in enumerate(moves.played, start=moves.state.plies + 1):
            rows.append((game, ply, mark, moves.state.variant.write(move), moves.answered, at))
    transaction.on_commit(lambda: metrics.MOVES.inc(len(rows)), robust=True)
    if not rows:
        return
    places = ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(rows))
    with connection.cursor() as cursor:
        statement = f"INSERT INTO games_move (game_id, ply, mark, cell, version, played_at) VALUES {places}"
        cursor.execute(statement, list(chain.from_iterable(rows)))


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


def end_early(game: Game, winner: Mark | None, how: Termination) -> State:
    """End a game early, in its stored position, and publish it."""
    advance(game, **ending(Outcome(winner, how), VARIANTS[game.variant], game.start, game.record))
    return publish(game)


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
    opening = decide(State.of(read_game(game.code)))
    return store(opening)[0] if opening.played else opening.state


def _end_longest_left(player: Player) -> None:
    """Make room for a player's new game without another person: end those left longest ago, beyond MAX_ALONE, as draws,
    at most MAX_ENDED at a time."""
    left = games_alone_of(player).order_by("-changed_at", "-pk")[MAX_ALONE - 1 :][:MAX_ENDED]
    for code in left.values_list("code", flat=True):
        end_early(read_game(code), None, Termination.ABANDONED)


def publish(game: Game) -> State:
    return publish_state(with_first_win(State.of(game)))


def publish_state(state: State) -> State:
    """Broadcast a state to its room after the outermost commit, and notify features if the game is over."""
    transaction.on_commit(lambda: news.publish(state.code, "state", state), robust=True)
    if state.status == Status.FINISHED:
        for part in parts():
            transaction.on_commit(partial(part.ended, state), robust=True)
    return state
