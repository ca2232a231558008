"""10: slow requests and expensive forms. 15: one person requests very many pictures. 8i: invalid handshakes."""

import asyncio
import contextlib
import resource
import secrets
import socket
import time
from collections.abc import Iterator
from itertools import islice, product

from games.engine.classic import ClassicPosition
from games.engine.position import ImpossiblePosition
from tests.faults.forms import HEAD
from tests.faults.others import AT_ONCE, create_others, others_playing
from tests.faults.process import MB, connections, error_counts, errors, memory
from tests.faults.report import times
from tests.support.server import Server, ask_for_socket
from tests.support.waiting import PATIENCE
from tools.cluster.cluster import Cluster

FILE_LIMIT = 1_024  # on open files, as processes usually have
SLOW, SLOW_BEHIND_PROXY = 1_100, 200  # connections
CUT = 15  # seconds; nginx waits for 10


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
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as sender:
        with contextlib.suppress(ConnectionError):
            sender.sendall(request)
        return int(sender.recv(4096).split()[1])


async def test_pictures_of_very_many_boards(make_site, fault):
    fault, site = fault("15d pictures of 300 boards, 8 at once"), make_site()
    others, before = await create_others(site), memory(site)
    places, took = asyncio.Semaphore(8), []

    async def ask(board: str) -> None:
        async with places:
            began = time.monotonic()
            answer, _picture = await asyncio.to_thread(site.get, f"/board/{board}.png")
            assert answer.status == 200
            took.append(time.monotonic() - began)

    async with others_playing(others, site, fault):
        await asyncio.gather(*map(ask, islice(possible(), times(full=300, short=60))))
    fault.tried += len(took)
    grown = memory(site) - before
    assert grown < 80 * MB
    fault.note(f"{max(took) * 1000:.0f} ms at most; +{grown / MB:.0f} MB")
    assert errors(site) == []


def possible() -> Iterator[str]:
    for symbols in product("_XO", repeat=9):
        with contextlib.suppress(ImpossiblePosition):
            yield ClassicPosition("".join(symbols)).cells


async def held_for(site: Cluster, start: bytes, seconds: float, *, drips: bool) -> float:
    """Send the proxy the start of a request and then, if it `drips`, a byte per second. Return the seconds until the
    proxy closed the connection, at most `seconds`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(start)
    since = time.monotonic()
    answered = asyncio.create_task(reader.read())
    while not answered.done() and time.monotonic() - since < seconds:
        if drips:
            writer.write(b"x")
        await asyncio.wait({answered}, timeout=1)
    held = time.monotonic() - since
    answered.cancel()
    await asyncio.gather(answered, return_exceptions=True)
    writer.transport.abort()
    return held


async def test_slow_requests_reach_no_process(cluster, fault):
    others = await create_others(cluster)
    before = error_counts(cluster)
    host, patience = f"127.0.0.1:{cluster.port}", times(full=60, short=CUT)
    body = HEAD.format(code="2345678abc", host=host).encode() + b"Content-Length: 1000\r\n\r\ncell="
    cut = [(b"GET / HTTP/1.1\r\nHost: x", True), (body, False)] * (SLOW_BEHIND_PROXY // 2)
    dripping = [(body, True)] * (SLOW_BEHIND_PROXY // 2)
    slow = fault("10f slow headers, and bodies that stop or drip, cluster")
    async with others_playing(others, cluster, slow), asyncio.timeout(2 * patience):
        sent = [*cut, *dripping]
        sending = asyncio.gather(*(held_for(cluster, start, patience, drips=drips) for start, drips in sent))
        await asyncio.sleep(CUT / 2)
        # The processes have only the players' sockets.
        held = [connections(process) for process in cluster.processes]
        assert sum(held) < 2 * AT_ONCE + SLOW_BEHIND_PROXY // 10
        ended = (await sending)[: len(cut)]
    slow.tried += len(sent)
    assert max(ended) < CUT
    slow.note(f"cut after {min(ended):.0f} to {max(ended):.0f} s, dripping bodies not")
    slow.note(f"at most {max(held)} connections to a process")
    assert error_counts(cluster) == before


async def test_invalid_handshakes_do_not_disturb_a_rolling_restart(cluster, fault):
    """The process must neither keep the proxy's connections nor fail because of them when it stops."""
    fault = fault("8i handshakes that can't be read, and a rolling restart, cluster")
    others = await create_others(cluster)
    before = error_counts(cluster)
    odd = [{f"X-{number}": "x" for number in range(130)}, {"Content-Length": "10"}]
    async with others_playing(others, cluster, fault, closed=1012):
        for _time in range(times(full=10, short=1)):
            with contextlib.ExitStack() as connections:
                for headers in odd * 10:
                    path = f"/ws/g/{secrets.token_hex(5)}/"
                    connection = await asyncio.to_thread(ask_for_socket, cluster.port, path, **headers)
                    connections.enter_context(connection).sendall(b"x" * 10)
                    fault.tried += 1
                await asyncio.to_thread(cluster.rolling_restart)
    fault.note("every process ended by itself")
    assert error_counts(cluster) == before
