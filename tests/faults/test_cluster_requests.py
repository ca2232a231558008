"""10: slow requests, which the proxy keeps from the processes. 8i: invalid handshakes, which it forwards."""

import asyncio
import contextlib
import secrets
import time

from tests.faults.forms import HEAD
from tests.faults.others import AT_ONCE, create_others, others_playing
from tests.faults.process import connections, error_counts
from tests.faults.report import times
from tests.support.server import ask_for_socket
from tools.cluster.cluster import Cluster

SLOW = 200  # connections
CUT = 15  # seconds; nginx waits for 10


class Sender:
    """A client that sends the proxy the start of a request and then, if it `drips`, a byte per second."""

    def __init__(self, site: Cluster, start: bytes, *, drips: bool) -> None:
        self.site, self.start, self.drips = site, start, drips
        self.held = 0.0  # seconds until the proxy closed the connection

    async def send(self, seconds: float) -> None:
        """Send until the proxy closes the connection, but for at most `seconds`."""
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


async def test_slow_requests_reach_no_process(cluster, fault):
    others = await create_others(cluster)
    before = error_counts(cluster)
    host, patience = f"127.0.0.1:{cluster.port}", times(full=60, short=CUT)
    body = HEAD.format(code="2345678abc", host=host).encode() + b"Content-Length: 1000\r\n\r\ncell="
    cut = [Sender(cluster, b"GET / HTTP/1.1\r\nHost: x", drips=True) for _ in range(SLOW // 2)]
    cut += [Sender(cluster, body, drips=False) for _ in range(SLOW // 2)]
    dripping = [Sender(cluster, body, drips=True) for _ in range(SLOW // 2)]
    slow = fault("10f slow headers, and bodies that stop or drip, cluster")
    async with others_playing(others, cluster, slow), asyncio.timeout(2 * patience):
        sending = asyncio.gather(*(sender.send(patience) for sender in (*cut, *dripping)))
        await asyncio.sleep(CUT / 2)
        # The processes have only the players' sockets.
        held = [connections(process) for process in cluster.processes]
        assert sum(held) < 2 * AT_ONCE + SLOW // 10
        await sending
    slow.tried += len(cut) + len(dripping)
    ended = [sender.held for sender in cut]
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
