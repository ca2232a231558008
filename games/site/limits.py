"""Rate limits, so that one person cannot make the site slow for others.

All rate limits are here, with a few bounds on stored data, such as INVITES; the other bounds are in `services`, beside
the verbs that check them, and in `models`. The limits are far above the needs of a class of 60, or of an event of
several hundred people at one address. Address limits never refuse a move, or a player who joins an open invite. A
browser without cookies is a new player each time, so the newcomers at an address share limits. One person can collect
many cookies, so all players at an address share limits too.

The counts are in the cache that all processes share. If it fails, there are no limits, and a warning is logged. Each
process counts its own open sockets and frames, and adds the moves of its sockets to the shared count once a second.
"""

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, replace
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.site import metrics
from games.site.background import Background

logger = logging.getLogger(__name__)

MINUTE, TEN_MINUTES, DAY = 60, 600, 86_400


@dataclass(frozen=True)
class Limit:
    """At most `most` in `seconds` seconds; `seconds` is 0 if waiting does not help. `sentence` is the message to people
    who exceed the limit.

    `newcomers` and `everybody` limit all newcomers at an address together, and all people there; 0 means no limit.
    """

    name: str
    most: int
    seconds: int
    sentence: Promise
    newcomers: int = 0
    everybody: int = 0

    def __post_init__(self) -> None:
        metrics.LIMITS.labels(self.name)  # so that the series exists from the start


MANY_NEWCOMERS = _("Too many new players have joined from your network. Try again in a few minutes.")
MANY_STARTS = _("Too many games have been started from your network. Try again later.")
MANY_GAMES = _("You’ve started a lot of games. Take a little break before the next one.")
MANY_SERIES = _("The computers need a rest. Try again in a few minutes.")
MUCH_TEACHING = _("It has learnt enough for now. Try again in a few minutes.")
MANY_DOODLES = _("That was a lot of doodles at once. Wait a moment before the next one.")
MANY_JOINED = _("You’ve joined a lot of games. Take a little break, then try again.")
MANY_NAMES = _("You’ve changed your name a lot. Try again in a few minutes.")
MANY_INVITES = _("A lot of your games are already waiting for a friend. Cancel one before you make a new one.")
MANY_ROBOTS_KEPT = _("You already keep 20 robots. Delete one before you keep another.")
MANY_PAGES = _("You have too many pages open. Close a few.")
MANY_ROBOTS = _("Your network has asked for too many robots at once. Try again in a minute.")
MANY_LEAGUES = _("Your network has asked for too many leagues at once. Try again in a minute.")
MANY_GAMES_VIEWED = _("Too many games are being viewed from your network. Try again in a minute.")
MANY_DOWNLOADS = _("You’ve downloaded your games a lot. Try again in a few minutes.")
MANY_SIGN_INS = _("Too many sign-in attempts from your network. Try again in a few minutes.")
MANY_TOURNAMENTS = _("Too many tournaments have been created on your network. Try again in a few minutes.")
MANY_TOURNAMENTS_TODAY = _("Too many tournaments have been created on your network today. Try again tomorrow.")
MANY_ENTERED = _("You’ve joined a lot of tournaments. Take a little break, then try again.")
MANY_WRONG_CODES = _("Too many wrong codes from your network. Try again in a few minutes.")
TOO_FAST = _("That was too fast. Wait a moment, then try again.")

