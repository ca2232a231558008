"""Pages: how many the server renders in a second, how soon it answers after its start, and what a visit weighs."""

import http.client
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench.live import percentile
from tests.bench.servers import ROOT, SERVER_CORE, Site, cpu_of
from tests.browser.conftest import FLAGS
from tests.browser.visits import visited, weigh
from tests.server import Server

SECONDS = 4
CLIENTS = 4


def renders(site: Site) -> list[dict]:
    """Pages per second for home, a game in play, and a finished game, asked for by a few clients at once."""
    [(seat, _)] = site.games(1)
    game = seat.path.removeprefix("/ws").partition("?")[0]
    return [
        _renders(site, name, path, {"Cookie": seat.headers["Cookie"]})
        for name, path in [("home", "/"), ("game", game), ("review", _finished(site))]
    ]


def _finished(site: Site) -> str:
    done = subprocess.run(
        [sys.executable, "tests/bench/make_games.py", "1", "--finished"],
        cwd=ROOT, env=site.environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return f"/g/{json.loads(done.stdout)['code']}/"


def _renders(site: Site, name: str, path: str, headers: dict[str, str]) -> dict:
    times: list[float] = []
    until = time.perf_counter() + SECONDS + 0.5

    def ask() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", site.port)
        while time.perf_counter() < until:
            begun = time.perf_counter()
            connection.request("GET", path, headers={"Host": f"127.0.0.1:{site.port}", **headers})
            response = connection.getresponse()
            response.read()
            assert response.status == 200, response.status
            times.append(time.perf_counter() - begun)

    threads = [threading.Thread(target=ask) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    used, before, begun = sum(map(cpu_of, site.pids)), len(times), time.perf_counter()
    for thread in threads:
        thread.join()
    count = len(times) - before
    return {
        "set-up": site.name,
        "page": name,
        "pages/s": count / (time.perf_counter() - begun),
        "p50 ms": percentile(times[before:], 50) * 1e3,
        "p99 ms": percentile(times[before:], 99) * 1e3,
        "CPU ms/page": (sum(map(cpu_of, site.pids)) - used) / count * 1e3,
    }


def start_up(times: int = 5) -> list[dict]:
    """Seconds from the start of the server to its first answer, the median of a few starts."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="tictactoe-bench-") as folder:
        server = Server(Path(folder))
        server.prepare()
        uvicorn = [sys.executable, "-m", "uvicorn", "tictactoe_site.asgi:application", "--port", str(server.port)]
        for name, command in [("daphne", [sys.executable, "manage.py", "serve"]), ("uvicorn", uvicorn)]:
            took = []
            for _time in range(times):
                begun = time.perf_counter()
                server.start("taskset", "-c", str(SERVER_CORE), *command)
                server.get("/")
                took.append(time.perf_counter() - begun)
                server.stop()
            rows.append({"server": name, "first answer after s": percentile(took, 50), "slowest s": max(took)})
    return rows


def visits() -> list[dict]:
    """Bytes over the wire, with headers, of each page as the first of a visit, and of the same page seen again."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="tictactoe-bench-") as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.prepare()
        server.start()
        browser = playwright.chromium.launch(
            executable_path=subprocess.check_output([ROOT / "tools" / "chromium"], text=True).strip(), args=FLAGS
        )
        page = browser.new_page()
        for name, address in visited(page, server).items():
            fresh = browser.new_context(storage_state=page.context.storage_state()).new_page()
            rows.append({"page": name, "first visit bytes": weigh(fresh, address), "later": weigh(fresh, address)})
        browser.close()
        server.stop()
    return rows
