"""Plies per second, latency and CPU of the live room, in turns with the floor (tests/bench/floor).

    python tests/bench/live.py [--games 1,16,64,128] [--rounds 6] [--json results.json]

A round plays a whole drawn game of 9 plies in each of N games at once, over two sockets each. A ply begins when the
seat to move sends its frame and is done when BOTH have the new state; then the next begins. Latency is from the send to
the opponent's receipt. Making games and connecting are not timed. Servers run on core 0, this client on core 1, and a
round of the floor follows each round of the site, since the speed of a machine drifts: compare the ratios.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from tests.server import Server, free_port  # noqa: E402

CELLS = (0, 1, 2, 4, 3, 5, 7, 6, 8)  # X O X / X O O / O X X: a draw
SERVER_CORE, CLIENT_CORE = "0", 1


@dataclass
class Tally:
    """What rounds against one server came to."""

    plies: int = 0
    wall: float = 0
    cpu: float = 0
    latencies: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)

    def add(self, plies: int, wall: float, cpu: float) -> None:
        self.plies += plies
        self.wall += wall
        self.cpu += cpu
        self.rates.append(plies / wall)


def cpu_of(pid: int) -> float:
    """The CPU seconds a process has used."""
    return time.clock_gettime_ns((~pid << 3) | 2) / 1e9


async def play(sockets: list[ClientConnection], frame, arrived, tally: Tally) -> None:
    """Plays one game: `frame(ply)` is what to send, `arrived(text, ply)` whether a text is the state after that ply."""
    for ply in range(len(CELLS)):
        mover, other = sockets[ply % 2], sockets[(ply + 1) % 2]
        sent = time.perf_counter()
        await mover.send(frame(ply))
        while not arrived(await other.recv(), ply):
            pass
        tally.latencies.append(time.perf_counter() - sent)
        while not arrived(await mover.recv(), ply):
            pass


class Floor:
    """The bare echo under Daphne."""

    rest = 0

    def __init__(self) -> None:
        self.port = free_port()
        daphne = [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(self.port)]
        self.process = subprocess.Popen(
            ["taskset", "-c", SERVER_CORE, *daphne, "tests.bench.floor.asgi:application"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.rooms = 0

    @property
    def pid(self) -> int:
        return self.process.pid

    async def games(self, count: int) -> list[list[ClientConnection]]:
        self.rooms += 1
        address = f"ws://127.0.0.1:{self.port}/ws/r{self.rooms}x"
        return [[await connect(f"{address}{game}/", compression=None) for _ in "XO"] for game in range(count)]

    def frame(self, _sockets: list[ClientConnection], ply: int) -> str:
        return json.dumps({"m": CELLS[ply], "p": ply})

    def arrived(self, text: str, ply: int) -> bool:
        return json.loads(text)["p"] == ply

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Site:
    """The site as `make run` starts it."""

    rest = 4  # seconds until it has noted that everybody has left

    def __init__(self) -> None:
        self.server = Server(Path(tempfile.mkdtemp(prefix="tictactoe-bench-")))
        self.server.prepare()
        self.server.start("taskset", "-c", SERVER_CORE, sys.executable, "manage.py", "serve")

    @property
    def pid(self) -> int:
        return self.server.process.pid

    async def games(self, count: int) -> list[list[ClientConnection]]:
        made = await asyncio.to_thread(self.make, count)
        return [[await self.open(game["code"], cookie) for cookie in game["cookies"]] for game in made]

    def make(self, count: int) -> list[dict]:
        done = subprocess.run(
            ["taskset", "-c", str(CLIENT_CORE), sys.executable, "tests/bench/make_games.py", str(count)],
            cwd=ROOT, env=self.server.environment, check=True, capture_output=True, text=True,
        )  # fmt: skip
        return [json.loads(line) for line in done.stdout.splitlines()]

    async def open(self, code: str, cookie: str) -> ClientConnection:
        return await connect(
            f"ws://127.0.0.1:{self.server.port}/ws/g/{code}/?lang=en",
            origin=self.server.url,
            additional_headers={"Cookie": cookie},
            compression=None,
        )

    def frame(self, _sockets: list[ClientConnection], ply: int) -> str:
        # A game just joined has version 1, and each move raises it by one.
        return json.dumps({"do": "play", "cell": CELLS[ply], "version": ply + 1})

    def arrived(self, text: str, ply: int) -> bool:
        frame = json.loads(text)
        assert frame["type"] != "refused", frame["message"]
        return frame["type"] == "state" and frame["version"] == ply + 2

    def stop(self) -> None:
        self.server.stop()


async def settle(sockets: list[ClientConnection]) -> None:
    """Waits until the sockets have been quiet for a moment: all are connected and have their first state."""
    for socket in sockets:
        while True:
            try:
                await asyncio.wait_for(socket.recv(), 0.2)
            except TimeoutError:
                break
        if len(sockets) > 16:
            await asyncio.sleep(0)


async def round_of(target: Floor | Site, count: int, tally: Tally) -> None:
    games = await target.games(count)
    await asyncio.gather(*(settle(game) for game in games))
    cpu, begun = cpu_of(target.pid), time.perf_counter()
    await asyncio.gather(
        *(play(game, lambda ply, game=game: target.frame(game, ply), target.arrived, tally) for game in games)
    )
    tally.add(count * len(CELLS), time.perf_counter() - begun, cpu_of(target.pid) - cpu)
    await asyncio.gather(*(socket.close() for game in games for socket in game))
    await asyncio.sleep(target.rest)


def row(count: int, floor: Tally, site: Tally) -> dict[str, float]:
    ordered = sorted(site.latencies)
    return {
        "games": count,
        "floor plies/s": floor.plies / floor.wall,
        "plies/s": site.plies / site.wall,
        "ratio": statistics.median(ours / bare for ours, bare in zip(site.rates, floor.rates, strict=True)),
        "p50 ms": ordered[len(ordered) // 2] * 1000,
        "p99 ms": ordered[int(len(ordered) * 0.99)] * 1000,
        "CPU ms/ply": site.cpu / site.plies * 1000,
        "floor CPU ms/ply": floor.cpu / floor.plies * 1000,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="1,16,64,128", help="how many games at once, separated by commas")
    parser.add_argument("--rounds", type=int, default=6, help="rounds of each")
    parser.add_argument("--json", help="where to write the results")
    options = parser.parse_args()
    os.sched_setaffinity(0, {CLIENT_CORE})
    rows = asyncio.run(measure([int(count) for count in options.games.split(",")], options.rounds))
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=1))


async def measure(counts: list[int], rounds: int) -> list[dict[str, float]]:
    """Plays and prints a line for each count of games at once."""
    floor, site, rows = Floor(), Site(), []
    try:
        await asyncio.sleep(2)
        for count in counts:
            tallies = Tally(), Tally()
            for _round in range(rounds + 1):
                if _round == 1:  # the first one warms up
                    tallies = Tally(), Tally()
                for target, tally in zip((floor, site), tallies, strict=True):
                    await round_of(target, count, tally)
            rows.append(row(count, *tallies))
            if len(rows) == 1:
                print("".join(f"{name:>18}" for name in rows[0]))
            print("".join(f"{value:18.2f}" for value in rows[-1].values()), flush=True)
    finally:
        floor.stop()
        site.stop()
    return rows


if __name__ == "__main__":
    main()
