"""Two processes behind nginx, with PostgreSQL and Redis, act as one site, whichever process a page uses."""

import threading
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.support.people import DRAW, Page, Person, Refused, two_in_a_game
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


def play_out(pages: tuple[Page, Page], watchers: list[Page]) -> None:
    for ply, cell in enumerate(DRAW, start=1):
        pages[(ply - 1) % 2].play(cell, version=ply)
        for page in (*pages, *watchers):
            assert page.sees(ply + 1) == ply + 1


class TestOneSite:
    def test_a_game_through_the_proxy_is_seen_at_every_process(self, site):
        ada, ben, code = two_in_a_game(site.url)
        watchers = [Person(process.url).page(code) for process in site.processes]
        pages = ada.page(code), ben.page(code)
        for page in (*pages, *watchers):
            page.sees(1)
        play_out(pages, watchers)
        assert stored(site, code) == (DRAW, DRAW)
        for page in (*pages, *watchers):
            page.close()

    def test_the_people_of_a_game_meet_in_one_process_and_games_are_spread(self, site):
        with ExitStack() as stack:
            codes = []
            for _ in range(12):
                ada, ben, code = two_in_a_game(site.url)
                codes.append(code)
                for person in (ada, ben):
                    page = person.page(code)
                    stack.callback(page.close)
                    page.sees(1)
            attendance = (
                "SELECT code, process_id FROM games_attendance JOIN games_game g ON g.id = game_id"
                " WHERE left_at IS NULL AND code = ANY(%s)"
            )
            with psycopg.connect(site.postgres.url, autocommit=True) as connection:

                def here() -> list[tuple[str, int]]:
                    return connection.execute(attendance, [codes]).fetchall()

                wait_until(lambda: len(here()) == 24, "That all are written down as here")
                process_of = dict(here())
                assert Counter(here()) == {(code, process_of[code]): 2 for code in codes}
                assert len(set(process_of.values())) == 2

    def test_each_process_tells_prometheus_of_itself_and_all_the_same_of_the_site(self, site):
        two_in_a_game(site.url)
        one, other = [figures(process.url) for process in site.processes]
        assert one["process_start_time_seconds"] != other["process_start_time_seconds"]
        started = 'tictactoe_games{game="classic",status="started"}'
        assert one[started] == other[started] > 0
        assert Person(site.url).get("/metrics").status == 404
        with pytest.raises(HTTPError, match="404"):  # through nginx, even with the token
            figures(site.url)


def figures(url: str) -> dict[str, float]:
    """Return a process's Prometheus metrics, by name and labels."""
    with urlopen(Request(f"{url}/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"})) as answer:
        lines = [line for line in answer.read().decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _space, value in (line.rpartition(" ") for line in lines)}


class TestLoss:
    def test_with_one_process_killed_the_other_serves_every_game(self, site):
        games = [two_in_a_game(site.url) for _ in range(6)]
        site.kill(0)
        try:
            for ada, ben, code in games:
                pages = ada.page(code), ben.page(code)
                for page in pages:
                    page.sees(1)
                play_out(pages, [])
                for page in pages:
                    page.close()
                assert stored(site, code)[1] == DRAW
        finally:
            site.start(0)

    def test_with_all_processes_down_it_says_when_to_try_again_and_comes_back(self, site):
        ada, _, code = two_in_a_game(site.url)
        for process in site.processes:
            process.stop()
        try:
            for answer in (ada.get("/"), ada.post(f"/g/{code}/play/", cell=0, version=1)):
                assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
            with pytest.raises(InvalidStatus, match="503"):
                ada.page(code)
        finally:
            for process in site.processes:
                process.start()
        wait_until(lambda: ada.get(f"/g/{code}/").status == 200, "That the site is back")

    def test_the_databases_password_is_in_no_log(self, site):
        ada, _, _ = two_in_a_game(site.url)  # a known player, whose games are queried
        site.postgres.stop()
        site.redis.stop()
        try:
            assert ada.get("/games/").status >= 500
        finally:
            site.redis.start()
            site.postgres.start()
        wait_until(lambda: ada.get("/games/").status == 200, "That the database is reached again")
        logs = "".join(process.log.read_text() for process in site.processes)
        assert "connection to server" in logs  # the line might contain a password
        assert site.postgres.password not in logs
        assert site.redis.password not in logs


