"""10: invalid, slow or huge requests directly to the server, without the proxy that should be in front."""

import asyncio
import contextlib
import functools
import resource
import socket
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from games.site.limits import SIGNING_IN
from tests.faults import forms
from tests.faults.heads import HEAD, MB
from tests.faults.others import at_play, others_of
from tests.faults.process import errors, memory
from tests.faults.report import times
from tests.support.server import Server
from tests.support.waiting import PATIENCE

FILES = 1_024  # the initial limit of open files of a process
SLOW = 1_100  # connections at once
AT_ONCE = 60  # sign-ins at once


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
    """More connections than the initial limit of open files; the other players must not notice."""
    slow = fault("10b slow headers and slow bodies")
    with few_files():
        site = make_site()
    others = await others_of(site)
    before = memory(site)
    head = HEAD.format(code="2345678abc", host=site.host).encode()
    begun = [b"GET / HTTP/1.1\r\nHost: x", head + b"Content-Length: 1000\r\n\r\ncell="]
    senders = []
    async with at_play(others, site, slow):
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
    """Limit child processes to FILES open files, unless they raise the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * SLOW), hard))


async def test_a_post_of_100_mb(make_site, fault):
    fault, site = fault("10c POST of 100 MB"), make_site()
    others = await others_of(site)
    before, most = memory(site), 0
    async with at_play(others, site, fault):
        for _time in range(times(full=5, short=1)):
            for head in (f"Content-Length: {100 * MB}", "Transfer-Encoding: chunked"):
                answered = asyncio.create_task(asyncio.to_thread(post, site, head, 100))
                while not answered.done():
                    most = max(most, memory(site) - before)
                    await asyncio.sleep(0.05)
                assert await answered, head
                fault.tried += 1
    assert most < 50 * MB
    fault.note(f"cut off; at most +{most / MB:.0f} MB")
    assert errors(site) == []


def post(site: Server, header: str, megabytes: int) -> bool:
    """Send a form of `megabytes` MB; return whether the connection was cut before all was sent."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as sender:
        sender.sendall((HEAD.format(code="2345678abc", host=site.host) + f"{header}\r\n\r\n").encode())
        part = b"x" * MB if "Length" in header else b"%x\r\n%b\r\n" % (MB, b"x" * MB)
        try:
            for _part in range(megabytes):
                sender.sendall(part)
        except ConnectionError:
            return True
    return False


# --- forms that are expensive to parse


def nested(size: int) -> bytes:
    """A form whose parts are forms, 450 deep, and then lines: a recursive parser asks each level whether it has
    ended."""
    parts = [b"--%d\r\nContent-Type: multipart/a;boundary=%d\r\n\r\n" % (depth, depth + 1) for depth in range(450)]
    return b"".join(parts).ljust(size, b"\n")


def flat(size: int) -> bytes:
    return b"--0\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n" * (size // 50)


def in_chunks(body: bytes, length: int) -> bytes:
    parts = (body[at : at + length] for at in range(0, len(body), length))
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


async def test_forms_that_cost_much_to_read(make_site, fault):
    fault, site = fault("10g forms nested 450 deep, of many parts, of chunks of a byte"), make_site()
    others = await others_of(site)
    head = f"POST / HTTP/1.1\r\nHost: {site.host}\r\nContent-Type: multipart/form-data; boundary=0\r\n"
    bodies = [nested(60_000), nested(300_000), nested(MB), flat(60_000), flat(MB)]
    sent = [f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body for body in bodies]
    chunked = f"{head}Transfer-Encoding: chunked\r\n\r\n".encode()
    sent += [chunked + in_chunks(nested(60_000), length) for length in (1, 1000)]
    slowest, statuses = 0.0, set()
    async with at_play(others, site, fault):
        for _time in range(times(full=20, short=2)):
            for request in sent:
                since = time.monotonic()
                statuses.add(await asyncio.to_thread(send, site, request))
                # It uses no database, so it waits only for the event loop.
                assert (await asyncio.to_thread(site.get, "/healthz"))[0].status == 200
                slowest = max(slowest, time.monotonic() - since)
                fault.tried += 1
    assert statuses <= {400, 403, 413}  # too many parts; parsed, and refused for lack of a CSRF token; too large
    assert 413 in statuses
    assert slowest < 2
    fault.note(f"the slowest one and a look at /healthz: {slowest:.2f} s")
    assert errors(site) == []


def send(site: Server, request: bytes) -> int:
    """The status of the answer."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as sender:
        with contextlib.suppress(ConnectionError):
            sender.sendall(request)
        return int(sender.recv(4096).split()[1])


# --- passwords


async def test_signing_in_with_ever_new_names(make_site, fault):
    """Each attempt costs a core a third of a second. They come all at once, repeatedly, each with a different name."""
    fault, site = fault("10h signing in to the admin with ever new names"), make_site()
    others = await others_of(site)
    site.get("/")
    statuses, pages = Counter(), []
    over = asyncio.Event()

    async def try_names(number: int) -> None:
        for turn in range(times(full=10, short=3)):
            named = {"username": f"name-{number}-{turn}", "password": "wrong"}
            post = functools.partial(forms.post, site.url, "/admin/login/", "", **named)
            statuses[(await asyncio.get_running_loop().run_in_executor(senders, post)).status] += 1

    async def look() -> None:
        while not over.is_set():
            since = time.monotonic()
            assert (await asyncio.to_thread(site.get, "/"))[0].status == 200
            pages.append(time.monotonic() - since)

    senders = ThreadPoolExecutor(AT_ONCE)
    async with at_play(others, site, fault):
        looking = asyncio.create_task(look())
        await asyncio.gather(*(try_names(number) for number in range(AT_ONCE)))
        over.set()
        await looking
    senders.shutdown()
    fault.tried += statuses.total()
    assert set(statuses) <= {200, 429, 503}
    assert statuses[200] <= 2 * SIGNING_IN.most  # twice as many if the next ten minutes begin meanwhile
    assert statistics.median(pages) < 1
    fault.note(f"{statuses[200]} tried, {statuses[429]} and {statuses[503]} turned away")
    fault.note(f"pages meanwhile: {statistics.median(pages):.2f} s, slowest {max(pages):.2f} s")
    assert errors(site) == []
