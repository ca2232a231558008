"""15: one person requests very many pictures while others play."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from itertools import islice, product

from games.engine.classic import ClassicPosition
from games.engine.position import ImpossiblePosition
from tests.faults.others import create_others, others_playing
from tests.faults.process import MB, errors, memory
from tests.faults.report import times


async def test_pictures_of_very_many_boards(make_site, fault):
    fault, site = fault("15d pictures of 300 boards, 8 at once"), make_site()
    others, before = await create_others(site), memory(site)
    places, took = asyncio.Semaphore(8), []

    async def ask(board: str) -> None:
        async with places:
            began = time.monotonic()
            answer, _picture = await asyncio.to_thread(site.get, f"/board/{board}.png")
            assert answer.status == 200
            took.append(time.monotonic() - began)

    async with others_playing(others, site, fault):
        await asyncio.gather(*map(ask, islice(possible(), times(full=300, short=60))))
    fault.tried += len(took)
    grown = memory(site) - before
    assert grown < 80 * MB
    fault.note(f"{max(took) * 1000:.0f} ms at most; +{grown / MB:.0f} MB")
    assert errors(site) == []


def possible() -> Iterator[str]:
    for symbols in product("_XO", repeat=9):
        with contextlib.suppress(ImpossiblePosition):
            yield ClassicPosition("".join(symbols)).cells
