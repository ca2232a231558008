"""10: requests that are wrong, slow or huge, at the proxy, which keeps them away from the processes."""

import asyncio
import http.client
import secrets
import socket
import time
import urllib.parse

from deploy.local import Cluster
from tests.faults.others import at_play, others_of
from tests.faults.process import errors, memory
from tests.faults.report import times
from tests.faults.test_requests import HEAD, MB

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
    """An answer of the proxy to somebody at this address of the loopback network, and its text."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20, source_address=(source, 0))
    token = secrets.token_hex(16)  # the secret for forms of a browser that has never been here
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
    """Somebody without a cookie starts a game, claiming to be elsewhere; returns the status."""
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
        # 200 guests may come from an address in 10 minutes, whatever else they claim; other addresses don't pay for it.
        statuses = [
            await asyncio.to_thread(new_guest, cluster, "127.0.0.9", f"10.0.0.{number}") for number in range(205)
        ]
        fault.tried += len(statuses)
        assert statuses == [302] * 200 + [429] * 5
        assert await asyncio.to_thread(new_guest, cluster, "127.0.0.10", "127.0.0.9") == 302
    fault.note("200 of 205 new guests of an address let in")


async def test_a_post_of_100_mb_at_the_proxy(cluster, fault):
    fault = fault("10e POST of 100 MB, cluster")
    others = await others_of(cluster)
    before = sum(map(memory, cluster.processes))

    def post() -> int:
        with socket.create_connection(("127.0.0.1", cluster.port), timeout=20) as sender:
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


async def test_slow_headers_and_slow_bodies_at_the_proxy(cluster, fault):
    fault = fault("10f slow headers and bodies that stop, cluster")
    others = await others_of(cluster)
    before = [len(errors(process)) for process in cluster.processes]
    host = f"127.0.0.1:{cluster.port}"
    begun = [
        b"GET / HTTP/1.1\r\nHost: x",  # and a byte a second
        HEAD.format(code="2345678abc", host=host).encode() + b"Content-Length: 1000\r\n\r\ncell=",
    ]
    cut = []

    async def send_slowly(start: bytes, *, drips: bool) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", cluster.port)
        writer.write(start)
        since = time.monotonic()
        answered = asyncio.create_task(reader.read())
        while not answered.done():
            if drips:
                writer.write(b"x")
            await asyncio.wait({answered}, timeout=1)
        await asyncio.gather(answered, return_exceptions=True)
        cut.append(time.monotonic() - since)
        writer.transport.abort()

    async with at_play(others, cluster, fault), asyncio.timeout(2 * CUT):
        await asyncio.gather(*(send_slowly(begun[number % 2], drips=number % 2 == 0) for number in range(SLOW)))
    fault.tried += len(cut)
    assert max(cut) < CUT
    fault.note(f"cut after {min(cut):.0f} to {max(cut):.0f} s")
    assert [len(errors(process)) for process in cluster.processes] == before
