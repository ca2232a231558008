"""Django's backend for SQLite, with transactions of one process taking turns.

A process that finds the database locked retries every tenth of a second, while others come and go: with one person
storing much, a move found it locked for two seconds and was refused. A thread that waits for a turn is woken as soon as
the one before ends. Between processes, and for what is written outside transactions, SQLite's own lock holds as before.
"""

from collections import defaultdict
from pathlib import Path
from threading import Lock
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from tictactoe_site import lock

_turns: defaultdict[str, Lock] = defaultdict(Lock)  # of each file
_used: set[Path] = set()  # files that this process keeps from being replaced, until it ends


class DatabaseWrapper(base.DatabaseWrapper):
    _turn: "Lock | None" = None  # held in a transaction

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Raise OperationalError while `manage.py restore` replaces the database: an open connection would write its
        journal beside the new one."""
        path = Path(self.settings_dict["NAME"])
        if path not in _used:
            try:
                lock.use(path)
            except BlockingIOError:
                raise OperationalError("a restore is under way") from None
            except OSError:
                pass  # SQLite says why it can't open a file there
            else:
                _used.add(path)
        return super().get_new_connection(conn_params)

    def _start_transaction_under_autocommit(self) -> None:
        """Raise OperationalError, as SQLite does, if it takes longer than `timeout` until those of this process are
        done, or again as long until another process is."""
        turn = _turns[str(self.settings_dict["NAME"])]
        if not turn.acquire(timeout=self.settings_dict["OPTIONS"]["timeout"]):
            raise OperationalError("database is locked")
        self._turn = turn
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # which the stubs leave out
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
