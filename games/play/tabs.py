"""Count this process's open pages, record when a player's first one opens and last one closes, and renew the lease.
Failed writes are retried at the next renewal. A page without a script never counts as absent."""

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

# Seconds between the close of the last tab and "away", so that a reload is not shown.
GRACE = 2.0
# The time for which a polling page counts as present. Browsers let hidden pages poll once a minute.
POLL_LASTS = timedelta(seconds=75)
MAX_BATCH = 50  # pages per transaction: after a restart everyone reconnects together, and moves share the thread

Key = tuple[str, int | None]  # the code of a game and a player; None for all its spectators

_tabs: Counter[Key] = Counter()
_unwritten: set[Key] = set()
_polled: dict[Key, float] = {}  # polling pages, with the time until which no write is needed
_process: int | None = None
_process_lock = threading.Lock()


async def arrive(key: Key) -> None:
    """Count a page that opened, and record it soon, batched with others."""
    _tabs[key] += 1
    if key[1] is None or _tabs[key] == 1:
        _unwritten.add(key)
        _write.start()
    _renew_lease.start()


def leave(key: Key) -> None:
    """Count a page that closed, and record that after GRACE, in case the page only reloads. Does not block."""
    _tabs[key] -= 1
    if _tabs[key] <= 0:
        del _tabs[key]
        _polled.pop(key, None)  # a page that goes on polling is recorded again
    if key[1] is None or key not in _tabs:
        asyncio.get_running_loop().call_later(GRACE, _record_leaving, key)


def poll(code: str, player: int) -> None:
    """Record a poll of a page without a socket, so that its player counts as present for a while. Writes rarely."""
    key, now = (code, player), timezone.now()
    if key in _tabs or _has_polled(key, now):  # a socket is more accurate
        return
    for old in [old for old, until in list(_polled.items()) if until < now.timestamp()]:
        _polled.pop(old, None)
    _polled[key] = (now + POLL_LASTS / 2).timestamp()  # before writing, so that a concurrent `leave` can undo it
    try:
        services.record_attendance(process=_own_process(), arrived=[key], until=now + POLL_LASTS)
    except Exception:
        _polled.pop(key, None)
        logger.exception("could not record presence", extra={"game": code, "player": player})
    if key in _tabs:  # a socket has opened meanwhile, and its row may have been overwritten
        _unwritten.add(key)


def _has_polled(key: Key, now: datetime) -> bool:
    """Return whether a page without a socket has polled recently."""
    return _polled.get(key, 0) > now.timestamp()


def record_action(code: str, player: int) -> None:
    """Record that a player has acted. Without a socket nothing else would show that they have returned."""
    try:
        if (code, player) not in _tabs:
            services.forget_visits(code=code, player=player)
    except Exception:
        logger.exception("could not record presence", extra={"game": code, "player": player})


def _record_leaving(key: Key) -> None:
    if key[1] is None or not (key in _tabs or _has_polled(key, timezone.now())):
        _unwritten.add(key)
        _write.start()


@Background
async def _renew_lease() -> None:
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
    """Store the changes. A failed write is logged, and retried at the next renewal."""
    while _unwritten:
        # Other threads add keys concurrently.
        keys = {key: _tabs[key] for key in [_unwritten.pop() for _ in range(min(MAX_BATCH, len(_unwritten)))]}
        try:
            await writing(_write_all)(keys)
        except Exception:
            _unwritten.update(keys)
            logger.exception("could not record presence")
            return


def _write_all(keys: dict[Key, int]) -> None:
    left = [(code, player) for (code, player), tabs in keys.items() if player is not None and not tabs]
    services.record_attendance(
        process=_own_process(),
        arrived=[(code, player) for (code, player), tabs in keys.items() if player is not None and tabs],
        left=left,
        watchers={code: tabs for (code, player), tabs in keys.items() if player is None},
    )
    for key in left:  # the write may have replaced the row of a page that began to poll meanwhile and must write again
        _polled.pop(key, None)


def _own_process() -> int:
    """Renew the lease of this process and return its id, a new one if its row has been deleted. Thread-safe: holds the
    lock only to register the process, in one short transaction."""
    global _process
    known = _process
    if known is None or not services.renew_process(process=known):
        with _process_lock:
            if _process == known:  # else another thread has registered it meanwhile
                _process = services.open_process()
                _unwritten.update(_tabs)
    assert _process is not None
    return _process
