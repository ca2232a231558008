"""The limits of websockets in either server."""

import contextlib
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import pytest

from games.site.limits import FLOOD, FRAMES, LONGEST, TRY_AGAIN
from tests.faults.frames import CONTINUATION, PING, PONG, TEXT, Frame, text_frame
from tests.support.server import NEW_GAME, Server
from tests.support.waiting import PATIENCE

COMMANDS = {"daphne": (), "uvicorn": (sys.executable, "-m", "deploy.process")}
MOST = FRAMES.most + FLOOD  # frames at once

Open = Callable[[], socket.socket]


@pytest.fixture(scope="module", params=COMMANDS)
def site(request, prepared, tmp_path_factory) -> Iterator[Server]:
    site = Server(shutil.copytree(prepared, tmp_path_factory.mktemp(request.param) / "site"))
    site.start(*COMMANDS[request.param])
    yield site
    if site.process.poll() is None:
        site.stop()


@pytest.fixture(scope="module")
def room(site) -> str:
    code = site.manage("shell", "--verbosity", "0", "--command", NEW_GAME).strip()
    return f"/ws/g/{code}/?lang=en"


@pytest.fixture
def opened(site, room) -> Iterator[Open]:
    """Open sockets of the room, and close them at the end of the test."""
    with contextlib.ExitStack() as sockets:

        def opened() -> socket.socket:
            status, connection = site.open_socket(room)
            assert status == 101
            return sockets.enter_context(connection)

        yield opened


def end_of(connection: socket.socket) -> bytes:
    """Everything that the server sends until it closes the connection."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while got := connection.recv(65_536):
            heard += got
    return heard


def answers(connection: socket.socket, until: bytes) -> bytes:
    heard = b""
    while until not in heard:
        got = connection.recv(65_536)
        assert got, heard
        heard += got
    return heard


# The pings of either server, which disconnects clients that do not answer.
PINGS = b"\x89\x0c", b"\x89\x04"
ANSWER = b"\x8a\x04ping"
CLOSED = Frame(TRY_AGAIN.to_bytes(2, "big"), opcode=8, masked=False).encode()
PIECE = Frame(b"", CONTINUATION, final=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "frame"),
    [
        ([], Frame(b"", PING)),
        ([], Frame(b"x" * 125, PING)),
        ([], Frame(b"", PONG)),
        ([Frame(b"", TEXT, final=False)], PIECE),
        ([], text_frame("")),
    ],
    ids=["ping", "long ping", "pong", "piece", "message"],
)
def test_a_flood_of_frames_of_any_kind_ends_the_socket(opened, first, frame):
    connection = opened()
    flood = [*first, *[frame] * (MOST + 1)]
    connection.sendall(b"".join(one.encode() for one in flood))
    assert CLOSED in end_of(connection)


def test_a_client_without_a_flood_is_left_alone(opened):
    connection = opened()
    pieces = [Frame(b'{"do":', TEXT, final=False), *[PIECE] * 40, Frame(b'"look"}', CONTINUATION)]
    connection.sendall(b"".join(frame.encode() for frame in [*[Frame(b"ping", PING)] * 40, *pieces]))
    heard = answers(connection, b'"type":"watchers"')  # includes the answer to the connection
    while heard.count(ANSWER) < 40:
        heard += answers(connection, ANSWER)
    assert CLOSED not in heard


def test_a_frame_over_8_kb_is_refused_without_waiting_for_it(opened):
    connection = opened()
    connection.sendall(Frame(b"x" * (LONGEST + 1), TEXT, final=False).encode()[:8])  # only the header
    heard = end_of(connection)
    assert not any(ping in heard for ping in PINGS)


def test_compressed_frames_are_refused(site, room):
    status, connection = site.open_socket(room, **{"Sec-WebSocket-Extensions": "permessage-deflate"})
    with connection:
        assert status == 101
        connection.sendall(Frame(b"\x00" * 100, reserved=4).encode())
        end_of(connection)


ODD = (
    {f"X-{number}": "x" for number in range(200)},
    {"X-Long": "x" * 9_000},
    {"Content-Length": "15"},
    {"Transfer-Encoding": "chunked"},
    {"Sec-WebSocket-Protocol": "%ff\xe9"},
    {"Sec-WebSocket-Key": "short"},
)


def test_an_odd_handshake_does_not_keep_the_server_from_stopping(site, room):
    with contextlib.ExitStack() as connections:
        for headers in ODD:
            connection = connections.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE))
            sent = {
                "Host": site.host,
                "Origin": site.url,
                "Connection": "Upgrade",
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            } | headers
            lines = [f"GET {room} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items()), "", ""]
            connection.sendall("\r\n".join(lines).encode() + b"5\r\nxxxxx\r\n0\r\n\r\n")
            with contextlib.suppress(ConnectionError):
                connection.recv(65_536)  # nothing if the server has cut it
        assert site.stop() in (0, -signal.SIGTERM)
    assert "Traceback" not in site.log.read_text()
