"""Django's SQLite backend, with the transactions of a process serialized by a lock.

SQLite retries a locked database every tenth of a second, and meanwhile others may lock it again: during a long series
of writes, a move found the database locked for two seconds and was refused. Here a waiting thread wakes as soon as the
lock is released. SQLite's own lock still works between processes, and for writes outside transactions.
"""

from collections import defaultdict
from pathlib import Path
from threading import Lock
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from games.site.words.names import sort_key
from tictactoe_site import lock

_turns: defaultdict[str, Lock] = defaultdict(Lock)  # by path
_used: set[Path] = set()  # databases that this process has locked against replacement


class DatabaseWrapper(base.DatabaseWrapper):
    _turn: "Lock | None" = None  # held in a transaction

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect. Raises OperationalError while `manage.py restore` replaces the database, because a connection would
        write its journal beside the new database."""
        path = Path(self.settings_dict["NAME"])
        if path not in _used:
            try:
                lock.use(path)
            except BlockingIOError:
                raise OperationalError("a restore is in progress") from None
            except OSError:
                pass  # let SQLite report why it can't open the file
            else:
                _used.add(path)
        connection = super().get_new_connection(conn_params)
        connection.create_function("FOLDED", 1, _folded, deterministic=True)  # for games/site/read_only.py
        return connection

    def _start_transaction_under_autocommit(self) -> None:
        """Wait up to `timeout` for this process's other transactions, then as long for other processes."""
        turn = _turns[str(self.settings_dict["NAME"])]
        if not turn.acquire(timeout=self.settings_dict["OPTIONS"]["timeout"]):
            raise OperationalError("database is locked")
        self._turn = turn
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # missing in the stubs
        except BaseException:
            self._end_turn()
            raise

    def commit(self) -> None:
        try:
            super().commit()
        finally:
            self._end_turn()

    def rollback(self) -> None:
        try:
            super().rollback()
        finally:
            self._end_turn()

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn:
            turn.release()


def _folded(text: str | None) -> str | None:
    return None if text is None else sort_key(text)
