"""10: requests that are wrong, slow or huge, straight at the server, without the proxy that belongs in front."""

import asyncio
import contextlib
import socket

from tests.faults.others import at_play, others_of
from tests.faults.process import errors, memory
from tests.faults.report import times
from tests.server import Server
from tests.waiting import PATIENCE

MB = 1024 * 1024
SLOW = 200  # connections at once
HEAD = "POST /g/{code}/play/ HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\n"


async def test_sockets_where_there_are_none_and_for_other_hosts(make_site, fault):
    fault, site = fault("10 sockets at unknown paths, of foreign hosts and origins"), make_site()
    others = await others_of(site)
    port = site.port
    wrong = [
        ("/ws/nowhere/", {}),
        ("/ws/g/", {}),
        ("/ws/g/UPPERCASE1/", {}),
        ("/ws/g/%00%ff/", {}),
        ("/" + "x" * 4_000, {}),
        ("/ws/g/2345678abc/", {"Host": "evil.example"}),
        ("/ws/g/2345678abc/", {"Host": ""}),
        ("/ws/g/2345678abc/", {"Origin": "null"}),
        ("/ws/g/2345678abc/", {"Origin": ""}),
        ("/ws/g/2345678abc/", {"Origin": None}),
        ("/ws/g/2345678abc/", {"Origin": "https://evil.example"}),
        ("/ws/g/2345678abc/", {"Origin": f"https://127.0.0.1:{port}"}),
        ("/ws/g/2345678abc/", {"Origin": f"http://127.0.0.1:{port + 1}"}),
        ("/ws/g/2345678abc/", {"Origin": f"http://127.0.0.1.evil.example:{port}"}),
    ]

    def shake_hands(path: str, headers: dict[str, str | None]) -> int:
        status, connection = site.open_socket(path, **headers)
        connection.close()
        return status

    async with at_play(others, site, fault):
        for path, headers in wrong * times(full=50, short=5):
            assert await asyncio.to_thread(shake_hands, path, headers) in (400, 403), (path, headers)
            fault.tried += 1
    assert "Traceback" not in site.log.read_text()
    assert errors(site) == []


async def test_slow_headers_and_slow_bodies(make_site, fault):
    """Nothing here ends them, which is what the proxy is for; they must cost the others nothing."""
    fault, site = fault("10b slow headers and slow bodies"), make_site()
    others = await others_of(site)
    before = memory(site)
    head = HEAD.format(code="2345678abc", host=site.host).encode()
    begun = [b"GET / HTTP/1.1\r\nHost: x", head + b"Content-Length: 1000\r\n\r\ncell="]
    senders = []
    async with at_play(others, site, fault):
        for number in range(SLOW):
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(begun[number % 2])
            senders.append((reader, writer))
        for _second in range(times(full=90, short=10)):
            await asyncio.sleep(1)
            for _reader, writer in senders:
                writer.write(b"x")
        fault.tried = len(senders)
        held = sum(not reader.at_eof() for reader, _writer in senders)
    for _reader, writer in senders:
        writer.transport.abort()
    grown = memory(site) - before
    assert grown < 50 * MB
    fault.note(f"{held} of {SLOW} still open after {times(full=90, short=10)} s; +{grown / MB:.0f} MB")
    assert errors(site) == []


async def test_a_post_of_100_mb(make_site, fault):
    fault, site = fault("10c POST of 100 MB"), make_site()
    others = await others_of(site)
    before, most = memory(site), 0
    async with at_play(others, site, fault):
        for _time in range(times(full=5, short=1)):
            answered = asyncio.create_task(asyncio.to_thread(post, site, 100 * MB))
            while not answered.done():
                most = max(most, memory(site) - before)
                await asyncio.sleep(0.05)
            fault.note(f"answer {await answered or 'cut'}")
            fault.tried += 1
    kept = memory(site) - before
    fault.note(f"at most +{most / MB:.0f} MB, kept +{kept / MB:.0f} MB")
    assert errors(site) == []


def post(site: Server, size: int) -> int:
    """Sends a form of so many bytes; returns the status of the answer, or 0 if the connection was cut."""
    with (
        contextlib.suppress(ConnectionError),
        socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as sender,
    ):
        head = HEAD.format(code="2345678abc", host=site.host) + f"Content-Length: {size}\r\n\r\n"
        sender.sendall(head.encode())
        for _chunk in range(size // MB):
            sender.sendall(b"x" * MB)
        return int(sender.recv(4096).split()[1])
    return 0
