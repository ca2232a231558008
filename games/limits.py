"""Limits on how much one person may do in a time, so that one can't make the site slow for others.

All figures beyond which TooMany is raised stand here. Bounds of what is stored for one player or one game stand with
their verbs in `services`, and in `models`.

The figures are far from what a class of 60, or an event of several hundred at one address, does. Players are counted by
their number. New guests and sign-ins to the desk have none and are counted by their address; so are what newcomers
start and the sockets they open, since a browser that drops the cookie is a new player each time, or none; and so are
the pages for which the engine works, which anybody may open. Old cookies can be collected, so everybody's games, and
the bytes stored in a day, have a higher limit by address. No move is refused by address, nor is a player who joins an
invite that waits for them. A guest who joins a tournament counts for it alone: a flood of guests keeps no class out.
The counts are in the shared cache, where all processes see them. If the cache does not answer, there are no limits:
games go on, and the log tells. Frames are counted where they come in: whole messages by the socket of a room, frames of
every kind by the server (tictactoe_site/*_sockets.py). Open sockets of visitors without a Player are counted by each
process for itself.
"""

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import metrics
from games.background import Background

logger = logging.getLogger(__name__)

MINUTES = 60
DAY = 24 * 60 * MINUTES


@dataclass(frozen=True)
class Limit:
    """At most `most` in `seconds` seconds, and the sentence beyond that; `seconds` is 0 if waiting does not help.

    `newcomers` and `everybody` are the limits for all newcomers and all people of an address together, 0 if unlimited.
    """

    name: str
    most: int
    seconds: int
    sentence: Promise
    newcomers: int = 0
    everybody: int = 0

    def __post_init__(self) -> None:
        metrics.LIMITS.labels(self.name)  # told from the start


