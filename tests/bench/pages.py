"""Pages per second, the cost of sockets, the time until the server answers, and the bytes of a visit."""

import http.client
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import uvloop
from playwright.sync_api import sync_playwright

from tests.bench.client import close_all, open_all
from tests.bench.live import percentile
from tests.bench.servers import ROOT, SERVER_CORE, Site, cpu_of
from tests.browser.conftest import FLAGS
from tests.browser.visits import visited, weigh
from tests.support.server import Server

SECONDS = 4  # for each page
CLIENTS = 4
CLASS = 60  # people who open a page at once
CSRF_COOKIE = "csrftoken=" + "s" * 32  # browsers get it with the home page


def pages_per_second(site: Site) -> list[dict]:
    """Return for each page how many per second the site serves to CLIENTS at once."""
    return [_pages_per_second(site, name, *asked) for name, asked in _pages(site).items()]


def opened_at_once(site: Site) -> list[dict]:
    """Return for each page the seconds until it has reached the first and the last of a CLASS that opens it at once."""
    return [_opened_at_once(site, name, *asked) for name, asked in _pages(site).items()]


def sockets(site: Site) -> list[dict]:
    """Return the CPU time of opening a room's socket and sending its first frames, for people in a hundred games."""
    return [uvloop.run(_sockets(site, 100))]


Headers = dict[str, str]


def _pages(site: Site) -> dict[str, tuple[str, Headers]]:
    [(seat, _)] = site.games(1)
    somebody = _browser(seat.headers["Cookie"])
    tournament = _create(site, "0", "--tournament")
    finished = _create(site, "1", "--finished")
    return {
        "home": ("/", somebody),
        "how to play": ("/how-to-play/", somebody),
        "opponents": ("/opponents/", somebody),
        "game": (seat.path.removeprefix("/ws").partition("?")[0], somebody),
        "review": (f"/g/{finished['code']}/", somebody),
        "tournament": (f"/t/{tournament['code']}/", _browser(tournament["cookie"])),
        "wall": (f"/t/{tournament['code']}/wall/", {}),
    }


def _browser(cookie: str) -> Headers:
    return {"Cookie": f"{cookie}; {CSRF_COOKIE}"}


def _create(site: Site, *arguments: str) -> dict:
    done = subprocess.run(
        [sys.executable, "tests/bench/make_games.py", *arguments],
        cwd=ROOT, env=site.environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    made: dict = json.loads(done.stdout)
    return made


def _ask(site: Site, connection: http.client.HTTPConnection, path: str, headers: Headers) -> None:
    sent = {"Host": f"127.0.0.1:{site.port}", "Accept-Encoding": "gzip", **headers}
    connection.request("GET", path, headers=sent)
    response = connection.getresponse()
    response.read()
    assert response.status == 200, response.status


async def _sockets(site: Site, count: int) -> dict:
    await close_all(await open_all(site, count))  # the first requests warm up
    used = sum(map(cpu_of, site.pids))
    opened = await open_all(site, count)
    cpu = sum(map(cpu_of, site.pids)) - used
    await close_all(opened)
    return {"set-up": site.name, "sockets": 2 * count, "CPU ms/socket": cpu / (2 * count) * 1e3}


def _opened_at_once(site: Site, name: str, path: str, headers: Headers) -> dict:
    took: list[float] = []
    gate = threading.Barrier(CLASS)

    def ask() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", site.port)
        gate.wait()
        begun = time.perf_counter()
        _ask(site, connection, path, headers)
        took.append(time.perf_counter() - begun)

    threads = [threading.Thread(target=ask) for _ in range(CLASS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(took) == CLASS
    return {"set-up": site.name, "page": name, "at once": CLASS, "first s": min(took), "last s": max(took)}


def _pages_per_second(site: Site, name: str, path: str, headers: Headers) -> dict:
    times: list[float] = []
    until = time.perf_counter() + SECONDS + 0.5

    def ask() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", site.port)
        while time.perf_counter() < until:
            begun = time.perf_counter()
            _ask(site, connection, path, headers)
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
    """Return the seconds from the start of each server to its first response: the median and the slowest start."""
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
    """Return the bytes over the wire, with headers, of each page on a first visit and when it is loaded again."""
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
