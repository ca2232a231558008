"""Floods of frames without a message, and endless messages."""

import asyncio
import contextlib
import itertools
import socket
import threading
from collections.abc import Iterator

from games.site.limits import TRY_AGAIN
from tests.faults.frames import CLOSE, CONTINUATION, PING, PONG, Frame, text_frame
from tests.faults.players import Table
from tests.faults.process import MB, memory
from tests.faults.report import Fault
from tests.support.server import Server, ask_for_socket, status_of
from tests.support.waiting import PATIENCE
from tools.cluster.cluster import Cluster

CLOSED = Frame(TRY_AGAIN.to_bytes(2, "big"), CLOSE, masked=False).encode()
BEGUN = Frame(b"", final=False)
PIECE = Frame(b"", CONTINUATION, final=False)
# The first bytes of each flood, and the frame that it repeats.
FLOODS = {
    "pings": (b"", Frame(b"", PING)),
    "long pings": (b"", Frame(b"x" * 125, PING)),
    "pongs": (b"", Frame(b"", PONG)),
    "empty pieces": (BEGUN.encode(), PIECE),
    "messages": (b"", text_frame("{}")),
}
MAX_FRAMES = 1_000_000
Site = Server | Cluster


def seats(tables: list[Table]) -> Iterator[tuple[str, str]]:
    """Yield the codes of rooms with the cookies of their players, in rotation, because one player may not have that
    many sockets."""
    return itertools.cycle((table.code, cookie) for table in tables for cookie in table.cookies)


def open_socket(site: Site, seat: tuple[str, str]) -> socket.socket:
    code, cookie = seat
    connection = ask_for_socket(site.port, f"/ws/g/{code}/", Cookie=cookie)
    assert status_of(connection) == 101
    return connection


def flood(site: Site, seat: tuple[str, str], first_bytes: bytes, frame: Frame) -> bytes:
    """Send a flood until the server closes the socket, and return the last bytes received. Raises AssertionError if the
    socket stays open."""
    frames, last = frame.encode() * 200, [b""]

    def listen() -> None:
        with contextlib.suppress(OSError):
            while got := connection.recv(65_536):
                last[0] = (last[0] + got)[-100:]

    with open_socket(site, seat) as connection:
        listening = threading.Thread(target=listen)
        listening.start()
        with contextlib.suppress(ConnectionError):
            connection.sendall(first_bytes)
            for _ in range(MAX_FRAMES // 200):
                connection.sendall(frames)
        listening.join(PATIENCE / 2)  # a proxy may keep reading and discarding for a while
        assert not listening.is_alive(), "the socket stays open"
    return last[0]


def send_unfinished_message(connection: socket.socket) -> None:
    """Send an unfinished message of 1 MiB in pieces of 1 kB, until the server closes the socket."""
    with contextlib.suppress(ConnectionError):
        connection.sendall(Frame(b"x", final=False).encode())
        for _ in range(1_024):
            connection.sendall(Frame(b"x" * 1_000, CONTINUATION, final=False).encode())


async def send_floods(site: Site, fault: Fault, tables: list[Table], each: int) -> None:
    """Send `each` floods of each kind, one after another."""
    people, closed = seats(tables), 0
    for first_bytes, frame in list(FLOODS.values()) * each:
        closed += CLOSED in await asyncio.to_thread(flood, site, next(people), first_bytes, frame)
        fault.tried += 1
    fault.note(f"each ended, {closed} with 4503")


async def send_unfinished_messages(site: Site, fault: Fault, tables: list[Table], times: int) -> None:
    """Open twenty sockets with unfinished messages, `times` times, and record their memory."""
    people, before, most = seats(tables), memory(site), 0
    for _time in range(times):
        with contextlib.ExitStack() as connections:
            held = [connections.enter_context(open_socket(site, next(people))) for _ in range(20)]
            await asyncio.gather(*(asyncio.to_thread(send_unfinished_message, connection) for connection in held))
            most = max(most, memory(site) - before)
        fault.tried += len(held)
    assert most < 30 * MB
    fault.note(f"20 at once, +{most / MB:.0f} MB")
