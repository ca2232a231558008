"""10: invalid, slow or huge requests at the proxy, which keeps them away from the processes."""

import asyncio
import http.client
import secrets
import socket
import time
import urllib.parse

from games.site.limits import GUESTS
from tests.faults.heads import HEAD, MB
from tests.faults.others import AT_ONCE, at_play, others_of
from tests.faults.process import connections, errors, memory
from tests.faults.report import times
from tests.support.waiting import PATIENCE
from tools.cluster.cluster import Cluster

SLOW = 200  # connections at once
CUT = 15  # seconds: nginx waits for 10


def ask(
    site: Cluster,
    method: str,
    path: str,
    *,
    source: str = "127.0.0.1",
    form: dict[str, str] | None = None,
    **headers: str,
):
    """Return the proxy's response to a client at this loopback address, and its text."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE, source_address=(source, 0))
    token = secrets.token_hex(16)  # the CSRF secret of a browser without a history
    body = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **form}) if form is not None else None
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if form is not None:
        sent |= {"Cookie": f"csrftoken={token}", "Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, path, body, sent)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer, text


def new_guest(site: Cluster, source: str, claimed: str) -> int:
    """Start a game without a cookie, claiming another address; return the status."""
    answer, _ = ask(site, "POST", "/new/friend/", source=source, form={"side": "X"}, X_Forwarded_For=claimed)
    return answer.status


async def test_forged_headers_and_foreign_hosts(cluster, fault):
    fault = fault("10d forged X-Forwarded-For, Daphne-Root-Path and Host, cluster")
    others = await others_of(cluster)
    async with at_play(others, cluster, fault):
        for _time in range(times(full=50, short=5)):
            home, text = await asyncio.to_thread(ask, cluster, "GET", "/", Daphne_Root_Path="/evil")
            assert (home.status, "/evil" in text) == (200, False)
            for host in ("evil.example", f"127.0.0.1.evil.example:{cluster.port}", "a b"):
                refused, _ = await asyncio.to_thread(ask, cluster, "GET", "/", Host=host)
                assert refused.status == 400, host
            fault.tried += 4
        # One address may create this many guests in 10 minutes, whatever it claims; others are not affected.
        for source in ("127.0.0.9", "127.0.0.19"):
            window = time.time() // GUESTS.seconds
            statuses = [
                await asyncio.to_thread(new_guest, cluster, source, f"10.0.0.{number % 250}")
                for number in range(GUESTS.most + 5)
            ]
            if time.time() // GUESTS.seconds == window:  # otherwise the next 10 minutes began meanwhile
                break
        fault.tried += len(statuses)
        assert statuses == [302] * GUESTS.most + [429] * 5
        invite, _ = await asyncio.to_thread(
            ask, cluster, "POST", "/new/friend/", source="127.0.0.10", form={"side": "X"}
        )
        assert invite.status == 302
        # An invited friend at that address is still let in.
        joining = f"{urllib.parse.urlsplit(invite.headers['Location']).path}join/"
        joined, _ = await asyncio.to_thread(ask, cluster, "POST", joining, source=source, form={"name": "Ben"})
        assert joined.status == 302
    fault.note(f"{GUESTS.most} of {GUESTS.most + 5} new guests of an address let in, and then one who was invited")


async def test_a_post_of_100_mb_at_the_proxy(cluster, fault):
    fault = fault("10e POST of 100 MB, cluster")
    others = await others_of(cluster)
    before = sum(map(memory, cluster.processes))

    def post() -> int:
        with socket.create_connection(("127.0.0.1", cluster.port), timeout=PATIENCE) as sender:
            head = HEAD.format(code="2345678abc", host=f"127.0.0.1:{cluster.port}")
            sender.sendall(f"{head}Content-Length: {100 * MB}\r\n\r\n".encode() + b"x" * 10_000)
            return int(sender.recv(4096).split()[1])

    async with at_play(others, cluster, fault):
        for _time in range(times(full=5, short=1)):
            assert await asyncio.to_thread(post) == 413
            fault.tried += 1
    grown = sum(map(memory, cluster.processes)) - before
    assert grown < 50 * MB
    fault.note(f"answer 413; +{grown / MB:.0f} MB in both processes")


class Sender:
    """A client that sends a request to the proxy slowly: its beginning, and then a byte a second if it `drips`."""

    def __init__(self, site: Cluster, start: bytes, *, drips: bool) -> None:
        self.site, self.start, self.drips = site, start, drips
        self.held = 0.0  # seconds until the proxy closed the connection

    async def send(self, seconds: float) -> None:
        """Continue until the proxy closes the connection, or for `seconds` seconds."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.site.port)
        writer.write(self.start)
        since = time.monotonic()
        answered = asyncio.create_task(reader.read())
        while not answered.done() and time.monotonic() - since < seconds:
            if self.drips:
                writer.write(b"x")
            await asyncio.wait({answered}, timeout=1)
        self.held = time.monotonic() - since
        answered.cancel()
        await asyncio.gather(answered, return_exceptions=True)
        writer.transport.abort()


async def test_slow_headers_and_slow_bodies_at_the_proxy(cluster, fault):
    others = await others_of(cluster)
    before = [len(errors(process)) for process in cluster.processes]
    host, patience = f"127.0.0.1:{cluster.port}", times(full=60, short=CUT)
    body = HEAD.format(code="2345678abc", host=host).encode() + b"Content-Length: 1000\r\n\r\ncell="
    cut = [Sender(cluster, b"GET / HTTP/1.1\r\nHost: x", drips=True) for _ in range(SLOW // 2)]
    cut += [Sender(cluster, body, drips=False) for _ in range(SLOW // 2)]
    dripping = [Sender(cluster, body, drips=True) for _ in range(SLOW // 2)]
    slow = fault("10f slow headers, and bodies that stop or drip, cluster")
    async with at_play(others, cluster, slow), asyncio.timeout(2 * patience):
        sending = asyncio.gather(*(sender.send(patience) for sender in (*cut, *dripping)))
        await asyncio.sleep(CUT / 2)
        # nginx handles all of them itself: a process holds only the players' sockets.
        held = [connections(process) for process in cluster.processes]
        assert sum(held) < 2 * AT_ONCE + SLOW // 10
        await sending
    slow.tried += len(cut) + len(dripping)
    ended = [sender.held for sender in cut]
    assert max(ended) < CUT
    slow.note(f"cut after {min(ended):.0f} to {max(ended):.0f} s, dripping bodies not")
    slow.note(f"at most {max(held)} connections to a process")
    assert [len(errors(process)) for process in cluster.processes] == before
