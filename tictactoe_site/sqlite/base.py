"""Django's backend for SQLite, with transactions of one process taking turns.

Who finds the database locked asks SQLite again every tenth of a second, while others come and go: with one person
storing much, a move may find it locked for two seconds and be refused. A turn goes to a waiting thread as soon as the
one before ends. SQLite's own lock holds between processes, and for what is written outside transactions.
"""

from collections import defaultdict
from threading import Lock

from django.db import OperationalError
from django.db.backends.sqlite3 import base

_turns: defaultdict[str, Lock] = defaultdict(Lock)  # of each file


class DatabaseWrapper(base.DatabaseWrapper):
    _turn: "Lock | None" = None  # held in a transaction

    def set_autocommit(self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False) -> None:
        """Begins a transaction if forced to, as `atomic` does. Raises OperationalError, as SQLite does, if it takes
        longer than `timeout` until others are done."""
        begins = force_begin_transaction_with_broken_autocommit and not autocommit
        if begins:
            turn = _turns[str(self.settings_dict["NAME"])]
            if not turn.acquire(timeout=self.settings_dict["OPTIONS"]["timeout"]):
                raise OperationalError("database is locked")
            self._turn = turn
        try:
            super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)
        except BaseException:
            if begins:
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
