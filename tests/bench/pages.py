"""Pages per second, the cost of sockets, the time until the server answers, and the bytes of a visit."""

import http.client
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench.client import close_all, open_all
from tests.bench.live import percentile
from tests.bench.servers import ROOT, SERVER_CORE, Site, cpu_of
from tests.browser.conftest import FLAGS
from tests.browser.visits import visited, weigh
from tests.support.server import Server, new_server

SECONDS = 4  # for each page
CLIENTS = 4
CLASS = 60  # people who open a page at once
CSRF_COOKIE = "csrftoken=" + "s" * 32  # browsers get it with the home page


Headers = dict[str, str]


def paths(site: Site) -> dict[str, tuple[str, Headers]]:
    """Return the path of each page, and the headers of a browser that asks for it."""
    [(seat, _)] = site.games(1)
    somebody = _browser(seat.headers["Cookie"])
    [tournament] = site.make("0", "--tournament")
    [finished] = site.make("1", "--finished")
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


def _ask(connection: http.client.HTTPConnection, path: str, headers: Headers) -> float:
    """Return the seconds until a page has arrived."""
    begun = time.perf_counter()
    sent = {"Host": f"127.0.0.1:{connection.port}", "Accept-Encoding": "gzip", **headers}
    connection.request("GET", path, headers=sent)
    response = connection.getresponse()
    response.read()
    assert response.status == 200, response.status
    return time.perf_counter() - begun


async def sockets(site: Site, count: int) -> dict:
    """Return the CPU time of opening a room's socket and sending its first frames, for people in `count` games."""
    await close_all(await open_all(site, count))  # the first requests warm up
    used = sum(map(cpu_of, site.pids))
    opened = await open_all(site, count)
    cpu = sum(map(cpu_of, site.pids)) - used
    await close_all(opened)
    return {"set-up": site.name, "sockets": 2 * count, "CPU ms/socket": cpu / (2 * count) * 1e3}


def opened_at_once(site: Site, name: str, path: str, headers: Headers) -> dict:
    """Return the seconds until a page has reached the first and the last of a CLASS that opens it at once."""
    gate = threading.Barrier(CLASS)

    def ask(_number: int) -> float:
        connection = http.client.HTTPConnection("127.0.0.1", site.port)
        gate.wait()
        return _ask(connection, path, headers)

    with ThreadPoolExecutor(CLASS) as threads:
        took = [*threads.map(ask, range(CLASS))]
    return {"set-up": site.name, "page": name, "at once": CLASS, "first s": min(took), "last s": max(took)}


def pages_per_second(site: Site, name: str, path: str, headers: Headers) -> dict:
    """Return how many of these pages per second the site serves to CLIENTS at once."""
    times: list[float] = []
    until = time.perf_counter() + SECONDS + 0.5

    def ask(_number: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", site.port)
        while time.perf_counter() < until:
            times.append(_ask(connection, path, headers))

    with ThreadPoolExecutor(CLIENTS) as threads:
        asking = threads.map(ask, range(CLIENTS))
        time.sleep(0.5)
        used, before, begun = sum(map(cpu_of, site.pids)), len(times), time.perf_counter()
        list(asking)
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
    with new_server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=subprocess.check_output([ROOT / "tools" / "chromium"], text=True).strip(), args=FLAGS
        )
        page = browser.new_page()
        for name, address in visited(page, server).items():
            fresh = browser.new_context(storage_state=page.context.storage_state()).new_page()
            rows.append({"page": name, "first visit bytes": weigh(fresh, address), "later": weigh(fresh, address)})
        browser.close()
    return rows
