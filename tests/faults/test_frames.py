"""9: invalid frames of every kind harm only their own socket."""

import asyncio
import contextlib
import itertools
import socket

import pytest
from hypothesis import HealthCheck, given, settings

from tests.faults.floods import drown, hold
from tests.faults.frames import Frame, conversations, noise, said
from tests.faults.others import at_play, others_of
from tests.faults.players import Crowd, Table
from tests.faults.process import errors, logged, memory
from tests.faults.report import times
from tests.support.server import Server

MB = 1024 * 1024
LOOKED, TOO_FAST = b'"type":"watchers"', b"That was too fast."


class Rude:
    """Sends arbitrary data through the sockets of different players, because one player may not have that many."""

    def __init__(self, site: Server, tables: list[Table]) -> None:
        self.site = site
        self.seats = itertools.cycle((table.code, cookie) for table in tables for cookie in table.cookies)
        self.connection: socket.socket | None = None
        self.closed = 0  # sockets closed by the server
        self.reset = 0  # sockets lost before anything was sent through them

    def send(self, frames: list[Frame]) -> None:
        """Send frames and then a `look`, which the server must answer, or else close the socket. Raises TimeoutError if
        it does neither."""
        if self.connection is None:
            self.connection = self._open()
        # After an unfinished fragment the server waits for the rest.
        open_end = any(not frame.final or frame.opcode == 0 for frame in frames)
        try:
            self.connection.sendall(b"".join(frame.encode() for frame in [*frames, said('{"do":"look"}')]))
            if not open_end and hear(self.connection) == LOOKED:
                return
        except ConnectionError:
            self.closed += 1
        self.hang_up()

    def shout(self, noise: bytes) -> None:
        """Send bytes that are not frames, and disconnect."""
        with contextlib.closing(self._open()) as connection, contextlib.suppress(ConnectionError):
            connection.sendall(noise)

    def hang_up(self) -> None:
        if self.connection:
            self.connection.close()
        self.connection = None

    def _open(self) -> socket.socket:
        while True:
            code, cookie = next(self.seats)
            status, connection = self.site.open_socket(f"/ws/g/{code}/", Cookie=cookie)
            try:
                assert status == 101
                connection.sendall(said('{"do":"look"}').encode())
                assert hear(connection) == LOOKED
                return connection
            except ConnectionError:
                self.reset += 1
                connection.close()
            except BaseException:
                connection.close()
                raise


def hear(connection: socket.socket) -> bytes:
    """Read an answer to `look` or a TOO_FAST refusal to its end, and return the end. Raises ConnectionError if the
    server closes the socket instead."""
    heard = b""
    while True:
        got = connection.recv(65_536)
        if not got:
            raise ConnectionResetError
        heard = heard[-100:] + got
        for end in (LOOKED, TOO_FAST):
            if end in heard:
                return end


def many(examples: int):
    return settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def converse(rude: Rude, examples: int) -> int:
    sent = 0

    @many(examples)
    @given(conversations)
    def talk(frames: list[Frame]) -> None:
        nonlocal sent
        rude.send(frames)
        sent += len(frames)

    talk()
    rude.hang_up()
    return sent


def shout(rude: Rude, examples: int) -> int:
    many(examples)(given(noise)(rude.shout))()
    return examples


async def test_invalid_frames_of_every_kind(make_site, fault):
    await harm(make_site(), fault("9 frames too large, binary, bad, unmasked, deep or odd"), converse, 800, 150)


async def test_random_bytes(make_site, fault):
    await harm(make_site(), fault("9b random bytes instead of frames"), shout, 1_000, 200)


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("run", "9c floods of pings, pongs, empty pieces and messages"),
        ("cluster", "9e floods of pings, pongs, empty pieces and messages, cluster"),
    ],
    indirect=["place"],
)
async def test_floods_of_frames_without_a_message(place, fault, name):
    """A proxy forwards them."""
    fault, before = fault(name), logged(place)
    others, crowd = await others_of(place), await Crowd.gather(place, 20)
    async with at_play(others, place, fault):
        await drown(place, fault, crowd.tables, times(full=20, short=1))
    assert logged(place) == before


@pytest.mark.parametrize(
    ("place", "name"),
    [("run", "9d messages of 1 MiB that do not end"), ("cluster", "9f messages of 1 MiB that do not end, cluster")],
    indirect=["place"],
)
async def test_endless_messages(place, fault, name):
    fault, before = fault(name), logged(place)
    others, crowd = await others_of(place), await Crowd.gather(place, 20)
    async with at_play(others, place, fault):
        await hold(place, fault, crowd.tables, times(full=10, short=1))
    assert logged(place) == before


async def harm(site: Server, fault, do, full: int, short: int) -> None:
    others, crowd = await others_of(site), await Crowd.gather(site, 20)
    rude = Rude(site, crowd.tables)
    await asyncio.to_thread(do, rude, 100)
    before = memory(site)
    async with at_play(others, site, fault):
        fault.tried = await asyncio.to_thread(do, rude, times(full=full, short=short))
    grown = memory(site) - before
    assert grown < 40 * MB
    fault.note(f"{rude.closed} sockets ended, {rude.reset} reset before use; +{grown / MB:.0f} MB")
    assert errors(site) == []
