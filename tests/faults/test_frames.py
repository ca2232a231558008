"""9: invalid frames and floods harm only their own sockets."""

import asyncio
import contextlib
import socket

import pytest
from hypothesis import HealthCheck, given, settings

from tests.faults.floods import open_socket, seats, send_floods, send_unfinished_messages
from tests.faults.frames import Frame, conversations, noise, text_frame
from tests.faults.others import create_others, others_playing
from tests.faults.players import Crowd, Table
from tests.faults.process import MB, error_counts, errors, memory
from tests.faults.report import times
from tests.support.server import Server

LOOKED, TOO_FAST = b'"type":"watchers"', b"That was too fast."


class Attacker:
    """Sends invalid data through the sockets of players."""

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
        """Send bytes that are not frames, and disconnect."""
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


async def test_invalid_frames_of_every_kind(make_site, fault):
    await run_attack(
        make_site(), fault("9 frames too large, binary, bad, unmasked, deep or odd"), send_frames, 800, 150
    )


async def test_random_bytes_instead_of_frames(make_site, fault):
    await run_attack(make_site(), fault("9b random bytes instead of frames"), send_noise, 1_000, 200)


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


async def run_attack(site: Server, fault, send, full: int, short: int) -> None:
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
