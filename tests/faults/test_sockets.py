"""8: sockets that are idle, never read, or lead nowhere, while others play."""

import asyncio
import contextlib
import socket

from tests.faults.audit import Audit
from tests.faults.cluster import during_play
from tests.faults.others import create_others, others_playing
from tests.faults.players import Crowd, Page
from tests.faults.process import MB, connected_ports, connections, errors, memory
from tests.faults.relay import Relay
from tests.faults.report import times
from tests.support.server import Server
from tests.support.waiting import eventually

GAMES = 8
SILENT = 50


async def test_idle_sockets_stay_open_beyond_every_timeout(make_site, fault):
    """Pings are sent every second instead of every 10 s, and time out after 2 s instead of 20 s; a socket lives for 6 s
    instead of a day."""
    fault, site = fault("8 idle for longer than every timeout"), make_site("impatient", "1", "2", "6", BEAT="1")
    others = await create_others(site)
    async with others_playing(others, site, fault, closed=1000), await Crowd.gather(site, 4) as crowd:
        for _life in range(times(full=5, short=1)):
            closed = [len(page.closed) for page in crowd.pages]
            # After the lifetime the server closes the socket, and the page reconnects.
            await asyncio.gather(*(reconnected(page) for page in crowd.pages))
            assert [len(page.closed) for page in crowd.pages] == [count + 1 for count in closed]
            fault.tried += 1
        assert {code for page in crowd.pages for _at, code in page.closed} == {1000}
        await crowd.play()
    fault.add(await Audit.of(site, crowd))
    fault.note("ping 1 s, patience 2 s, life of a socket 6 s")
    assert errors(site) == []


async def reconnected(page: Page) -> None:
    closed = len(page.closed)
    await page.until(lambda: len(page.closed) > closed and page.connected)


async def test_sockets_that_never_read_are_dropped_and_their_memory_freed(make_site, fault):
    """They read neither states nor pings."""
    fault, site = fault("8b sockets that never read, states pushed at them"), make_site("impatient", "1", "2")
    others = await create_others(site)
    async with others_playing(others, site, fault), await Crowd.gather(site, 1) as crowd:
        [table], [x, o] = crowd.tables, crowd.pages
        await x.click("4")
        await x.until(lambda: not x.unanswered)
        before, most = memory(site), 0
        for _time in range(times(full=4, short=1)):
            readers = [await asyncio.to_thread(silent_reader, site, table.code) for _ in range(SILENT)]
            ports = {reader.getsockname()[1] for reader in readers}
            dropped = asyncio.create_task(eventually(lambda ports=ports: not ports & connected_ports(site)))
            while not dropped.done():
                # Each offer and each answer is a new state for everyone in the room.
                await x.send(do="take-back", version=x.board.version)
                await o.send(do="decline")
                await asyncio.sleep(0.1)
                most = max(most, memory(site) - before)
            with contextlib.suppress(TimeoutError):
                await dropped
            assert ports & connected_ports(site) == set()  # open connections would use memory
            for reader in readers:
                reader.close()
            fault.tried += SILENT
    assert most < 100 * MB
    fault.note(f"{SILENT} at once, +{most // MB} MB until dropped; ping 1 s, patience 2 s")
    assert errors(site) == []


def silent_reader(site: Server, code: str) -> socket.socket:
    status, connection = site.open_socket(f"/ws/g/{code}/?lang=en&watch")
    assert status == 101
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    return connection


async def test_a_link_that_swallows_everything(make_site, fault):
    """The page reconnects after three missed beats, and the server closes the dead socket."""
    fault, site = fault("8e a black-holed link"), make_site("impatient", "1", "2", BEAT="1")
    for _time in range(times(full=10, short=1)):
        crowd = await Crowd.gather(site, GAMES)
        async with Relay(site.port) as relay:
            for table in crowd.tables:
                table.pages[0] = table.page("X", through=relay.url)
            async with during_play(crowd, fault, tried=GAMES):
                open_before = connections(site)
                relay.swallowing = True
                await eventually(lambda count=open_before: connections(site) <= count - GAMES)
                relay.swallowing = False
                fault.recovered(await crowd.recovery())
    fault.note("ping 1 s, patience 2 s; recovery from when the link is repaired")
    assert errors(site) == []
