"""The load client: whole games over sockets, on its own core, as light as possible."""

import asyncio
import time
from dataclasses import dataclass, field

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tests.bench.servers import CELLS, Floor, Seat, Site, cpu_of
from tools.cluster.programs import family_of

AT_ONCE = 50  # sockets to open
QUIET = 0.3  # seconds without a frame


@dataclass
class Tally:
    """The results of rounds with one server. `cpu` is the CPU time of the server processes, `program_cpu` that of the
    programs they need."""

    plies: int = 0
    wall: float = 0
    cpu: float = 0
    program_cpu: dict[str, float] = field(default_factory=dict)
    latencies: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)


class Socket(WSListener):
    """The socket of an open page. Calls `on_text` with the data of each text frame."""

    def __init__(self) -> None:
        self.on_text = lambda _data: None
        self.received_at = time.perf_counter()
        self.received = asyncio.Event()
        self.open = True

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.received_at = time.perf_counter()
            self.received.set()
            self.on_text(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.open = False

    def send(self, data: bytes) -> None:
        self.transport.send(WSMsgType.TEXT, data)

    def close(self) -> None:
        self.transport.send_close(1000)
        self.transport.disconnect()


class LiveGame:
    """A game in play. A ply begins with the frame of the side to move, and ends when both sides have the new state. The
    next one begins `pause` seconds later. Latency is the time from the frame until the opponent has the state."""

    def __init__(self, target: Floor | Site, sockets: list[Socket], tally: Tally, pause: float, delay: float) -> None:
        self.target, self.sockets, self.tally, self.pause = target, sockets, tally, pause
        self.loop = asyncio.get_running_loop()
        self.over = self.loop.create_future()
        self.ply = 0
        self.waiting: set[int] = set()
        for side, socket in enumerate(sockets):
            socket.on_text = lambda data, side=side: self.on_text(side, data)
        self.loop.call_later(delay, self.move) if delay else self.move()

    def move(self) -> None:
        self.waiting = {0, 1}
        self.sent = time.perf_counter()
        self.sockets[self.ply % 2].send(self.target.frame(self.ply))

    def on_text(self, side: int, data: bytes) -> None:
        try:
            arrived = side in self.waiting and self.target.arrived(data, self.ply)
        except Exception as wrong:
            if not self.over.done():
                self.over.set_exception(wrong)
            return
        if not arrived:
            return
        if side != self.ply % 2:
            self.tally.latencies.append(time.perf_counter() - self.sent)
        self.waiting.discard(side)
        if not self.waiting:
            self.ply += 1
            if self.ply == len(CELLS):
                self.over.set_result(None)
            elif self.pause:
                self.loop.call_later(self.pause, self.move)
            else:
                self.move()


async def open_all(target: Floor | Site, count: int) -> list[list[Socket]]:
    """Create games with a socket for each side, and wait until all sockets are quiet."""
    seats = [seat for game in await asyncio.to_thread(target.games, count) for seat in game]
    gate = asyncio.Semaphore(AT_ONCE)

    async def open_one(seat: Seat) -> Socket:
        async with gate:
            _transport, socket = await ws_connect(
                Socket, f"ws://127.0.0.1:{seat.port}{seat.path}", extra_headers=seat.headers or None,
                websocket_handshake_timeout=30,
            )  # fmt: skip
            if isinstance(target, Site):  # it first sends the state of the game
                await asyncio.wait_for(socket.received.wait(), 30)
            return socket

    sockets = await asyncio.gather(*(open_one(seat) for seat in seats))
    while (quiet := time.perf_counter() - max(socket.received_at for socket in sockets)) < QUIET:  # noqa: ASYNC110
        await asyncio.sleep(QUIET - quiet)
    return [sockets[first : first + 2] for first in range(0, len(sockets), 2)]


async def play_round(target: Floor | Site, count: int, tally: Tally, pause: float = 0) -> None:
    """Play whole games in `count` rooms at once. Measures only the moves, not the set-up."""
    games = await open_all(target, count)
    used = [cpu_of(pid) for pid in target.pids]
    programs = {name: [(one, cpu_of(one)) for one in family_of(pid)] for name, pid in target.programs.items()}
    begun = time.perf_counter()
    # The starts of the games are spread over the pause.
    delays = [pause * number / count for number in range(count)]
    matches = [LiveGame(target, game, tally, pause, delay) for game, delay in zip(games, delays, strict=True)]
    await asyncio.gather(*(match.over for match in matches))
    wall = time.perf_counter() - begun
    tally.plies += count * len(CELLS)
    tally.wall += wall
    tally.rates.append(count * len(CELLS) / wall)
    tally.cpu += sum(cpu_of(pid) - before for pid, before in zip(target.pids, used, strict=True))
    for name, ones in programs.items():
        used_by_all = sum(max(0, cpu_of(one) - before) for one, before in ones)
        tally.program_cpu[name] = tally.program_cpu.get(name, 0) + used_by_all
    await close_all(games)
    await asyncio.sleep(target.rest)


async def close_all(games: list[list[Socket]]) -> None:
    for game in games:
        for socket in game:
            socket.close()
    await asyncio.sleep(0.1)
