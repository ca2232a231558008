"""A running tournament: its CPU time, the time until free players are paired, and until both pages show it."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

from tests.bench.live import percentile
from tests.bench.servers import Site, cpu_of
from tests.faults.tournaments import Party
from tools.cluster.programs import family_of

THINK = 1  # seconds for a move


async def measured(site: Site, players: int, seconds: int) -> dict[str, Any]:
    """Return the results of the first `seconds` after the first pairing of a tournament, in which players think for
    about THINK."""
    party = await Party.gather(site, players, think=THINK)
    async with party.under_way():
        begun, used = time.time(), _cpu(site)
        await asyncio.sleep(seconds)
        wall = time.time() - begun
        spent = {name: cpu - used[name] for name, cpu in _cpu(site).items()}
    matches = [match for match in party.stored()["matches"] if match["counts"]]
    until = begun + wall
    waits = [wait for at, wait in free_until_paired(matches) if begun < at < until]
    reached = [wait for at, wait in paired_until_shown(matches, party) if begun < at < until]
    moves = sum(begun < at < until for at in _moves(party))
    return {
        "set-up": site.name,
        "players": players,
        "matches": sum(begun < match["made"] < until for match in matches),
        "moves/s": moves / wall,
        "free until paired p50 s": percentile(waits, 50),
        "p99 s": percentile(waits, 99),
        "longest s": max(waits),
        "paired until shown to both p50 s": percentile(reached, 50),
        "shown p99 s": percentile(reached, 99),
        "CPU %": spent.pop("server") / wall * 100,
        **{f"{name} %": cpu / wall * 100 for name, cpu in spent.items()},
    }


def free_until_paired(matches: list[dict[str, Any]]) -> Iterator[tuple[float, float]]:
    """For each match of a player except the first, yield its start and how long the player had been free. Games against
    computer players are not matches."""
    free_since: dict[str, float] = {}
    for match in matches:
        for name in match["names"]:
            if name in free_since:
                yield match["made"], match["made"] - free_since[name]
            if match["ended"]:
                free_since[name] = match["ended"]


def paired_until_shown(matches: list[dict[str, Any]], party: Party) -> Iterator[tuple[float, float]]:
    """Yield the start of each match and how long it took until both pages led to its first game."""
    entrants = {one.name: one for one in party.entrants}
    for match in matches:
        [first] = [game["code"] for game in match["games"] if game["place"] == 1]
        times = [entrants[name].led_at.get(first) for name in match["names"]]
        if None not in times:
            yield match["made"], max(times) - match["made"]


def _moves(party: Party) -> Iterator[float]:
    """Yield the wall-clock time at which each move was shown to its player."""
    since = time.time() - time.monotonic()
    for one in party.entrants:
        for room in one.rooms:
            yield from (since + click.at + click.took for click in room.clicks if click.end == "made")


def _cpu(site: Site) -> dict[str, float]:
    """Return the CPU seconds used by the server processes, and by the programs they use."""
    programs = {name: sum(map(cpu_of, family_of(pid))) for name, pid in site.programs.items()}
    return {"server": sum(map(cpu_of, site.pids)), **programs}
