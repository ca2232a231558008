"""The real server, as `manage.py serve` starts it, with one fault built in.

    python tests/faults/broken_server.py dies 12         kills itself after the 12th change, before sending its news
    python tests/faults/broken_server.py lossy 1         loses news; 1 is the share that it loses
    python tests/faults/broken_server.py unreliable 7    loses, doubles and delays news; 7 is a seed
    python tests/faults/broken_server.py impatient 1 2   pings every second, and closes sockets that are silent for 2 s
    python tests/faults/broken_server.py impatient 1 2 6 also closes every socket after 6 s

The first three faults replace `news.publish`, through which all news passes.
"""

import os
import random
import signal
import sys
import threading
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import django
from django.core.management import execute_from_command_line

django.setup()  # the imports below need the apps

from games.management.commands import serve  # noqa: E402
from games.play import news  # noqa: E402

publish = news.publish

MAX_DELAY = 3.0  # seconds


def dies(count: str) -> None:
    """Kill the process when the change is committed but not answered."""
    left = int(count)

    def die_or_publish(code: str, kind: str, news: Any) -> None:
        nonlocal left
        left -= kind == "state"
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        publish(code, kind, news)

    news.publish = die_or_publish


def lossy(share: str) -> None:
    news.publish = lambda *news: None if random.random() < float(share) else publish(*news)


def deliveries(rng: random.Random) -> list[float]:
    """Return the delay in seconds of each delivery of a message: 30 % of messages are lost, 30 % arrive twice and late,
    30 % arrive late, so that later ones overtake them, and the rest arrive at once."""
    drawn = rng.random()
    if drawn < 0.3:
        return []
    if drawn < 0.6:
        return [rng.uniform(0, MAX_DELAY), rng.uniform(0, MAX_DELAY)]
    return [rng.uniform(0, MAX_DELAY)] if drawn < 0.9 else [0]


def unreliable(seed: str) -> None:
    rng = random.Random(int(seed))

    def deliver(*news: Any) -> None:
        for seconds in deliveries(rng):
            timer = threading.Timer(seconds, publish, news)
            timer.daemon = True
            timer.start()

    news.publish = deliver


def impatient(interval: str, timeout: str, life: str = "86400") -> None:
    class Impatient(serve.Server):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            options |= {"ping_interval": int(interval), "ping_timeout": int(timeout), "websocket_timeout": int(life)}
            super().__init__(*arguments, **options)

    serve.Server = Impatient


if __name__ == "__main__":
    fault, *arguments = sys.argv[1:]
    {function.__name__: function for function in (dies, lossy, unreliable, impatient)}[fault](*arguments)
    execute_from_command_line(["manage.py", "serve"])
