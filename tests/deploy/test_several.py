"""Two processes behind nginx, with PostgreSQL and Redis, act as one site."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
import pytest

from tests.support.people import DRAW, Person, play_out, two_in_a_game
from tests.support.server import METRICS_TOKEN
from tests.support.waiting import PATIENCE
from tools.cluster.cluster import Cluster
from tools.cluster.programs import DidNotStart, wait_until

pytestmark = pytest.mark.slow


def stored(site: Cluster, code: str) -> tuple[str, str]:
    """Return the record of a game and its moves, as stored in PostgreSQL."""
    with psycopg.connect(site.postgres.url) as connection:
        [record] = connection.execute("SELECT record FROM games_game WHERE code = %s", [code]).fetchone()
        moves = "SELECT cell FROM games_move JOIN games_game g ON g.id = game_id WHERE code = %s ORDER BY ply"
        return record, "".join(cell for (cell,) in connection.execute(moves, [code]))


class TestOneSite:
    def test_a_game_through_the_proxy_is_visible_at_every_process(self, site):
        ada, ben, code = two_in_a_game(site.url)
        pages = [ada.page(code), ben.page(code), *(Person(process.url).page(code) for process in site.processes)]
        for page in pages:
            page.sees(1)
        play_out(*pages)
        assert stored(site, code) == (DRAW, DRAW)
        for page in pages:
            page.close()

    def test_each_process_reports_its_own_metrics_and_the_same_ones_of_the_site(self, site):
        two_in_a_game(site.url)
        one, other = [figures(process.url) for process in site.processes]
        assert one["process_start_time_seconds"] != other["process_start_time_seconds"]
        started = 'tictactoe_games{game="classic",status="started"}'
        assert one[started] == other[started] > 0
        assert Person(site.url).get("/metrics").status == 404
        with pytest.raises(HTTPError, match="404"):  # through nginx, even with the token
            figures(site.url)


def figures(url: str) -> dict[str, float]:
    with urlopen(Request(f"{url}/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"})) as answer:
        lines = [line for line in answer.read().decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _space, value in (line.rpartition(" ") for line in lines)}


def test_the_databases_password_is_in_no_log(site):
    ada, _, _ = two_in_a_game(site.url)  # a player whose games must be queried
    site.postgres.stop()
    site.redis.stop()
    try:
        assert ada.get("/games/").status >= 500
    finally:
        site.redis.start()
        site.postgres.start()
    wait_until(lambda: ada.get("/games/").status == 200, "The return of the database")
    logs = "".join(process.log.read_text() for process in site.processes)
    assert "connection to server" in logs  # the lines that might contain a password
    assert site.postgres.password not in logs
    assert site.redis.password not in logs


def test_a_rolling_restart_rejects_no_form(site):
    """tests/faults/test_killed.py tests the sockets (fault 3d)."""
    # The second URL bypasses the proxy, so no other process can answer while this one restarts.
    urls, stop = (site.url, site.processes[0].url), threading.Event()
    played: dict[str, list[str]] = {url: [] for url in urls}
    statuses: Counter[int] = Counter()

    def play(url: str) -> None:
        while not stop.is_set():
            ada, ben, code = two_in_a_game(url)
            for ply, cell in enumerate(DRAW, start=1):
                statuses[(ada, ben)[(ply - 1) % 2].post(f"/g/{code}/play/", cell=cell, version=ply).status] += 1
            played[url].append(code)

    def all_have_played(games: dict[str, int]) -> None:
        wait_until(lambda: all(len(played[url]) > games[url] for url in urls), "A game at each URL", PATIENCE)

    before = [process.pid for process in site.processes]
    with ThreadPoolExecutor() as people:
        playing = [people.submit(play, url) for url in urls]
        try:
            all_have_played(dict.fromkeys(urls, 0))
            site.rolling_restart()
            all_have_played({url: len(games) for url, games in played.items()})
        finally:
            stop.set()
        for one in playing:
            one.result()
    assert set(before) & {process.pid for process in site.processes} == set()
    for code in (*played[urls[0]], *played[urls[1]]):
        assert stored(site, code) == (DRAW, DRAW)
    assert set(statuses) == {200}
    site.manage("verify")  # fails if a game breaks the rules


def test_a_process_that_fails_to_restart_leaves_the_others_running(site, monkeypatch):
    before = [process.pid for process in site.processes]
    with monkeypatch.context() as patched:
        patched.setitem(site.environment, "BEAT", "never")
        with pytest.raises(DidNotStart, match="BEAT must be a number of seconds"):
            site.rolling_restart()
    try:
        assert [process.pid for process in site.processes][1:] == before[1:]
        assert {Person(site.url).get("/").status for _ in range(10)} == {200}
    finally:
        site.processes[0].start()
