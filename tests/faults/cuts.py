"""Play while a machine is cut off or lost."""

import contextlib
import time
from collections.abc import AsyncIterator

from tests.faults.cluster import during_play, resumption_times, seat_at
from tests.faults.installation import Installation
from tests.faults.players import Crowd
from tests.faults.report import Fault, times

GAMES = times(full=16, short=4)
PLIES = times(full=16, short=8)  # of each game, at most
THINK = times(full=2, short=1)  # seconds for a move, at most
CUT = times(full=10, short=6)  # seconds


@contextlib.asynccontextmanager
async def played(site: Installation, fault: Fault, *, apart: bool = False) -> AsyncIterator[Crowd]:
    """Let people play through nginx or, if `apart`, with opponents on different machines. Adds to the fault the time
    until each game goes on."""
    crowd = await Crowd.gather(site, GAMES)
    if apart:
        seat_at(crowd, [host.processes[0].url for host in site.hosts])
    async with during_play(crowd, fault, think=THINK, plies=PLIES):
        begun = time.monotonic()
        yield crowd
    fault.recovered(resumption_times(crowd, begun))
