"""Counts the open pages of this process, writes down the first and the last of each player, and renews its lease.

A write that fails is tried again with the next renewal. If the database forgets the process, all are written again.
A page that polls counts for POLLED; a page without a script never counts as gone.
"""

import asyncio
import logging
import threading
from collections import Counter
from datetime import datetime, timedelta

from django.utils import timezone

from games.play import services
from games.play.selectors.presence import RENEWED_EVERY
from games.site.background import Background
from games.site.threads import writing

logger = logging.getLogger(__name__)

# Seconds between the close of the last tab and "away": a page that is only loaded again never shows it.
GRACE = 2.0
# How long a page without a socket is here after it asked: browsers let a hidden one ask once a minute.
POLLED = timedelta(seconds=75)
MAX_BATCH = 50  # pages written down at once: after a restart all come at once, and moves wait for the same thread

Key = tuple[str, int | None]  # the code of a game and a player; None for all who only watch

_tabs: Counter[Key] = Counter()
_unwritten: set[Key] = set()
_polled: dict[Key, float] = {}  # pages without a socket, and until when nothing needs to be written of them
_process: int | None = None
_process_lock = threading.Lock()


async def arrive(key: Key) -> None:
    """Count one page more, and write it down soon, with all others that come meanwhile."""
    _tabs[key] += 1
    if key[1] is None or _tabs[key] == 1:
        _unwritten.add(key)
        _write.start()
    _keep.start()


def leave(key: Key) -> None:
    """Count one page less, and write it down a moment later, in case the page is only loaded again.

    Never waits, so it may be called as a socket ends.
    """
    _tabs[key] -= 1
    if _tabs[key] <= 0:
        del _tabs[key]
        _polled.pop(key, None)  # the socket replaces it; a page that goes on polling says so again
    if key[1] is None or key not in _tabs:
        asyncio.get_running_loop().call_later(GRACE, _note_leaving, key)


def poll(code: str, player: int) -> None:
    """Note that a page without a socket has asked for the state, so its player is here for a while. Writes seldom."""
    key, now = (code, player), timezone.now()
    if key in _tabs or _polls(key, now):  # a socket tells better
        return
    for old in [old for old, until in list(_polled.items()) if until < now.timestamp()]:
        _polled.pop(old, None)
    _polled[key] = (now + POLLED / 2).timestamp()  # before it is written: a leave that comes between takes it back
    try:
        services.record_attendance(process=_own_process(), arrived=[key], until=now + POLLED)
    except Exception:
        _polled.pop(key, None)
        logger.exception("could not write down who is here", extra={"game": code, "player": player})
    if key in _tabs:  # a socket has come meanwhile, and may have been overwritten
        _unwritten.add(key)


def _polls(key: Key, now: datetime) -> bool:
    """Whether a page without a socket has asked not long ago."""
    return _polled.get(key, 0) > now.timestamp()


def act(code: str, player: int) -> None:
    """Forget the visits of a player who sends a form without a socket, since nothing will tell when they go."""
    try:
        if (code, player) not in _tabs:
            services.forget_visits(code=code, player=player)
    except Exception:
        logger.exception("could not write down who is here", extra={"game": code, "player": player})


def _note_leaving(key: Key) -> None:
    if key[1] is None or not (key in _tabs or _polls(key, timezone.now())):
        _unwritten.add(key)
        _write.start()


@Background
async def _keep() -> None:
    """Renew the lease while a page is open or something is unwritten."""
    while _tabs or _unwritten:
        await asyncio.sleep(RENEWED_EVERY.total_seconds())
        try:
            await writing(_own_process)()
        except Exception:
            logger.exception("could not renew the lease of this process")
        else:
            _write.start()


@Background
async def _write() -> None:
    """Write down what has changed. A failure is logged: playing goes on, and the next renewal tries again."""
    while _unwritten:
        # A thread may add to them meanwhile.
        keys = {key: _tabs[key] for key in [_unwritten.pop() for _ in range(min(MAX_BATCH, len(_unwritten)))]}
        try:
            await writing(_write_all)(keys)
        except Exception:
            _unwritten.update(keys)
            logger.exception("could not write down who is here")
            return


def _write_all(keys: dict[Key, int]) -> None:
    left = [(code, player) for (code, player), tabs in keys.items() if player is not None and not tabs]
    services.record_attendance(
        process=_own_process(),
        arrived=[(code, player) for (code, player), tabs in keys.items() if player is not None and tabs],
        left=left,
        watchers={code: tabs for (code, player), tabs in keys.items() if player is None},
    )
    for key in left:  # one that has begun to poll meanwhile may have been overwritten: it says so again
        _polled.pop(key, None)


def _own_process() -> int:
    """Renew the lease of this process and return its number, a new one if the database has forgotten it.

    May be called from any thread. The lock is held for one short transaction, which comes once.
    """
    global _process
    known = _process
    if known is None or not services.renew_process(process=known):
        with _process_lock:
            if _process == known:  # otherwise another thread has noted it meanwhile
                _process = services.open_process()
                _unwritten.update(_tabs)
    assert _process is not None
    return _process
