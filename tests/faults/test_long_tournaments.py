"""17n, 17o: many look at the end of a long tournament at once, and sockets of its big screen ask without pause."""

import asyncio
import contextlib
import json
import statistics
import time
from collections.abc import AsyncIterator

from websockets.asyncio.client import ClientConnection, connect

from tests.faults.beside import beside
from tests.faults.forms import Answer, get, post
from tests.faults.process import errors
from tests.faults.report import times
from tests.server import Server
from tests.waiting import PATIENCE, eventually

MATCHES = 1_100
GUESTS = 300
SOCKETS = 80
ASKS_EVERY = 0.2  # seconds: as fast as frames may come


async def visit(site: Server, path: str) -> tuple[Answer, float]:
    begun = time.monotonic()
    answer = await asyncio.to_thread(get, site.url, path, "")
    return answer, time.monotonic() - begun


async def test_many_look_at_the_end_of_a_long_tournament_at_once(make_site, fault):
    fault, site = fault("17n sixteen look at the end of 1,100 matches at once"), make_site()
    wall = f"/t/{beside(site, 'long_tournament', MATCHES)}/wall/"
    ended = time.monotonic()
    visits = await asyncio.gather(*(visit(site, path) for path in [wall] * 16 + ["/"] * 4))
    assert {answer.status for answer, _seconds in visits} == {200}
    home = max(seconds for _answer, seconds in visits[16:])
    await eventually(lambda: "Practise it" in get(site.url, wall, "").text)
    fault.recovered([time.monotonic() - ended])
    fault.tried += len(visits)
    fault.note(f"home page meanwhile: {home:.2f} s; recovery: until the ending is shown")
    assert home < 2, "the home page has to wait"
    assert errors(site) == []


async def open_socket(site: Server, path: str) -> ClientConnection:
    address = f"ws://{site.host}{path}?lang=en"
    return await connect(address, origin=site.url, compression=None, ping_interval=None, max_size=None, proxy=None)


async def first_state(site: Server, code: str) -> float:
    """Open a room, and return after how many seconds it is shown."""
    begun = time.monotonic()
    async with await open_socket(site, f"/ws/g/{code}/") as socket, asyncio.timeout(PATIENCE):
        while json.loads(await socket.recv())["type"] != "state":
            pass
    return time.monotonic() - begun


@contextlib.asynccontextmanager
async def asking(site: Server, code: str) -> AsyncIterator[None]:
    """Sockets of a big screen ask for its state for as long as this holds."""

    async def ask() -> None:
        async with await open_socket(site, f"/ws/t/{code}/wall/") as socket:
            while True:
                await socket.send('{"do": "look"}')
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(ASKS_EVERY):
                        while True:
                            await socket.recv()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(ask()) for _socket in range(SOCKETS)]
        await asyncio.sleep(1)
        yield
        for task in tasks:
            task.cancel()


async def test_sockets_of_a_big_screen_ask_without_pause(make_site, fault):
    fault, site = fault("17o 80 sockets of a big screen of 300 ask five times a second"), make_site()
    code = beside(site, "tournament_of", GUESTS)
    game = (await asyncio.to_thread(post, site.url, "/new/one-screen/", "")).to.split("/")[2]
    before = statistics.median([await first_state(site, game) for _time in range(10)])
    async with asking(site, code):
        during = [await first_state(site, game) for _time in range(times(full=200, short=15))]
    usual = statistics.median(during)
    fault.tried += len(during)
    fault.note(
        f"a room opens in {usual * 1000:.0f} ms, {before * 1000:.0f} ms before; slowest {max(during) * 1000:.0f} ms"
    )
    assert usual < 5 * before + 0.1, "rooms that open have to wait"
    assert errors(site) == []