# fmt: off
# By player; `everybody` lets 600 people at an address start a game every 30 seconds.
GAMES = Limit("games", 120, TEN_MINUTES, MANY_GAMES, newcomers=3_000, everybody=12_000)
SERIES = Limit("series", 20, TEN_MINUTES, MANY_SERIES, newcomers=3_000, everybody=12_000)  # by address: games
TEACHING = Limit("teaching", 120, TEN_MINUTES, MUCH_TEACHING, newcomers=30_000)  # each plays up to 100 games in 0.3 s
DOODLES = Limit("doodles", 4, 10, MANY_DOODLES)
JOINING = Limit("joining", 60, TEN_MINUTES, MANY_JOINED)
ENTERING = Limit("entering", 60, TEN_MINUTES, MANY_ENTERED)
NAMING = Limit("naming", 30, TEN_MINUTES, MANY_NAMES)
DOWNLOADS = Limit("taking", 20, TEN_MINUTES, MANY_DOWNLOADS)
INVITES = Limit("waiting", 20, 0, MANY_INVITES)
FORMS = Limit("forms", 300, MINUTE, TOO_FAST)  # by player, if the page has no socket
SOCKETS_OPENED = Limit("opening", 240, MINUTE, MANY_PAGES, newcomers=6_000)  # enough for a tournament of 500
SOCKETS_OPEN = Limit("open", 40, 0, MANY_PAGES)  # sockets in one process
FRAMES = Limit("frames", 20, 4, TOO_FAST)  # by socket: 20 at once, then 5 per second
ROBOTS_KEPT = Limit("robots-kept", 20, 0, MANY_ROBOTS_KEPT)
# By address.
GUESTS = Limit("guests", 600, TEN_MINUTES, MANY_NEWCOMERS)
ENTRANTS = Limit("entrants", 800, TEN_MINUTES, MANY_NEWCOMERS)  # guests of one tournament, not counted towards GUESTS
STORED = Limit("stored", 500_000_000, DAY, MANY_STARTS)  # bytes: 430 MB if 600 people play for four hours
SOCKETS_ANONYMOUS = Limit("anonymous", 300, 0, MANY_PAGES)  # open sockets without a Player, in one process
ROBOTS = Limit("robots", 2_400, MINUTE, MANY_ROBOTS)  # a hundredth of a second each; a class of 60 needs 600
LEAGUES = Limit("leagues", 600, MINUTE, MANY_LEAGUES)  # requests; each computes for up to half a second
VIEWING = Limit("looking", 30_000, MINUTE, MANY_GAMES_VIEWED)  # moves of games from files; a class of 60 needs 10,000
SIGNING_IN = Limit("signing-in", 30, TEN_MINUTES, MANY_SIGN_INS)
TOURNAMENTS = Limit("tournaments", 60, TEN_MINUTES, MANY_TOURNAMENTS)
TOURNAMENTS_OF_A_DAY = Limit("tournaments-of-a-day", 500, DAY, MANY_TOURNAMENTS_TODAY)
WRONG_CODES = Limit("codes", 300, TEN_MINUTES, MANY_WRONG_CODES)  # of 113 million, counting codes that look alike once
# fmt: on

MAX_ENTRANTS = 1_000  # of a tournament
MAX_IN_LEAGUE = 40  # robots, not counting computer players
SIZE_OF_GUEST, SIZE_OF_GAME, SIZE_OF_MOVE = 500, 1_000, 200  # bytes stored; for a move with the computer's reply
MOVES_COUNTED_EVERY = 1.0  # seconds
FLOOD = 80  # frames above the limit, after which the socket is closed
LONGEST_MESSAGE = 8 * 1024  # bytes, over all its frames; the pages' own messages have fewer than 100
# The close code that asks a page to reconnect; not the registered 1013, because Daphne accepts only 1000 and codes from
# 3000.
TRY_AGAIN = 4503
CACHE_RETRY_AFTER = 5.0  # seconds

T = TypeVar("T")
FLOODED = metrics.LIMITS.labels("flood")

_cache_down_until = 0.0
_open = Counter[tuple[str, int | str]]()  # sockets of this process, by limit and player or address
_moves = Counter[str]()  # not yet counted, by address


class TooMany(Exception):
    """A limit is exceeded. `seconds` is the time to wait, 0 if that does not help; `str()` is the user's message."""

    def __init__(self, limit: Limit, seconds: int = 0) -> None:
        super().__init__(limit.name)
        metrics.LIMITS.labels(limit.name).inc()
        self.limit = limit
        self.seconds = seconds

    def __str__(self) -> str:
        return str(self.limit.sentence)


