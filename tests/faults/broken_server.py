"""The real server, as `manage.py serve` starts it, with one fault built in.

    python tests/faults/broken_server.py dies 12     kills itself after the 12th change of a game, before sending news
    python tests/faults/broken_server.py deaf 1      all news of games is lost: 1 is the share that is lost
    python tests/faults/broken_server.py shaken 7    news is lost, doubled and delayed; 7 is a seed
    python tests/faults/broken_server.py hasty 1 2   pings after 1 s and gives up 2 s later
    python tests/faults/broken_server.py hasty 1 2 6 the same, and no socket lives beyond 6 s

News is broken only in `news.publish`, through which all of it passes.
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

LATE = 3.0  # seconds at most


def dies(count: str) -> None:
    """At that time the change is committed but not answered."""
    left = int(count)

    def die_or_publish(code: str, kind: str, news: Any) -> None:
        nonlocal left
        left -= kind == "state"
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        publish(code, kind, news)

    news.publish = die_or_publish


def deaf(share: str) -> None:
    news.publish = lambda *news: None if random.random() < float(share) else publish(*news)


def deliveries(lot: random.Random) -> list[float]:
    """Return the delays in seconds of a message's deliveries: 30 % are lost, 30 % come twice and late, 30 % late, so
    that later messages overtake them; the rest immediately."""
    drawn = lot.random()
    if drawn < 0.3:
        return []
    if drawn < 0.6:
        return [lot.uniform(0, LATE), lot.uniform(0, LATE)]
    return [lot.uniform(0, LATE)] if drawn < 0.9 else [0]


def shaken(seed: str) -> None:
    lot = random.Random(int(seed))

    def shake(*news: Any) -> None:
        for seconds in deliveries(lot):
            timer = threading.Timer(seconds, publish, news)
            timer.daemon = True
            timer.start()

    news.publish = shake


def hasty(interval: str, timeout: str, life: str = "86400") -> None:
    class Hasty(serve.Server):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            options |= {"ping_interval": int(interval), "ping_timeout": int(timeout), "websocket_timeout": int(life)}
            super().__init__(*arguments, **options)

    serve.Server = Hasty


if __name__ == "__main__":
    fault, *arguments = sys.argv[1:]
    {function.__name__: function for function in (dies, deaf, shaken, hasty)}[fault](*arguments)
    execute_from_command_line(["manage.py", "serve"])
