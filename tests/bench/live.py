"""The live room: plies per second, latency and CPU time, in rounds that alternate with the floor.

The speed of the machine drifts, so compare the ratios.
"""

import asyncio
import statistics

from tests.bench.client import Tally, close_all, open_all, play_round
from tests.bench.servers import Floor, Site, cpu_of
from tests.faults.process import resident

PACE = 3  # seconds for a person's move
AT_REST = 20  # seconds: two beats of each open page


def percentile(values: list[float], of_100: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * of_100 / 100))]


async def plies(floor: Floor, site: Site, count: int, rounds: int) -> dict:
    """Return the results of `count` simultaneous games."""
    for number in range(rounds + 1):
        if number <= 1:  # the first round warms up
            ours, bare = Tally(), Tally()
        await play_round(floor, count, bare)
        await play_round(site, count, ours)
    return {
        "set-up": site.name,
        "games": count,
        "floor plies/s": bare.plies / bare.wall,
        "plies/s": ours.plies / ours.wall,
        "ratio": statistics.median(a / b for a, b in zip(ours.rates, bare.rates, strict=True)),
        "p50 ms": percentile(ours.latencies, 50) * 1e3,
        "p99 ms": percentile(ours.latencies, 99) * 1e3,
        "CPU ms/ply": ours.cpu / ours.plies * 1e3,
        "floor CPU ms/ply": bare.cpu / bare.plies * 1e3,
        "ratio per CPU second": (bare.cpu / bare.plies) / (ours.cpu / ours.plies),
        **{f"{name} ms/ply": used / ours.plies * 1e3 for name, used in ours.program_cpu.items()},
    }


async def human_pace(site: Site, games: int) -> dict:
    """Return the results of many games with a move every PACE seconds."""
    tally = Tally()
    await play_round(site, games, tally, PACE)
    return {
        "set-up": site.name,
        "games at human pace": games,
        "plies/s": tally.plies / tally.wall,
        "p50 ms": percentile(tally.latencies, 50) * 1e3,
        "p99 ms": percentile(tally.latencies, 99) * 1e3,
        "slowest ms": max(tally.latencies) * 1e3,
        "CPU %": tally.cpu / tally.wall * 100,
    }


async def among_others(site: Site, counts: tuple[int, ...], rounds: int) -> list[dict]:
    """Return the cost of a ply of 64 games while other games are open, and the CPU time and memory of the idle sockets
    of those others. The cost of a ply excludes the idle sockets."""
    rows, others = [], []
    bare = resident(site.pids)
    for count in counts:
        if count:
            others += await open_all(site, count - len(others))
        took = resident(site.pids) - bare
        used = sum(map(cpu_of, site.pids))
        await asyncio.sleep(AT_REST)
        idle = (sum(map(cpu_of, site.pids)) - used) / AT_REST
        tally = Tally()
        for _round in range(rounds):
            await play_round(site, 64, tally)
        each = (tally.cpu - idle * tally.wall) / tally.plies * 1e3
        rows.append(
            {
                "set-up": site.name,
                "other open games": count,
                "idle CPU %": idle * 100,
                "CPU ms/ply": each,
                "times that of none": each / (rows[0]["CPU ms/ply"] if rows else each),
                "p99 ms": percentile(tally.latencies, 99) * 1e3,
                "KB per idle socket": took / 1024 / (2 * count) if count else 0,
                "still open": sum(socket.open for game in others for socket in game),
            }
        )
    await close_all(others)
    await asyncio.sleep(site.rest)
    return rows
