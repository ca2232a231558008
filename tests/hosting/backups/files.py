"""A site's database with a few games, created and read without Django."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

NOW = "2026-11-22 12:00:00"
INVITE = (
    "INSERT INTO games_game (code, status, version, start, record, winner, ended, created_at, changed_at, turned_at,"
    " board_version, x_wins, o_wins, draws, offered_by, put_away, hints, helped, thrown_away)"
    " VALUES (?, 'waiting', 0, '_________', '', '', '', ?, ?, ?, 0, 0, 0, 0, '', false, false, false, false)"
)


def invite(database: Path, code: str) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as games:
        games.execute(INVITE, (code, *[NOW] * 3))


def codes(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as games:
        return [code for (code,) in games.execute("SELECT code FROM games_game ORDER BY code")]


def site_in(folder: Path, prepared: Path, *games: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "db.sqlite3"
    path.write_bytes((prepared / "db.sqlite3").read_bytes())
    for code in games:
        invite(path, code)
    return path


@contextmanager
def file_size_limited_to(count: int) -> Iterator[None]:
    """Let this process write no file of more than this many bytes."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (count, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
