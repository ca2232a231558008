"""The measured servers: the floor, and the site as `make run` and `make scale` start it."""

import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.server import free_port, new_server  # noqa: E402
from tools.cluster.cluster import Cluster  # noqa: E402
from tools.cluster.programs import accepts, wait_until  # noqa: E402

SERVER_CORE, CLIENT_CORE = 0, 1
CELLS = (0, 1, 2, 4, 3, 5, 7, 6, 8)  # X O X / X O O / O X X: a draw


@dataclass(frozen=True)
class Seat:
    """How one side of a game opens its socket: the path, the headers to send, and the port."""

    path: str
    headers: dict[str, str]
    port: int


def cpu_of(pid: int) -> float:
    """Return the CPU seconds that a process has used."""
    try:
        return time.clock_gettime_ns((~pid << 3) | 2) / 1e9
    except OSError:  # it has ended, like a PostgreSQL process with its connection
        return 0


class Floor:
    """A bare Channels group echo under Daphne; each frame has only a cell and the number of the ply."""

    name = "floor"
    rest = 0
    programs: dict[str, int] = {}

    def __init__(self) -> None:
        self.port = free_port()
        daphne = [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(self.port)]
        self.process = subprocess.Popen(
            ["taskset", "-c", str(SERVER_CORE), *daphne, "tests.bench.floor.asgi:application"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.rooms = 0

    def __enter__(self) -> "Floor":
        wait_until(lambda: accepts(self.port), "The start of the floor")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()

    @property
    def pids(self) -> list[int]:
        return [self.process.pid]

    def games(self, count: int) -> list[tuple[Seat, Seat]]:
        self.rooms += 1
        return [(Seat(f"/ws/r{self.rooms}x{game}/", {}, self.port),) * 2 for game in range(count)]

    def frame(self, ply: int) -> bytes:
        return b'{"m":%d,"p":%d}' % (CELLS[ply], ply)

    def arrived(self, data: bytes, ply: int) -> bool:
        return json.loads(data)["p"] == ply


class Site:
    """The site under test at `url`. Its processes run in `environment` and have `pids`; `programs` has the pids of
    PostgreSQL and the like, by name."""

    rest = 4  # seconds until all departures are recorded

    def __init__(
        self, name: str, url: str, environment: dict[str, str], pids: list[int], programs: dict[str, int]
    ) -> None:
        self.name, self.url, self.environment, self.pids = name, url, environment, pids
        self.port = int(url.rpartition(":")[2])
        self.programs = programs

    def make(self, *arguments: str) -> list[dict]:
        """Run make_games.py on the site's data, and return what it has created."""
        done = subprocess.run(
            ["taskset", "-c", str(CLIENT_CORE), sys.executable, "tests/bench/make_games.py", *arguments],
            cwd=ROOT, env=self.environment, check=True, capture_output=True, text=True,
        )  # fmt: skip
        return [json.loads(line) for line in done.stdout.splitlines()]

    def games(self, count: int) -> list[tuple[Seat, Seat]]:
        return [self._seats(game) for game in self.make(str(count))]

    def _seats(self, game: dict) -> tuple[Seat, Seat]:
        path = f"/ws/g/{game['code']}/?lang=en"
        origin = f"http://127.0.0.1:{self.port}"
        x, o = (Seat(path, {"Cookie": cookie, "Origin": origin}, self.port) for cookie in game["cookies"])
        return x, o

    def frame(self, ply: int) -> bytes:
        # A game that was just joined has version 1, and each move raises it by one.
        return b'{"do":"play","cell":%d,"version":%d}' % (CELLS[ply], ply + 1)

    def arrived(self, data: bytes, ply: int) -> bool:
        frame = json.loads(data)
        assert frame["type"] != "refused", frame["message"]
        return frame["type"] == "state" and frame["version"] == ply + 2


@contextlib.contextmanager
def run_set_up(**variables: str) -> Iterator[Site]:
    """Start the site as `make run` does: Daphne and SQLite. `variables` are added to its environment."""
    with new_server("taskset", "-c", str(SERVER_CORE), sys.executable, "manage.py", "serve", **variables) as server:
        yield Site("run", server.url, server.environment, [server.process.pid], {})


@contextlib.contextmanager
def scale_set_up(processes: int, **variables: str) -> Iterator[Site]:
    """Start the site as `make scale` does: uvicorn processes, PostgreSQL, Redis and nginx, all on the server's core."""
    with (
        tempfile.TemporaryDirectory(prefix="tictactoe-bench-") as folder,
        Cluster(Path(folder), processes=processes, cores=[SERVER_CORE], **variables) as cluster,
    ):
        programs = {"postgresql": cluster.postgres.pid, "redis": cluster.redis.pid, "nginx": cluster.proxy.pid}
        pids = [process.pid for process in cluster.processes]
        yield Site(f"scale {processes}", cluster.url, cluster.environment, pids, programs)
