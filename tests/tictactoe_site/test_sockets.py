"""The limits of websockets, on either server."""

import contextlib
import signal
import socket
from collections.abc import Iterator

import pytest

from games.site.limits import LONGEST_MESSAGE, TRY_AGAIN
from tests.faults.frames import CONTINUATION, PING, TEXT, Frame
from tests.support.server import NEW_GAME, ask_for_socket


@pytest.fixture(scope="module")
def room(either) -> str:
    code = either.manage("shell", "--verbosity", "0", "--command", NEW_GAME).strip()
    return f"/ws/g/{code}/?lang=en"


@pytest.fixture
def connection(either, room) -> Iterator[socket.socket]:
    """Open a socket of the room, and close it at the end of the test."""
    status, connection = either.open_socket(room)
    with connection:
        assert status == 101
        yield connection


def end_of(connection: socket.socket) -> bytes:
    """Return everything that the server sends until it closes the connection."""
    received = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(65_536):
            received += part
    return received


def received_until(connection: socket.socket, end: bytes) -> bytes:
    """Return what the server sends until these bytes have arrived."""
    received = b""
    while end not in received:
        part = connection.recv(65_536)
        assert part, received
        received += part
    return received


# The pings of each server, which disconnects clients that do not answer.
PING_FRAMES = b"\x89\x0c", b"\x89\x04"
PONG_FRAME = b"\x8a\x04ping"
CLOSE_FRAME = Frame(TRY_AGAIN.to_bytes(2, "big"), opcode=8, masked=False).encode()
FRAGMENT = Frame(b"", CONTINUATION, final=False)


def test_a_client_that_sends_many_frames_without_flooding_stays_connected(connection):
    fragments = [Frame(b'{"do":', TEXT, final=False), *[FRAGMENT] * 40, Frame(b'"look"}', CONTINUATION)]
    connection.sendall(b"".join(frame.encode() for frame in [*[Frame(b"ping", PING)] * 40, *fragments]))
    received = received_until(connection, b'"type":"watchers"')  # includes the answer to the connection
    while received.count(PONG_FRAME) < 40:
        received += received_until(connection, PONG_FRAME)
    assert CLOSE_FRAME not in received


def test_a_frame_over_8_kb_is_refused_without_waiting_for_it(connection):
    connection.sendall(Frame(b"x" * (LONGEST_MESSAGE + 1), TEXT, final=False).encode()[:8])  # only the header
    received = end_of(connection)
    assert not any(ping in received for ping in PING_FRAMES)


def test_compressed_frames_are_refused(either, room):
    status, connection = either.open_socket(room, **{"Sec-WebSocket-Extensions": "permessage-deflate"})
    with connection:
        assert status == 101
        connection.sendall(Frame(b"\x00" * 100, reserved=4).encode())
        end_of(connection)


ODD_HEADERS = (
    {f"X-{number}": "x" for number in range(200)},
    {"X-Long": "x" * 9_000},
    {"Content-Length": "15"},
    {"Transfer-Encoding": "chunked"},
    {"Sec-WebSocket-Protocol": "%ff\xe9"},
    {"Sec-WebSocket-Key": "short"},
)


def test_an_odd_handshake_does_not_keep_the_server_from_stopping(either, room):
    logged = len(either.log.read_text())
    with contextlib.ExitStack() as connections:
        for headers in ODD_HEADERS:
            connection = connections.enter_context(ask_for_socket(either.port, room, **headers))
            connection.sendall(b"5\r\nxxxxx\r\n0\r\n\r\n")
            with contextlib.suppress(ConnectionError):
                connection.recv(65_536)  # nothing if the server has cut it
        assert either.stop() in (0, -signal.SIGTERM)
    assert "Traceback" not in either.log.read_text()[logged:]
    either.start(*either.process.args)