def take(limit: Limit, who: int | str | None, *, many: int = 1) -> None:
    """Add `many` to the count of `who`, a player's id or an address, if any. Raises TooMany. Uses the cache, so do not
    call it inside a transaction."""
    if not settings.LIMITS or not who:
        return
    now = time.time()
    window = int(now // limit.seconds)
    key = f"limit:{limit.name}:{who}:{window}"
    # `add` first, because `incr` needs an existing key.
    count = _ask(lambda: (cache.add(key, 0, limit.seconds), cache.incr(key, many))[1])
    if count and count > limit.most:
        raise TooMany(limit, math.ceil((window + 1) * limit.seconds - now))


def take_with_address(
    limit: Limit, who: int | None, *, address: str = "", newcomer: bool = False, many: int = 1
) -> None:
    """Count one action of a player and, if `limit` also limits addresses, `many` actions of the player's address. If
    `everybody` is limited, also count the storage of `many` games. Raises TooMany."""
    take(limit, who)
    if limit.newcomers and newcomer:
        together = replace(limit, name=f"{limit.name}-newcomers", most=limit.newcomers, sentence=MANY_NEWCOMERS)
        take(together, address, many=many)
    if limit.everybody:
        together = replace(limit, name=f"{limit.name}-everybody", most=limit.everybody, sentence=MANY_STARTS)
        take(together, address, many=many)
        take(STORED, address, many=many * SIZE_OF_GAME)


def take_guest(address: str, *, entering: str = "") -> None:
    """Count a new guest of an address, or of the tournament with the code `entering`. Raises TooMany."""
    take(ENTRANTS if entering else GUESTS, address and f"{entering}{address}")
    take(STORED, address, many=SIZE_OF_GUEST)


def count_moves(address: str, many: int) -> None:
    """Count the storage of moves. Beyond the limit, moves are still accepted, but nobody can start anything new."""
    with suppress(TooMany):
        take(STORED, address, many=many * SIZE_OF_MOVE)


async def _count_waiting_moves() -> None:
    while _moves:
        await asyncio.sleep(MOVES_COUNTED_EVERY)
        moves = dict(_moves)
        _moves.clear()
        for address, many in moves.items():
            await asyncio.to_thread(count_moves, address, many)


_moves_counter = Background(_count_waiting_moves)


def check(limit: Limit, count: int) -> None:
    """Raise TooMany if `count` has reached the limit."""
    if settings.LIMITS and count >= limit.most:
        raise TooMany(limit)


def take_guess(code: str, address: str, *, right: bool, closed: bool = False) -> bool:
    """Count a wrong code of a tournament from an address, and return whether the code is right. That of a `closed`
    tournament counts as wrong unless it is known at the address. Raises TooMany after too many wrong codes, but not for
    a right one that is known at the address, so that a guesser cannot lock out a tournament's players."""
    key = _code_key(code, address)
    if right and closed and settings.LIMITS:
        right = _ask(lambda: cache.get(key, 0)) != 0  # if the cache does not respond, the code counts as right
    try:
        take(WRONG_CODES, address, many=0 if right else 1)
    except TooMany:
        if not (right and _ask(lambda: cache.get(key))):
            raise
    else:
        if right:
            remember_code(code, address)
    return right


def remember_code(code: str, address: str) -> None:
    """Remember for a DAY that a tournament's code is known at an address."""
    if settings.LIMITS and address:
        _ask(lambda: cache.set(_code_key(code, address), 1, DAY))


def _code_key(code: str, address: str) -> str:
    return f"{WRONG_CODES.name}:{address}:{code}"


def _ask(question: Callable[[], T]) -> T | None:
    """Return the cache's answer; None if the cache does not respond."""
    global _cache_down_until
    if time.monotonic() < _cache_down_until:
        return None
    try:
        return question()
    except Exception as failed:  # each cache backend raises its own
        _cache_down_until = time.monotonic() + CACHE_RETRY_AFTER
        message = "no limits for %d s: the cache does not answer (%s: %s)"
        logger.warning(message, CACHE_RETRY_AFTER, type(failed).__name__, failed)
        return None


class Pace:
    """A token bucket for the frames of one socket: `FRAMES.most` tokens, refilled over `FRAMES.seconds`."""

    def __init__(self) -> None:
        self.flooded = False  # whether the sender ignores refusals, so that the socket must be closed
        self._left = float(FRAMES.most)
        self._at = time.monotonic()

    def count(self) -> bool:
        """Count one frame, refused or not, and return whether it is within the limit."""
        now = time.monotonic()
        self._left = min(FRAMES.most, self._left + (now - self._at) * FRAMES.most / FRAMES.seconds) - 1
        self._at = now
        flooded = settings.LIMITS and self._left < -FLOOD
        if flooded and not self.flooded:
            FLOODED.inc()
        self.flooded = flooded
        return self._left >= 0 or not settings.LIMITS


class Allowance(Pace):
    """The sending limits of one socket, and its place among the open sockets of its player."""

    def __init__(self) -> None:
        super().__init__()
        self._counted_as: tuple[str, int | str] | None = None
        self._address = ""

    def spend(self) -> None:
        """Count one message. Raises TooMany."""
        if not self.count():
            raise TooMany(FRAMES)

    def count_move(self) -> None:
        """Count a move of this socket soon, together with others."""
        _moves[self._address] += 1
        Context().run(_moves_counter.start)  # an empty context, because the task outlives this socket

    async def open(self, player: int | None, *, address: str, newcomer: bool) -> None:
        """Count this socket as open until `close`, by player or else by address, and its opening. Raises TooMany."""
        self._address = address
        limit, who = (SOCKETS_OPEN, player) if player else (SOCKETS_ANONYMOUS, address)
        if who:
            check(limit, _open[limit.name, who])
            self._counted_as = limit.name, who
            _open[self._counted_as] += 1
        await asyncio.to_thread(take_with_address, SOCKETS_OPENED, player, address=address, newcomer=newcomer)

    def close(self) -> None:
        """Stop counting this socket as open."""
        if self._counted_as:
            _open[self._counted_as] -= 1
            if not _open[self._counted_as]:
                del _open[self._counted_as]
            self._counted_as = None