# Bytes stored from one address: 430 MB if 600 people play for four hours, a game every 40 seconds. The sizes are about
# those in the database, with indexes; that of a move includes the computer's reply.
STORED = Limit("stored", 500_000_000, DAY, _("Very many games have been started where you are. Try again later."))
SIZE_OF_GUEST, SIZE_OF_GAME, SIZE_OF_MOVE = 500, 1_000, 200
MOVES_AT_ONCE = 5  # that a socket counts together
GUESTS = Limit(
    "guests", 600, 10 * MINUTES, _("Very many new players have come from where you are. Try again in a few minutes.")
)
# New guests of one tournament from one address. It has more places, so a flood leaves some for a class elsewhere.
ENTRANTS = Limit("entrants", 800, 10 * MINUTES, GUESTS.sentence)
GAMES = Limit(
    "games",
    120,
    10 * MINUTES,
    _("You have started very many games. Take a little break, then start the next one."),
    newcomers=3_000,
    everybody=12_000,  # 600 people who start one every 30 seconds
)
# By address each game of a series counts: a series may have 100.
SERIES = replace(GAMES, name="series", most=20, sentence=_("The computers need a rest. Try again in a few minutes."))
# Of each a machine of matchboxes learns up to 100 games, a third of a second of work; for newcomers each game counts.
TEACHING = Limit(
    "teaching", 120, 10 * MINUTES, _("It has learnt enough for now. Try again in a few minutes."), newcomers=30_000
)
DOODLES = Limit("doodles", 4, 10, _("That was a lot to show at once. Wait a moment, then show the next one."))
JOINING = Limit("joining", 60, 10 * MINUTES, _("You have joined very many games. Take a little break, then try again."))
NAMING = Limit("naming", 30, 10 * MINUTES, _("You have changed your name very often. Try again in a few minutes."))
WAITING = Limit(
    "waiting", 20, 0, _("Many of your games are waiting for a friend already. Cancel one of them, then make a new one.")
)
# Of newcomers the pages of a tournament of 500, each opening one every five seconds; beyond that they poll.
OPENING = Limit("opening", 240, MINUTES, _("You have opened very many pages. Close some of them."), newcomers=6_000)
OPEN = Limit("open", 40, 0, OPENING.sentence)
# Sockets of visitors without a Player, by address, in one process: spectators, readers of invites and big screens.
ANONYMOUS = Limit("anonymous", 300, 0, OPENING.sentence)
# Robots worked out for pages that anybody may open: a hundredth of a second each. A class of 60 of which each changes a
# rule every six seconds needs a quarter of them.
ROBOTS = Limit(
    "robots", 2_400, MINUTES, _("Very many robots are being worked out where you are. Try again in a minute.")
)
# Pages of leagues: half a second of work while one is worked out, which takes one to eight of those, and a tenth or two
# once it is. A process works on one league at a time, whoever asks.
LEAGUES = Limit(
    "leagues", 600, MINUTES, _("Very many leagues are being worked out where you are. Try again in a minute.")
)
MOST_IN_LEAGUE = 40  # robots; the computer players come on top
# Moves of games opened from a file: every page about one works out the whole game, a quarter of a millisecond a move. A
# class of 60 needs a third of them, if each takes a step every three seconds.
LOOKING = Limit(
    "looking", 30_000, MINUTES, _("Very many games are being looked at where you are. Try again in a minute.")
)
TAKING = Limit("taking", 20, 10 * MINUTES, _("You have taken your games along very often. Try again in a few minutes."))
SIGNING_IN = Limit(
    "signing-in", 30, 10 * MINUTES, _("Too many have tried to sign in from where you are. Try again in a few minutes.")
)
TOURNAMENTS = Limit(
    "tournaments", 60, 10 * MINUTES, _("Very many tournaments were made where you are. Try again in a few minutes.")
)
TOURNAMENTS_OF_A_DAY = Limit(
    "tournaments-of-a-day", 500, DAY, _("Very many tournaments were made where you are today. Try again tomorrow.")
)
ENTERING = Limit(
    "entering", 60, 10 * MINUTES, _("You have joined very many tournaments. Take a little break, then try again.")
)
# By address, and only codes that open no tournament. Of 887 million, or 113 million that do not look alike, one would
# try for years. Beyond it a right guess is refused like a wrong one; but who takes part goes on, and so does everybody
# at an address where the code was known before: see `take_guess`.
CODES = Limit(
    "codes", 300, 10 * MINUTES, _("Very many wrong codes have come from where you are. Try again in a few minutes.")
)
MOST_ENTRANTS = 1_000  # of a tournament

FRAMES = Limit("frames", 20, 4, _("That was too fast. Wait a moment, then try again."))  # 20 at once, then 5 a second
FORMS = Limit("forms", 300, MINUTES, FRAMES.sentence)  # forms of a player whose page has no socket
FLOOD = 80  # frames above the limit, after which the socket is closed
FLOODED = metrics.LIMITS.labels("flood")
LONGEST = 8 * 1024  # bytes of a message, in however many frames; ours have under 100
# The close code of a socket that may come back; not the registered 1013, since Daphne takes 1000 or 3000 and above.
TRY_AGAIN = 4503

AWAY = 5.0  # seconds for which a cache that has not answered is not asked again
# Seconds for which a socket counts as open unless its process renews them; after a kill -9 it does not.
LEASE = 60
RENEWED_EVERY = LEASE / 3

T = TypeVar("T")

_away_until = 0.0
# Sockets ask the cache one after the other on a thread of its own. It keeps its connection, and a slow cache holds up
# nothing else.
_asking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="limits")
_places: set[str] = set()  # those of the open sockets of this process
_anonymous = Counter[str]()  # open sockets of this process without a Player, by address


class TooMany(Exception):
    """A limit is exceeded; `seconds` is how long to wait, 0 if that does not help. `str()` tells the user so."""

    def __init__(self, limit: Limit, seconds: int = 0) -> None:
        super().__init__(limit.name)
        metrics.LIMITS.labels(limit.name).inc()
        self.limit = limit
        self.seconds = seconds

    def __str__(self) -> str:
        return str(self.limit.sentence)


