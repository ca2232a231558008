"""Connections to PostgreSQL that do not wait for ever for a server that has stopped answering, and of several servers
go to the one that is the primary now."""

import socket
import time
from typing import Any, ClassVar, Self

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

Server = tuple[str, str]  # host and port
ACTIVE = TransactionStatus.ACTIVE  # asked, and not answered
PATIENCE = 5.0  # seconds, longer than the server's own limits for statements and locks, which hold while it answers
REACHED = 1.0  # seconds within which one of several servers must be reached
SET_ASIDE = 10.0  # seconds for which one that was not is asked after all others
# It grows with each promotion of a standby. A standby refuses to tell.
TIMELINE = "SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"


class ImpatientConnection(psycopg.Connection[Any]):
    """A connection that is given up if its server, frozen or cut off, does not answer in time.

    Where the address names several servers, it leads to the one promoted last of those that answer. A server that was
    the primary before may answer too and know nothing of that: who has been at the new one never goes back.
    """

    newest: ClassVar = 0  # the newest timeline that this process has seen
    set_aside: ClassVar[dict[Server, float]] = {}  # servers that could not be reached, and until when
    timeline: int | None = None  # of its server, where there are several

    @classmethod
    def connect(cls, conninfo: str = "", **options: Any) -> Self:
        asked = {name: options[name] for name in ("host", "port") if name in options}
        servers = servers_of(conninfo_to_dict(conninfo, **asked))
        if len(servers) == 1:
            return super().connect(conninfo, **options)
        found, failures = list[Self](), list[str]()
        for server in sorted(servers, key=cls._is_set_aside):
            if found and cls._is_set_aside(server):
                break
            try:
                reach(server)
                found.append(cls._connect_to(server, conninfo, options))
            except (OSError, psycopg.OperationalError) as failed:
                failures.append(f"{server[0]}: {failed}")
                if isinstance(failed, TimeoutError | psycopg.errors.ConnectionTimeout):
                    cls.set_aside[server] = time.monotonic() + SET_ASIDE
        if not found:
            raise psycopg.OperationalError("no server of the database can be written; " + "; ".join(failures))
        *older, newest = sorted(found, key=lambda connection: connection.timeline or 0)
        for connection in older:
            connection.close()
        cls.newest = max(cls.newest, newest.timeline or 0)
        newest._leave_if_old()
        return newest

    @classmethod
    def _is_set_aside(cls, server: Server) -> bool:
        return time.monotonic() < cls.set_aside.get(server, 0)

    @classmethod
    def _connect_to(cls, server: Server, conninfo: str, options: dict[str, Any]) -> Self:
        connection = super().connect(conninfo, **{**options, "host": server[0], "port": server[1]})
        try:
            [connection.timeline] = connection.execute(TIMELINE).fetchone() or [None]
            connection.rollback()  # unless it is in autocommit, the question has begun a transaction
        except psycopg.Error:
            connection.close()
            raise
        return connection

    def _leave_if_old(self) -> None:
        """Closes the connection and raises OperationalError if this process has seen a newer primary."""
        if self.timeline and self.timeline < self.newest:
            self.pgconn.finish()
            raise psycopg.OperationalError("the server is the primary no more")

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        self._leave_if_old()
        try:
            return super().wait(gen, interval, timeout or PATIENCE)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == ACTIVE:
                self.pgconn.finish()  # an answer that still came would be taken for that to the next question
            raise


def reach(server: Server) -> None:
    """Raises OSError, TimeoutError among them, if nothing listens there or the machine is gone."""
    host, port = server
    if not host.startswith("/"):  # a folder with a socket, on this machine
        socket.create_connection((host, int(port or 5432)), timeout=REACHED).close()


def servers_of(address: dict[str, Any]) -> list[Server]:
    """The servers that an address names, as psycopg takes it apart."""
    hosts, ports = (str(address.get(name) or "").split(",") for name in ("host", "port"))
    return list(zip(hosts, ports if len(ports) > 1 else ports * len(hosts), strict=True))
