"""What a backup holds, and what each kind of database can do with one."""

import os
from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

Migration = tuple[str, str]  # of an app, by its name


class Failed(Exception):
    """A backup can't be made or put back; `str()` says why in one sentence."""


@dataclass(frozen=True)
class Contents:
    """What was found in a backup when it was read to its end."""

    games: int
    migrations: frozenset[Migration]


class Database(ABC):
    """The database of this site, whether or not it is there and whole. All that it does raises Failed."""

    title: str
    suffix: str  # of the name of a backup
    begins: bytes  # every backup

    @abstractmethod
    def save(self, file: Path) -> Contents:
        """Writes the database as it stands at one moment to a file that is there and empty, and reads it again. Games
        go on meanwhile."""

    @abstractmethod
    def read(self, file: Path) -> Contents:
        """Reads a backup of this kind to its end."""

    @abstractmethod
    def in_use(self) -> AbstractContextManager[None]:
        """Hold off a restore. Raises Failed if one is under way."""

    @abstractmethod
    def at_rest(self) -> AbstractContextManager[None]:
        """Hold the database for a restore. Raises Failed, or ends the process with a sentence, while the site, another
        restore, or a command uses it."""

    @abstractmethod
    def fresh(self, file: Path) -> AbstractContextManager[dict[str, Any]]:
        """A database beside this one that holds the backup, as Django's settings for it differ from those for this one.
        It is removed in the end, unless it has replaced this one."""

    @abstractmethod
    def replace(self) -> str:
        """Puts the fresh database in place of this one, in one step. Returns where this one is now; "" if there was
        none."""

    @abstractmethod
    def replaced(self) -> list[str]:
        """The names of the databases that restores have put aside."""

    @abstractmethod
    def delete_replaced(self, name: str) -> None:
        """Delete one of them."""


def moment() -> str:
    """Now, for a name."""
    return f"{datetime.now(UTC):%Y%m%d_%H%M%S}"


def written(path: Path) -> None:
    """Waits until a file, or the names in a folder, are on the disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
