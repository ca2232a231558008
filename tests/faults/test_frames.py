"""9: invalid frames and floods harm only their own sockets."""

import asyncio
import contextlib
import itertools
import socket
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from games.site.limits import TRY_AGAIN
from tests.faults.frames import CLOSE, CONTINUATION, PING, PONG, Frame, conversations, noise, text_frame
from tests.faults.others import create_others, others_playing
from tests.faults.players import Crowd, Site, Table
from tests.faults.process import MB, error_counts, errors, memory
from tests.faults.report import Fault, times
from tests.support.server import Server, ask_for_socket, status_of
from tests.support.waiting import PATIENCE

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


def seats(tables: list[Table]) -> Iterator[tuple[str, str]]:
    """Yield the codes of rooms with the cookies of their players, in rotation, because one player may not have that
    many sockets."""
    return itertools.cycle((table.code, cookie) for table in tables for cookie in table.cookies)


def open_socket(site: Site, seat: tuple[str, str]) -> socket.socket:
    code, cookie = seat
    connection = ask_for_socket(site.port, f"/ws/g/{code}/", Cookie=cookie)
    assert status_of(connection) == 101
    return connection


LOOKED, TOO_FAST = b'"type":"watchers"', b"That was too fast."


class Attacker:
    def __init__(self, site: Server, tables: list[Table]) -> None:
        self.site = site
        self.seats = seats(tables)
        self.connection: socket.socket | None = None
        self.closed = 0  # sockets closed by the server
        self.reset = 0  # sockets lost before anything was sent through them

    def send(self, frames: list[Frame]) -> None:
        """Send frames and then a `look`. Raises TimeoutError if the server neither answers nor closes the socket."""
        if self.connection is None:
            self.connection = self._open()
        # After an unfinished fragment the server waits for the rest.
        open_end = any(not frame.final or frame.opcode == 0 for frame in frames)
        try:
            self.connection.sendall(b"".join(frame.encode() for frame in [*frames, text_frame('{"do":"look"}')]))
            if not open_end and receive_end(self.connection) == LOOKED:
                return
        except ConnectionError:
            self.closed += 1
        self.disconnect()

    def send_noise(self, noise: bytes) -> None:
        with contextlib.closing(self._open()) as connection, contextlib.suppress(ConnectionError):
            connection.sendall(noise)

    def disconnect(self) -> None:
        if self.connection:
            self.connection.close()
        self.connection = None

    def _open(self) -> socket.socket:
        while True:
            connection = open_socket(self.site, next(self.seats))
            try:
                connection.sendall(text_frame('{"do":"look"}').encode())
                assert receive_end(connection) == LOOKED
                return connection
            except ConnectionError:
                self.reset += 1
                connection.close()
            except BaseException:
                connection.close()
                raise


def receive_end(connection: socket.socket) -> bytes:
    """Read until an answer to `look` or a TOO_FAST refusal, and return its end. Raises ConnectionError if the server
    closes the socket."""
    received = b""
    while True:
        data = connection.recv(65_536)
        if not data:
            raise ConnectionResetError
        received = received[-100:] + data
        for end in (LOOKED, TOO_FAST):
            if end in received:
                return end


def many(examples: int):
    return settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def send_frames(attacker: Attacker, examples: int) -> int:
    sent = 0

    @many(examples)
    @given(conversations)
    def send(frames: list[Frame]) -> None:
        nonlocal sent
        attacker.send(frames)
        sent += len(frames)

    send()
    attacker.disconnect()
    return sent


def send_noise(attacker: Attacker, examples: int) -> int:
    many(examples)(given(noise)(attacker.send_noise))()
    return examples


@pytest.mark.parametrize(
    ("name", "send", "full", "short"),
    [
        ("9 frames too large, binary, bad, unmasked, deep or odd", send_frames, 800, 150),
        ("9b random bytes instead of frames", send_noise, 1_000, 200),
    ],
)
async def test_invalid_frames_and_random_bytes(make_site, fault, name, send, full, short):
    fault, site = fault(name), make_site()
    others, crowd = await create_others(site), await Crowd.gather(site, 20)
    attacker = Attacker(site, crowd.tables)
    await asyncio.to_thread(send, attacker, 100)
    before = memory(site)
    async with others_playing(others, site, fault):
        fault.tried = await asyncio.to_thread(send, attacker, times(full=full, short=short))
    grown = memory(site) - before
    assert grown < 40 * MB
    fault.note(f"{attacker.closed} sockets ended, {attacker.reset} reset before use; +{grown / MB:.0f} MB")
    assert errors(site) == []


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


@pytest.mark.parametrize(
    ("target", "name", "attack", "full"),
    [
        ("run", "9c floods of pings, pongs, empty pieces and messages", send_floods, 20),
        ("run", "9d messages of 1 MiB that do not end", send_unfinished_messages, 10),
        ("cluster", "9e floods of pings, pongs, empty pieces and messages, cluster", send_floods, 20),
        ("cluster", "9f messages of 1 MiB that do not end, cluster", send_unfinished_messages, 10),
    ],
    indirect=["target"],
)
async def test_floods_and_endless_messages(target, fault, name, attack, full):
    """A proxy forwards them."""
    fault, before = fault(name), error_counts(target)
    others, crowd = await create_others(target), await Crowd.gather(target, 20)
    async with others_playing(others, target, fault):
        await attack(target, fault, crowd.tables, times(full=full, short=1))
    assert error_counts(target) == before
