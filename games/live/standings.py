"""How tournaments stand, read once for all pages of this process that ask at about the same time."""

import asyncio
from collections.abc import Mapping
from typing import Final, NamedTuple

from games.live.threads import reading
from games.selectors.matches import games_to_play
from games.selectors.tournaments import TournamentState, tournament_state

GATHER: Final = 0.05  # seconds: news comes in crowds, and each page that hears it asks


class Standing(NamedTuple):
    """How a tournament stands, and the codes of the games that people are in, by the numbers of their Players."""

    state: TournamentState
    games: Mapping[int, str]


_to_come: dict[str, "asyncio.Task[Standing]"] = {}  # by the code of the tournament: what has not begun to be read


async def standing(code: str) -> Standing:
    """How a tournament stands, read after this was asked. Raises Tournament.DoesNotExist."""
    task = _to_come.get(code)
    if task is None or task.get_loop() is not asyncio.get_running_loop():
        task = _to_come[code] = asyncio.create_task(_read(code))
    return await asyncio.shield(task)  # one of those who ask may go away


async def _read(code: str) -> Standing:
    await asyncio.sleep(GATHER)
    del _to_come[code]
    return await reading(standing_now)(code)


def standing_now(code: str) -> Standing:
    """The same, read here and now."""
    state = tournament_state(code)
    return Standing(state, games_to_play(state.id))
