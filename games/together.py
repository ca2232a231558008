"""Commits changes that wait together in one transaction, with one trip to the database's thread.

A commit costs a write to the disk that is waited for, however little it holds. While one is under way, changes of other
games queue up here and share the next. Each runs in a savepoint of its own: one that fails leaves the others be.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from channels.db import database_sync_to_async
from django.db import transaction

MOST = 64  # changes in one transaction: the last one waits for all


@dataclass
class _Change:
    """A change that waits: what orders it, what it does, and who is told."""

    code: str
    do: Callable[[], Any]
    done: asyncio.Future[Any]


_waiting: list[_Change] = []
_committing: asyncio.Task[None] | None = None


async def commit(code: str, do: Callable[[], Any]) -> Any:
    """What `do` returns, once it is stored; it changes the game of this code. Raises what it raises."""
    global _committing
    loop = asyncio.get_running_loop()
    change = _Change(code, do, loop.create_future())
    _waiting.append(change)
    if _committing is None or _committing.done() or _committing.get_loop() is not loop:
        _committing = loop.create_task(_commit_all())
    return await change.done


async def _commit_all() -> None:
    while _waiting:
        # The games in one order everywhere: two processes then never wait for each other's rows in a circle.
        batch = sorted(_waiting[:MOST], key=lambda change: change.code)
        del _waiting[:MOST]
        try:
            results = await database_sync_to_async(_run)([change.do for change in batch])
        except Exception as failed:
            results = [failed] * len(batch)
        for change, result in zip(batch, results, strict=True):
            if change.done.done():  # whoever asked has gone
                continue
            if isinstance(result, Exception):
                change.done.set_exception(result)
            else:
                change.done.set_result(result)


def _run(changes: list[Callable[[], Any]]) -> list[Any]:
    """What each change returned or raised, once all that did not raise are committed."""
    if len(changes) == 1:
        return [_attempt(changes[0])]
    with transaction.atomic():
        return [_attempt(do) for do in changes]


def _attempt(do: Callable[[], Any]) -> Any:
    try:
        with transaction.atomic():
            return do()
    except Exception as raised:
        return raised
