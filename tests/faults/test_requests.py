"""10: slow requests and expensive forms, sent to the server without a proxy."""

import asyncio
import contextlib
import resource
import socket
import time
from collections.abc import Iterator

from tests.faults.forms import HEAD
from tests.faults.others import create_others, others_playing
from tests.faults.process import MB, errors, memory
from tests.faults.report import times
from tests.support.server import Server
from tests.support.waiting import PATIENCE

FILE_LIMIT = 1_024  # on open files, as processes usually have
SLOW = 1_100  # connections


async def test_slow_headers_and_slow_bodies(make_site, fault):
    """Other people can play even if there are more connections than the limit on open files."""
    slow = fault("10b slow headers and slow bodies")
    with few_files():
        site = make_site()
    others = await create_others(site)
    before = memory(site)
    head = HEAD.format(code="2345678abc", host=site.host).encode()
    begun = [b"GET / HTTP/1.1\r\nHost: x", head + b"Content-Length: 1000\r\n\r\ncell="]
    senders = []
    async with others_playing(others, site, slow):
        for number in range(SLOW):
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(begun[number % 2])
            senders.append((reader, writer))
        for _second in range(times(full=70, short=7)):
            await asyncio.sleep(1)
            for _reader, writer in senders:
                writer.write(b"x")
        slow.tried = len(senders)
        held = sum(not reader.at_eof() for reader, _writer in senders)
    for _reader, writer in senders:
        writer.transport.abort()
    grown = memory(site) - before
    assert grown < 80 * MB
    slow.note(f"{held} of {SLOW} still open after {times(full=70, short=7)} s; +{grown / MB:.0f} MB")
    assert errors(site) == []


@contextlib.contextmanager
def few_files() -> Iterator[None]:
    """Set the soft limit on open files of child processes to FILE_LIMIT."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILE_LIMIT, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * SLOW), hard))


def nested(size: int) -> bytes:
    """Return a form of forms nested 450 deep, followed by lines, each of which a recursive parser checks at every
    level."""
    parts = [b"--%d\r\nContent-Type: multipart/a;boundary=%d\r\n\r\n" % (depth, depth + 1) for depth in range(450)]
    return b"".join(parts).ljust(size, b"\n")


def flat(size: int) -> bytes:
    return b"--0\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n" * (size // 50)


def in_chunks(body: bytes, length: int) -> bytes:
    parts = (body[at : at + length] for at in range(0, len(body), length))
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


async def test_forms_that_are_expensive_to_parse(make_site, fault):
    fault, site = fault("10g forms nested 450 deep, of many parts, of chunks of a byte"), make_site()
    others = await create_others(site)
    head = f"POST / HTTP/1.1\r\nHost: {site.host}\r\nContent-Type: multipart/form-data; boundary=0\r\n"
    bodies = [nested(60_000), nested(300_000), nested(MB), flat(60_000), flat(MB)]
    sent = [f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body for body in bodies]
    chunked = f"{head}Transfer-Encoding: chunked\r\n\r\n".encode()
    sent += [chunked + in_chunks(nested(60_000), length) for length in (1, 1000)]
    slowest, statuses = 0.0, set()
    async with others_playing(others, site, fault):
        for _time in range(times(full=20, short=1)):
            for request in sent:
                since = time.monotonic()
                statuses.add(await asyncio.to_thread(send, site, request))
                # /healthz uses no database, so it waits only for the event loop.
                assert (await asyncio.to_thread(site.get, "/healthz"))[0].status == 200
                slowest = max(slowest, time.monotonic() - since)
                fault.tried += 1
    assert statuses <= {400, 403, 413}  # too many parts; no CSRF token; too large
    assert 413 in statuses
    assert slowest < 2
    fault.note(f"the slowest one and a look at /healthz: {slowest:.2f} s")
    assert errors(site) == []


def send(site: Server, request: bytes) -> int:
    """Send a request, and return the status of the response."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as sender:
        with contextlib.suppress(ConnectionError):
            sender.sendall(request)
        return int(sender.recv(4096).split()[1])
