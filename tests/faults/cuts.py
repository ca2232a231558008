"""Play while machines are cut off."""

import contextlib
import time
from collections.abc import AsyncIterator

from tests.faults.cluster import seat_at, under_play, went_on
from tests.faults.installation import Installation
from tests.faults.players import Crowd
from tests.faults.report import Fault, times

GAMES = times(full=16, short=4)


PLIES = times(full=16, short=8)  # plies played of a long game


THINK = times(full=2, short=1)  # seconds, at most


CUT = times(full=10, short=6)  # seconds


@contextlib.asynccontextmanager
async def played(site: Installation, fault: Fault, *, apart: bool = False) -> AsyncIterator[Crowd]:
    """Let people play through nginx or, if `apart`, opponents on different machines. Reports the time until each game
    goes on."""
    crowd = await Crowd.gather(site, GAMES)
    if apart:
        seat_at(crowd, [host.processes[0].url for host in site.hosts])
    async with under_play(crowd, fault, think=THINK, plies=PLIES):
        begun = time.monotonic()
        yield crowd
    fault.recovered(went_on(crowd, begun))
