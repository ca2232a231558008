"""People who play everybody's machine of matchboxes by forms, as pages without a script do, and count what they were
shown."""

import http.client
import json
import random
import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tests.faults.forms import Answer, post
from tests.faults.players import PATIENCE, Site
from tests.faults.report import Fault

MACHINE = "/menace/everybody/"
AGAIN_AFTER = 0.2  # seconds


@dataclass(frozen=True)
class Shown:
    """What a page shows of a game: its version, the squares that can be pressed, and its number once it is over."""

    version: int
    empty: tuple[int, ...]
    number: int | None

    @classmethod
    def of(cls, html: str) -> "Shown":
        version = re.search(r'name="version" value="(\d+)"', html)
        number = re.search(r"<h2>Game (\d+):", html)
        empty = re.findall(r'name="cell" value="(\d)" aria-label="[^"]*, empty"', re.sub(r' class="\w*"', "", html))
        return cls(int(version[1]) if version else 0, tuple(map(int, empty)), int(number[1]) if number else None)


@dataclass
class Visitor:
    """Somebody at everybody's machine. `origins` are the processes that they come to by turns."""

    origins: Sequence[str]
    cookie: str
    finished: list[int] = field(default_factory=list)  # the numbers of the games they were shown the end of
    moves: int = 0
    again: int = 0  # presses that were sent again
    took: list[float] = field(default_factory=list)  # seconds of each press that was answered at once

    def play(self, games: int) -> None:
        """Plays so many games to their end, each press until it is answered, and once more where that is a repeat."""
        for _game in range(games):
            self.send(begin="")
            while (shown := self.look()).number is None:
                press = {"cell": random.choice(shown.empty), "version": shown.version}
                self.send(**press)
                self.moves += 1
                if random.random() < 0.3:
                    self.send(**press)  # a second click
            self.finished.append(shown.number)

    def send(self, **form: object) -> Answer:
        deadline = time.monotonic() + PATIENCE
        while True:
            begun = time.monotonic()
            try:
                answer = post(random.choice(self.origins), MACHINE, self.cookie, **form)
                if answer.status in (302, 409):  # 409: a press that was stored already, on a game that has gone on
                    self.took.append(time.monotonic() - begun)
                    return answer
            except (OSError, http.client.HTTPException):
                pass
            assert time.monotonic() < deadline, "nobody answers"
            self.again += 1
            time.sleep(AGAIN_AFTER)

    def look(self) -> Shown:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                connection = http.client.HTTPConnection(
                    random.choice(self.origins).removeprefix("http://"), timeout=PATIENCE
                )
                connection.request("GET", MACHINE, headers={"Cookie": self.cookie, "Accept-Language": "en"})
                answer = connection.getresponse()
                html = answer.read().decode()
                connection.close()
                if answer.status == 200:
                    return Shown.of(html)
            except (OSError, http.client.HTTPException):
                pass
            assert time.monotonic() < deadline, "nobody answers"
            time.sleep(AGAIN_AFTER)


def play_at_once(visitors: Sequence[Visitor], games: int) -> None:
    """Has everybody play at the same time. Raises what stopped one of them."""
    with ThreadPoolExecutor(len(visitors)) as threads:
        for done in [threads.submit(visitor.play, games) for visitor in visitors]:
            done.result()


STORED = (
    "import json; from games.models import Menace; row = Menace.objects.get(player=None);"
    "print(json.dumps([row.generation, row.earlier_games + row.games, row.curve]))"
)


def hold(site: Site, visitors: Sequence[Visitor], fault: Fault) -> None:
    """Adds to a fault what everybody was shown. Raises AssertionError if a game was lost or counted twice, or if the
    database does not fit the rules."""
    generation, games, _curve = json.loads(site.manage("shell", "--verbosity", "0", "-c", STORED))
    shown = sorted(number for visitor in visitors for number in visitor.finished)
    fault.moves += sum(visitor.moves for visitor in visitors)
    fault.lost += max(len(shown) - games, 0)
    fault.doubled += max(games - len(shown), 0)
    assert games == len(shown)
    if generation == 1:
        fault.wrong += len(set(shown) ^ set(range(1, games + 1)))
        assert shown == [*range(1, games + 1)]
    site.manage("verify")
