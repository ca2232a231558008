"""Presence: who is in a room, read from the database for many rooms at once.

Each server process records when a player opens the first tab and closes the last one, and renews its lease while pages
are open. When the lease expires, the visits of that process count as ended, so nobody stays present after a kill -9. A
change of presence does not raise the version of the game; every beat contains the presence.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from math import ceil
from typing import Any, Final, Self

from django.conf import settings
from django.utils import timezone

from games.engine.position import Mark
from games.engine.variants import VARIANTS
from games.play.models import Game, Status
from games.play.selectors.state import positions_of
from games.site.sql import moment, rows

RENEWED_EVERY = timedelta(seconds=5)
LEASE = 3 * RENEWED_EVERY
# A player who returns within this time continues the same visit.
SAME_VISIT = timedelta(minutes=5)
# The time that a player has for a move if they were never here during the opponent's visit.
PATIENCE_IF_NEVER_HERE = timedelta(days=7)
NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Presence:
    """The people in one room. `here` and `left` are the marks of players who are present or have left. `claimant` is
    the mark of the player who may claim the game; `claim_in` is the number of seconds until the waiting player may.
    `readers` counts the strangers reading an invite, `watchers` the spectators of a game.

    A player whose pages have neither opened a socket nor polled, as without JavaScript, is neither in `here` nor in
    `left`.
    """

    here: str = ""
    left: str = ""
    claimant: str = ""
    claim_in: int = 0
    readers: int = 0
    watchers: int = 0

    def as_message(self) -> dict[str, Any]:
        """Serialize to plain values for other processes."""
        return asdict(self)

    @classmethod
    def from_message(cls, message: dict[str, Any]) -> Self:
        """Return a Presence from plain values, possibly of another release. Ignores unknown keys."""
        return cls(**{name: message[name] for name in cls.__dataclass_fields__ if name in message})


@dataclass(frozen=True)
class Visit:
    """A player's latest visit to a game: when it began, when the player was last seen, and whether it goes on."""

    began: datetime
    seen: datetime
    here: bool


NOBODY = Presence()


def presences_of(games: Collection[Game]) -> dict[str, Presence]:
    """Return the presence in each of these games, by code. The games must have been read with everything
    that a State needs."""
    now, codes = timezone.now(), [game.code for game in games]
    visits = visits_to(codes, now)
    # Read after the seats: a join in between has deleted the invite's readers, so none counts as a spectator.
    audiences = dict(rows(AUDIENCES, codes, now - LEASE))
    newest_start = cache(partial(_newest_start, now))  # read only if a claim depends on it
    found = {}
    for game in games:
        players = {Mark(seat.mark): seat.player_id for seat in game.seated if seat.player_id}
        audience = audiences.get(game.code, 0)
        if len(set(players.values())) < len(players):  # on one screen
            found[game.code] = Presence(watchers=audience)
            continue
        waiting = game.status == Status.WAITING
        seen = {mark: visits[game.code, players[mark]] for mark in Mark if (game.code, players.get(mark)) in visits}
        claim = _claim(game, seen, newest_start, now) if len(players) == 2 else {}
        found[game.code] = Presence(
            here="".join(mark for mark, visit in seen.items() if visit.here),
            left="".join(mark for mark, visit in seen.items() if not visit.here),
            **claim,
            readers=audience if waiting else 0,
            watchers=0 if waiting else audience,
        )
    return found


AUDIENCES: Final = """
    SELECT game.code, SUM(audience.count)
    FROM games_audience audience
    JOIN games_game game ON game.id = audience.game_id
    JOIN games_process process ON process.id = audience.process_id
    WHERE game.code IN %s AND process.renewed_at > %s
    GROUP BY game.code
"""


def visits_to(codes: Iterable[str], now: datetime) -> dict[tuple[str, int], Visit]:
    """Return the latest visit to each of these games by each player."""
    found: dict[tuple[str, int], Visit] = {}
    for code, player, *moments in rows(VISITS, [*codes]):
        began, left, renewed = map(moment, moments)
        assert began and renewed
        here = renewed > now - LEASE if left is None else left > now
        # A killed process may have run until shortly before its next renewal.
        visit = Visit(began, now if here else min(left or renewed + RENEWED_EVERY, now), here)
        known = found.get((code, player))
        if known is None or (visit.here, visit.seen) > (known.here, known.seen):
            found[code, player] = visit
    return found


VISITS: Final = """
    SELECT game.code, attendance.player_id, attendance.visit_at, attendance.left_at, process.renewed_at
    FROM games_attendance attendance
    JOIN games_game game ON game.id = attendance.game_id
    JOIN games_process process ON process.id = attendance.process_id
    WHERE game.code IN %s
"""


def _newest_start(now: datetime) -> datetime:
    """Return when the newest running process started."""
    starts = rows("SELECT started_at FROM games_process WHERE renewed_at > %s", now - LEASE)
    return max((moment(started) or NEVER for (started,) in starts), default=NEVER)


def _claim(
    game: Game, seen: Mapping[Mark, Visit], newest_start: Callable[[], datetime], now: datetime
) -> dict[str, Any]:
    """Return `claimant` if the player to move has been away long enough, `claim_in` if that is soon, else nothing."""
    if game.status != Status.STARTED or game.match_id:  # in a tournament the clock ends a game
        return {}
    turn = positions_of(VARIANTS[game.variant], game.start, game.record)[-1].turn
    absent, mine = seen.get(turn), seen.get(turn.other)
    if absent and absent.here:
        return {}
    if mine and not mine.here:  # an ended visit does not count
        mine = None
    patience = timedelta(seconds=settings.CLAIM_AFTER)
    gone = absent.seen if absent else NEVER
    both_here = mine is not None and gone >= mine.began  # at some time during this visit
    due = max(gone, game.turned_at) + (patience if both_here else PATIENCE_IF_NEVER_HERE)
    # After a restart of the server, or the opponent's arrival, the absent player has as much time to return as after
    # leaving.
    due = max(due, max(mine.began if mine else NEVER, newest_start()) + patience)
    if now >= due:
        return {"claimant": turn.other}
    return {"claim_in": ceil((due - now).total_seconds())} if due - now <= patience else {}
