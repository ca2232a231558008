"""Backups of a PostgreSQL database: what its own pg_dump writes, in the custom format."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import Conninfo
from psycopg.sql import SQL, Identifier, Literal

from games.backups.database import Contents, Database, Failed, Migration, moment
from tictactoe_site.lock import ADVISORY

LONGEST_NAME = 63  # characters of the name of a database


class PostgresqlDatabase(Database):
    title = "PostgreSQL"
    suffix = ".dump"
    begins = b"PGDMP"

    def __init__(self, address: str) -> None:
        self.address = address
        self.name = str(conninfo_to_dict(address)["dbname"])
        self._fresh = f"{self.name[:40]}_restoring"
        self._replaced = f"{self.name[: LONGEST_NAME - 25]}_replaced_"

    def save(self, file: Path) -> Contents:
        self._run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={file}")
        return self.read(file)

    def read(self, file: Path) -> Contents:
        command = [self._program("pg_restore"), "--data-only", "--file=-", str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as reading:
            assert reading.stdout and reading.stderr
            found = _contents(reading.stdout)
            said = reading.stderr.read()  # a few lines at most, so it does not wait for us to read them
        if reading.returncode:
            raise Failed(f"{file} is no whole backup of this site: {_first(said)}")
        if found is None:
            raise Failed(f"{file} is no backup of this site.")
        return found

    @contextmanager
    def in_use(self) -> Iterator[None]:
        with self._beside() as server:
            if server.execute("SELECT pg_try_advisory_lock_shared(%s)", [ADVISORY]).fetchone() != (True,):
                raise Failed("A restore is under way: try again when it is done.")
            yield

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        with self._beside() as server:
            if server.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY]).fetchone() != (True,):
                raise Failed("Another restore, a backup or a tidy is under way: try again when it is done.")
            self._check_unused(server)
            yield

    def _check_unused(self, server: "psycopg.Connection[Any]") -> None:
        """Raises Failed if anything is connected to the database. Each process of the site is, once it was asked."""
        connected = server.execute(
            "SELECT DISTINCT coalesce(host(client_addr), 'this machine') FROM pg_stat_activity"
            " WHERE datname = %s AND backend_type IS DISTINCT FROM 'autovacuum worker'",
            [self.name],
        ).fetchall()
        if connected:
            places = ", ".join(sorted(place for (place,) in connected))
            raise Failed(f"The database is in use, from {places}: stop the site first, and whatever else reads it.")

    @contextmanager
    def fresh(self, file: Path) -> Iterator[dict[str, Any]]:
        with self._beside() as server:
            self._drop_fresh(server)  # one that was cut short
            alike = server.execute(
                "SELECT datcollate, datctype FROM pg_database WHERE datname IN (%s, current_database())"
                " ORDER BY datname = %s DESC",
                [self.name, self.name],
            ).fetchone()
            assert alike
            try:
                server.execute(
                    SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE {} LC_CTYPE {}").format(
                        Identifier(self._fresh), *map(Literal, alike)
                    )
                )
            except psycopg.errors.InsufficientPrivilege:
                user = server.info.user
                raise Failed(f"The database user {user} may not make a database: ALTER ROLE {user} CREATEDB.") from None
            try:
                self._run(
                    *("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"),
                    *(f"--dbname={self._fresh}", str(file)),
                )
                yield {"NAME": self._fresh}
            finally:
                self._drop_fresh(server)

    def replace(self) -> str:
        aside = f"{self._replaced}{moment()}"
        rename = SQL("ALTER DATABASE {} RENAME TO {}")
        with self._beside() as server:
            there = server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [self.name]).fetchone()
            try:
                with server.transaction():
                    if there:
                        server.execute(rename.format(Identifier(self.name), Identifier(aside)))
                    server.execute(rename.format(Identifier(self._fresh), Identifier(self.name)))
            except psycopg.errors.ObjectInUse:
                self._check_unused(server)
                raise
        return f"database {aside}" if there else ""

    def replaced(self) -> list[str]:
        with self._beside() as server:
            found = server.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [self._replaced])
            return sorted(name for (name,) in found)

    def delete_replaced(self, name: str) -> None:
        with self._beside() as server:
            server.execute(SQL("DROP DATABASE IF EXISTS {}").format(Identifier(name)))

    @contextmanager
    def _beside(self) -> "Iterator[psycopg.Connection[Any]]":
        """A connection to the server that stands in nobody's way: to the database that is there for this."""
        try:
            with closing(
                psycopg.connect(self.address, dbname="postgres", autocommit=True, connect_timeout=5)
            ) as server:
                yield server
        except psycopg.Error as failed:
            raise Failed(f"PostgreSQL says: {_first(str(failed))}") from None

    def _drop_fresh(self, server: "psycopg.Connection[Any]") -> None:
        server.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(self._fresh)))

    def _run(self, name: str, *arguments: str) -> None:
        environment = os.environ | {  # and not on the command line, where everybody could read the password
            option.envvar.decode(): option.val.decode()
            for option in Conninfo.parse(self.address.encode())
            if option.val and option.envvar
        }
        done = subprocess.run(
            [self._program(name), *arguments], env=environment, check=False, capture_output=True, text=True
        )
        if done.returncode:
            raise Failed(_first(done.stderr))

    def _program(self, name: str) -> str:
        """The path of one of PostgreSQL's own programs, of the server's release where there are several, as Debian has
        them; otherwise the one in PATH, which refuses a server that is newer than itself."""
        with self._beside() as server:
            release = server.info.server_version // 10_000
        places = f"/usr/lib/postgresql/{release}/bin{os.pathsep}{os.environ.get('PATH', '')}"
        if found := shutil.which(name, path=places):
            return found
        raise Failed(f"{name} is not installed: get the client programs of PostgreSQL {release}.")


def _contents(script: Iterable[str]) -> Contents | None:
    """What the data of a backup holds, read line by line as the script that would put it back. None if it is of another
    site."""
    games, migrations = None, set[Migration]()
    table, columns = "", list[str]()
    for line in script:
        if table:
            if line == "\\.\n":
                table = ""
            elif table == "games_game":
                games = (games or 0) + 1
            elif table == "django_migrations":
                row = dict(zip(columns, line.rstrip("\n").split("\t"), strict=True))
                migrations.add((row["app"], row["name"]))
        elif line.startswith("COPY "):
            _copy, named, rest = line.split(" ", 2)
            table = named.rpartition(".")[2]
            columns = rest[1 : rest.index(")")].split(", ")
            if table == "games_game":
                games = 0
    return None if games is None else Contents(games, frozenset(migrations))


def _first(said: str) -> str:
    """The first line of what a program of PostgreSQL has said, which has its reason."""
    return (said.strip().splitlines() or ["it ended without a word"])[0]
