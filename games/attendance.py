"""Which open pages this process knows: it counts tabs, writes down the first and the last, and renews its lease.

A write that fails is tried again with the next renewal, and all are repeated should the database forget the process.
"""

import asyncio
import logging
import threading
from collections import Counter
from datetime import timedelta

from django.utils import timezone

from games import services
from games.database import writing
from games.presence import RENEWED_EVERY

logger = logging.getLogger(__name__)

# Seconds between the close of the last tab and "away": a page that is only loaded again never shows it.
GRACE = 2.0
# How long a page without a socket is here after it asked: browsers let a hidden one ask once a minute.
POLLED = timedelta(seconds=75)

Key = tuple[str, int | None]  # the code of a game and a player; None for all who only watch

_tabs: Counter[Key] = Counter()
_unwritten: set[Key] = set()
_polled: dict[Key, float] = {}
_process: int | None = None
_process_lock = threading.Lock()
_keeping: asyncio.Task[None] | None = None
_writing: asyncio.Task[None] | None = None


async def arrive(key: Key) -> None:
    """One page more. It is written down soon, with all others that come meanwhile."""
    global _keeping
    _tabs[key] += 1
    if key[1] is None or _tabs[key] == 1:
        _unwritten.add(key)
        _start_writing()
    if _keeping is None or _keeping.done() or _keeping.get_loop() is not asyncio.get_running_loop():
        _keeping = asyncio.create_task(_keep())


def leave(key: Key) -> None:
    """One page less; noted a moment later, should it be only loaded again. Never waits, so it may end a socket."""
    _tabs[key] -= 1
    if _tabs[key] <= 0:
        del _tabs[key]
    if key[1] is None or key not in _tabs:
        asyncio.get_running_loop().call_later(GRACE, _note_leaving, key)


def poll(code: str, player: int) -> None:
    """A page without a socket has asked for the state: its player is here for a while. Writes now and then only."""
    key, now = (code, player), timezone.now()
    if _polled.get(key, 0) > now.timestamp():
        return
    try:
        with _process_lock:
            if key in _tabs:  # a socket tells better, and its write waits for the lock
                return
            services.attend(process=_own_process(), came=[(code, player)], until=now + POLLED)
            for old in [old for old, until in _polled.items() if until < now.timestamp()]:
                del _polled[old]
            _polled[key] = (now + POLLED / 2).timestamp()
    except Exception:
        logger.exception("could not write down who is here", extra={"game": code, "player": player})


def act(code: str, player: int) -> None:
    """A player has sent a form: without a socket, nothing tells when they go."""
    try:
        if (code, player) not in _tabs:
            services.forget_visits(code=code, player=player)
    except Exception:
        logger.exception("could not write down who is here", extra={"game": code, "player": player})


def _note_leaving(key: Key) -> None:
    if key[1] is None or key not in _tabs:
        _unwritten.add(key)
        _start_writing()


def _start_writing() -> None:
    """One at a time: whoever comes or goes while another write is under way is written down with the next."""
    global _writing
    if _writing is None or _writing.done() or _writing.get_loop() is not asyncio.get_running_loop():
        _writing = asyncio.create_task(_write())


async def _keep() -> None:
    """Renews the lease for as long as a page is open or something is unwritten."""
    while _tabs or _unwritten:
        await asyncio.sleep(RENEWED_EVERY.total_seconds())
        try:
            await writing(_renew)()
        except Exception:
            logger.exception("could not renew the lease of this process")
        else:
            _start_writing()


async def _write() -> None:
    """Writes down what has changed. Fails in the log only: playing goes on, and the next renewal tries again."""
    while _unwritten:
        keys = {_unwritten.pop() for _ in range(len(_unwritten))}  # a thread may add to it meanwhile
        keys = {key: _tabs[key] for key in keys}
        try:
            await writing(_write_all)(keys)
        except Exception:
            _unwritten.update(keys)
            logger.exception("could not write down who is here")
            return


def _write_all(keys: dict[Key, int]) -> None:
    with _process_lock:
        services.attend(
            process=_own_process(),
            came=[(code, player) for (code, player), tabs in keys.items() if player is not None and tabs],
            left=[(code, player) for (code, player), tabs in keys.items() if player is not None and not tabs],
            watchers={code: tabs for (code, player), tabs in keys.items() if player is None},
        )


def _renew() -> None:
    with _process_lock:
        _own_process()


def _own_process() -> int:
    """The number of this process, its lease renewed. One the database has forgotten is noted anew with all it knew."""
    global _process
    if _process is None or not services.renew_process(process=_process):
        _process = services.open_process()
        _unwritten.update(_tabs)
    return _process