class Flood(TooMany):
    """The limit is still exceeded after many refusals, so the socket must be closed. Our own servers count every frame
    and close it earlier; this is for other servers."""


def take(limit: Limit, who: int | str | None, *, many: int = 1) -> None:
    """Counts `many` more of a Player, by their number, or of an address; counts nothing if neither is known.

    Raises TooMany. Asks the cache, so it does not belong into a transaction.
    """
    if not settings.LIMITS or not who:
        return
    now = time.time()
    window = int(now // limit.seconds)
    if _count(f"limit:{limit.name}:{who}:{window}", limit.seconds, many) > limit.most:
        raise TooMany(limit, math.ceil((window + 1) * limit.seconds - now))


def take_guess(code: str, address: str, *, right: bool, closed: bool = False) -> bool:
    """Counts a wrong code of a tournament from an address. Raises TooMany after very many of them, for a right one too;
    but not for one that is known at this address, so that one person who guesses shuts nobody out of the tournament
    that is played around them. The code of a `closed` tournament is wrong wherever it is not known. Returns whether the
    code is right."""
    right = right and not (closed and not _is_known(code, address))
    try:
        take(CODES, address, many=0 if right else 1)
    except TooMany:
        if not (right and _ask(lambda: cache.get(_known(code, address)))):
            raise
    else:
        if right:
            know(code, address)
    return right


def know(code: str, address: str) -> None:
    """Notes for a DAY that the code of a tournament is known at an address."""
    if settings.LIMITS and address:
        _ask(lambda: cache.set(_known(code, address), 1, DAY))


def _is_known(code: str, address: str) -> bool:
    """Whether the code of a tournament is known at an address; also where there are no limits, or the cache does not
    answer."""
    return not settings.LIMITS or _ask(lambda: cache.get(_known(code, address), 0)) != 0


def _known(code: str, address: str) -> str:
    return f"{CODES.name}:{address}:{code}"


async def take_guess_apart(code: str, address: str, *, right: bool, closed: bool = False) -> bool:
    """The same as `take_guess` for an event loop, which it does not hold up."""
    ask = partial(take_guess, code, address, right=right, closed=closed)
    return await asyncio.get_running_loop().run_in_executor(_asking, ask)


def take_start(limit: Limit, who: int | None, *, address: str = "", newcomer: bool = False, many: int = 1) -> None:
    """Counts something that a player starts, and `many` for their address; of games also the size. Raises TooMany."""
    take(limit, who)
    if limit.newcomers and newcomer:
        together = replace(limit, name=f"{limit.name}-newcomers", most=limit.newcomers, sentence=GUESTS.sentence)
        take(together, address, many=many)
    if limit.everybody:
        together = replace(limit, name=f"{limit.name}-everybody", most=limit.everybody, sentence=STORED.sentence)
        take(together, address, many=many)
        take(STORED, address, many=many * SIZE_OF_GAME)


def take_guest(address: str, *, entering: str = "") -> None:
    """Counts a new guest of an address, or of the tournament there that they join by its code. Raises TooMany."""
    take(ENTRANTS if entering else GUESTS, address and f"{entering}{address}")
    take(STORED, address, many=SIZE_OF_GUEST)


def count_moves(address: str, many: int) -> None:
    """Counts the size of moves. Beyond the limit none is refused, but nothing can be started."""
    with suppress(TooMany):
        take(STORED, address, many=many * SIZE_OF_MOVE)


def check(limit: Limit, count: int) -> None:
    """Raises TooMany if `count` has reached the limit."""
    if settings.LIMITS and count >= limit.most:
        raise TooMany(limit)


def take_place(player: int) -> str | None:
    """Counts one more open socket of a Player for a LEASE and returns its place, None if the cache does not answer.

    Raises TooMany.
    """
    if not settings.LIMITS:
        return None
    places = [f"{OPEN.name}:{player}:{number}" for number in range(OPEN.most)]
    # The first process to add a key has the place. The keys taken here are left out, in case the cache has lost them.
    place = _ask(lambda: next((place for place in places if place not in _places and cache.add(place, 1, LEASE)), ""))
    if place == "":
        raise TooMany(OPEN)
    return place


def _count(key: str, seconds: int, many: int) -> int:
    """Counts `many` more under the key and returns how many there are; 0 if the cache does not answer."""

    def count() -> int:
        cache.add(key, 0, seconds)
        return cache.incr(key, many)

    return _ask(count) or 0


def _ask(question: Callable[[], T]) -> T | None:
    """Returns what the cache answers; None if it does not."""
    global _away_until
    if time.monotonic() < _away_until:
        return None
    try:
        return question()
    except Exception as failed:  # each cache has its own
        _away_until = time.monotonic() + AWAY
        logger.warning("no limits for %d s: the cache does not answer (%s: %s)", AWAY, type(failed).__name__, failed)
        return None


@Background
async def _keep() -> None:
    """Renews the places of the sockets that are open here, as long as there are any."""
    while _places:
        await asyncio.sleep(RENEWED_EVERY)
        await asyncio.get_running_loop().run_in_executor(_asking, _renew, list(_places))


def _renew(places: list[str]) -> None:
    _ask(lambda: cache.set_many(dict.fromkeys(places, 1), LEASE))


def _give_back(place: str) -> None:
    _ask(lambda: cache.delete(place))


def _open(player: int | None, address: str, newcomer: bool) -> str | None:
    take_start(OPENING, player, address=address, newcomer=newcomer)
    return take_place(player) if player else None


class Pace:
    """How fast frames come through one socket: `FRAMES.most` at once, which come back over `FRAMES.seconds`."""

    def __init__(self) -> None:
        self.flooded = False  # whether refusing has not helped, so that the socket must be closed
        self._left = float(FRAMES.most)
        self._at = time.monotonic()

    def count(self) -> bool:
        """Counts one frame, also a refused one, and returns whether it is within the limit."""
        now = time.monotonic()
        self._left = min(FRAMES.most, self._left + (now - self._at) * FRAMES.most / FRAMES.seconds) - 1
        self._at = now
        flooded = settings.LIMITS and self._left < -FLOOD
        if flooded and not self.flooded:
            FLOODED.inc()
        self.flooded = flooded
        return self._left >= 0 or not settings.LIMITS


class Allowance(Pace):
    """How much one socket may send, and its place among the open sockets of its player."""

    def __init__(self) -> None:
        super().__init__()
        self._place: str | None = None
        self._counted_for = ""  # the address that an open socket without a Player counts for
        self._address = ""
        self._moves = 0

    def spend(self) -> None:
        """Counts one message. Raises TooMany, or Flood if many refusals have not helped."""
        if not self.count():
            raise Flood(FRAMES) if self.flooded else TooMany(FRAMES)

    def count_move(self) -> None:
        """Counts a move that this socket has stored, without waiting."""
        if self._moves % MOVES_AT_ONCE == 0:
            asyncio.get_running_loop().run_in_executor(_asking, count_moves, self._address, MOVES_AT_ONCE)
        self._moves += 1

    async def open(self, player: int | None, *, address: str, newcomer: bool) -> None:
        """Counts this socket as one of the player's until `close`, and that of a newcomer, or of nobody known, towards
        those from their address. Raises TooMany."""
        if player is None and address:
            check(ANONYMOUS, _anonymous[address])
            self._counted_for = address
            _anonymous[address] += 1
        self._address = address
        self._place = await asyncio.get_running_loop().run_in_executor(_asking, _open, player, address, newcomer)
        if self._place:
            _places.add(self._place)
            _keep.start()

    def close(self) -> None:
        """Gives the place back. Never waits, so it may be called as a socket ends."""
        if self._counted_for:
            _anonymous[self._counted_for] -= 1
            if not _anonymous[self._counted_for]:
                del _anonymous[self._counted_for]
            self._counted_for = ""
        if self._place:
            _places.discard(self._place)
            asyncio.get_running_loop().run_in_executor(_asking, _give_back, self._place)
            self._place = None
