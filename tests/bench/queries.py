"""Counts the queries of running servers. Each process counts in its own file, in a folder of its DATA_DIR."""

import mmap
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db.backends.signals import connection_created

COUNTED = "queries"  # the folder
SIZE = 8  # bytes of a number


def counted(folder: Path) -> int:
    """Return the number of queries of all processes."""
    return sum(int.from_bytes(file.read_bytes(), "little") for file in folder.iterdir())


class Counting(AppConfig):
    name = "tests.bench"
    label = "counting"

    def ready(self) -> None:
        connection_created.connect(self.count, weak=False)
        self.lock = threading.Lock()
        folder = Path(settings.DATA_DIR) / COUNTED
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / str(os.getpid())).open("w+b") as file:
            file.write(bytes(SIZE))
            file.flush()
            self.number = mmap.mmap(file.fileno(), SIZE)

    def count(self, *, connection: Any, **_: object) -> None:
        """Count the queries of a connection that was opened."""
        if self.one_more not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.one_more)

    def one_more(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        with self.lock:
            self.number[:] = (int.from_bytes(self.number[:], "little") + 1).to_bytes(SIZE, "little")
        return execute(*arguments)