@dataclass
class Play:
    """Two people at `url` who play drawn games, one after another, until they are told to stop; and the results.

    A move is acknowledged when its own page has a state that is newer than the one it answered. If the socket closes
    first, the page reconnects and sends the move again if the state is still the old one, as the page's script does. A
    move that a busy machine refuses is made again, as its player is asked to.
    """

    url: str
    by_forms: bool = False
    games: list[str] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    statuses: Counter = field(default_factory=Counter)
    again: int = 0

    def run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            ada, ben, code = two_in_a_game(self.url)
            if self.by_forms:
                self.play_by_forms((ada, ben), code)
            else:
                self.play((ada, ben), code)
            self.games.append(code)

    def play_by_forms(self, people: tuple[Person, Person], code: str) -> None:
        for ply, cell in enumerate(DRAW, start=1):
            answer = people[(ply - 1) % 2].post(f"/g/{code}/play/", cell=cell, version=ply)
            self.statuses[answer.status] += 1

    def play(self, people: tuple[Person, Person], code: str) -> None:
        pages = [self.come_back(person, code)[0] for person in people]
        for ply, cell in enumerate(DRAW, start=1):
            mover = (ply - 1) % 2
            pages[mover].play(cell, version=ply)
            for number, person in enumerate(people):
                while True:
                    try:
                        pages[number].sees(ply + 1)
                        break
                    except Refused:
                        pages[number].play(cell, version=ply)
                    except ConnectionClosed as closed:
                        self.closed.append(closed.rcvd.code if closed.rcvd else 1006)
                        pages[number], version = self.come_back(person, code)
                        if number == mover and version == ply:
                            self.again += 1
                            pages[number].play(cell, version=ply)
                        elif version > ply:
                            break
        for page in pages:
            page.close()

    def come_back(self, person: Person, code: str) -> tuple[Page, int]:
        while True:
            try:
                page = person.page(code)
                return page, page.sees(1)
            except (ConnectionClosed, InvalidStatus, OSError):
                continue


def test_a_rolling_restart_under_play_loses_nothing_and_turns_nobody_away(site):
    # The third bypasses the proxy, to a process where nobody else could answer meanwhile.
    plays = [Play(site.url), Play(site.url, by_forms=True), Play(site.processes[0].url, by_forms=True)]
    stop, failed = threading.Event(), []
    _, ben, code = two_in_a_game(site.url)
    waiting = [ben.page(code, at=process.url) for process in site.processes]

    def run(play: Play) -> None:
        try:
            play.run(stop)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(play,)) for play in plays]
    for thread in threads:
        thread.start()
    before = [process.pid for process in site.processes]
    wait_until(lambda: failed or all(play.games for play in plays), "That all have played a game", PATIENCE)
    site.rolling_restart()
    played = [len(play.games) for play in plays]
    wait_until(
        lambda: failed or all(len(play.games) > n for play, n in zip(plays, played, strict=True)),
        "That all have played another game",
        PATIENCE,
    )
    stop.set()
    for thread in threads:
        thread.join()
    assert failed == []
    assert set(before) & {process.pid for process in site.processes} == set()
    for code in (code for play in plays for code in play.games):
        assert stored(site, code) == (DRAW, DRAW)
    # No form was refused, and sockets were told to reconnect.
    assert {status for play in plays for status in play.statuses} == {200}
    assert {code for play in plays for code in play.closed} <= {1012, 1006}  # 1006: connected at that moment
    assert [page.close_code() for page in waiting] == [1012, 1012]
    site.manage("verify")  # fails if a game breaks the rules


def test_where_one_would_not_start_again_the_others_are_left_as_they_are(site, monkeypatch):
    before = [process.pid for process in site.processes]
    with monkeypatch.context() as patched:
        patched.setitem(site.environment, "BEAT", "never")
        with pytest.raises(DidNotStart, match="BEAT must be a number of seconds"):
            site.rolling_restart()
    try:
        assert [process.pid for process in site.processes][1:] == before[1:]
        assert {Person(site.url).get("/").status for _ in range(10)} == {200}
    finally:
        site.start(0)
