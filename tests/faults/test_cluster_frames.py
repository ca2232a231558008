"""9: floods of frames, and malformed handshakes, through the proxy, which forwards all of them."""

import asyncio
import contextlib
import secrets

from tests.faults.floods import drown, hold
from tests.faults.others import at_play, others_of
from tests.faults.players import Crowd
from tests.faults.process import errors, memory
from tests.faults.report import times
from tests.support.server import ask_for_socket
from tools.cluster.cluster import Cluster


async def test_floods_of_frames_that_bring_no_message_at_the_proxy(cluster, fault):
    fault = fault("9e floods of pings, pongs, empty pieces and messages, cluster")
    others, crowd = await others_of(cluster), await Crowd.gather(cluster, 20)
    before = logged(cluster)
    async with at_play(others, cluster, fault):
        await drown(cluster, fault, crowd.tables, times(full=20, short=1))
    assert logged(cluster) == before


async def test_messages_that_do_not_end_at_the_proxy(cluster, fault):
    fault = fault("9f messages of 1 MiB that do not end, cluster")
    others, crowd = await others_of(cluster), await Crowd.gather(cluster, 20)
    before = logged(cluster)
    async with at_play(others, cluster, fault):
        await hold(cluster, fault, crowd.tables, times(full=10, short=1), lambda: sum(map(memory, cluster.processes)))
    assert logged(cluster) == before


async def test_handshakes_nobody_understands_and_a_restart_beside_them(cluster, fault):
    """The connections are the proxy's to the process, which must neither keep them nor fail because of them when it
    stops."""
    fault = fault("8i handshakes that can't be read, and a rolling restart, cluster")
    others = await others_of(cluster)
    before = logged(cluster)
    odd = [{f"X-{number}": "x" for number in range(130)}, {"Content-Length": "10"}]
    async with at_play(others, cluster, fault, closed=1012):
        for _time in range(times(full=10, short=1)):
            with contextlib.ExitStack() as connections:
                for headers in odd * 10:
                    path = f"/ws/g/{secrets.token_hex(5)}/"
                    connection = await asyncio.to_thread(ask_for_socket, cluster.port, path, **headers)
                    connections.enter_context(connection).sendall(b"x" * 10)
                    fault.tried += 1
                await asyncio.to_thread(cluster.rolling_restart)
    fault.note("every process ended by itself")
    assert logged(cluster) == before


def logged(cluster: Cluster) -> list[int]:
    return [len(errors(process)) for process in cluster.processes]
