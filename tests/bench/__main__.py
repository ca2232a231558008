"""Run the benchmarks: `make bench` for all, or `make bench ARGS="run scale --games 64"` for some.

    run        the live room as `make run` serves it, alternating with the floor
    scale      the same with one and two processes, PostgreSQL, Redis and nginx
    pace       500 games at human pace
    others     a ply while 1,000 and 5,000 other games are open, and the memory of their sockets
    pages      pages per second, 60 pages at once, opening sockets, start-up, bytes of a visit
    tournament tournaments of 40 and 500 people: seconds until they are paired, CPU

Servers, and the programs they need, run on core 0; this client runs on core 1. Results go to the terminal and to a JSON
file.
"""

import argparse
import json
import os
import resource
from argparse import Namespace
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import uvloop

from tests.bench import live, pages, tournament
from tests.bench.servers import CLIENT_CORE, Floor, Site, run_set_up, scale_set_up


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*MEASURES, []], help="what to measure; the default is everything")
    parser.add_argument("--games", default="1,16,64,128", help="numbers of simultaneous games, separated by commas")
    parser.add_argument("--rounds", type=int, default=6, help="rounds for each number of games")
    parser.add_argument("--players", default="40,500", help="numbers of players in a tournament, separated by commas")
    parser.add_argument("--seconds", type=int, default=300, help="seconds for which each tournament is measured")
    parser.add_argument("--json", type=Path, default=Path("var/bench.json"), help="where to write the results")
    options = parser.parse_args()
    os.sched_setaffinity(0, {CLIENT_CORE})
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # `others` opens ten thousand sockets
    options.games = [int(count) for count in options.games.split(",")]
    options.players = [int(count) for count in options.players.split(",")]
    results: dict[str, list[dict]] = {}

    def report(name: str, rows: list[dict]) -> None:
        results.setdefault(name, []).extend(rows)
        print_table(rows)
        options.json.parent.mkdir(exist_ok=True)
        options.json.write_text(json.dumps(results, indent=1))

    for part in options.parts or MEASURES:
        MEASURES[part](report, options)


Report = Callable[[str, list[dict]], None]


def measure_run(report: Report, options: Namespace) -> None:
    measure_live(report, options, run_set_up())


def measure_scale(report: Report, options: Namespace) -> None:
    for processes in (1, 2):
        measure_live(report, options, scale_set_up(processes))


def measure_live(report: Report, options: Namespace, set_up: AbstractContextManager[Site]) -> None:
    with Floor() as floor, set_up as site:
        for count in options.games:
            report("live", [uvloop.run(live.plies(floor, site, count, options.rounds))])


def measure_pace(report: Report, _options: Namespace) -> None:
    for set_up in (run_set_up(), scale_set_up(1)):
        with set_up as site:
            report("human pace", [uvloop.run(live.human_pace(site, 500))])


def measure_others(report: Report, options: Namespace) -> None:
    # `make scale` allows nginx 8,192 connections per worker. Each socket takes two, so 5,000 games are too many.
    for set_up, counts in ((run_set_up(LIMITS="false"), (0, 1_000, 5_000)), (scale_set_up(1), (0, 1_000))):
        with set_up as site:
            report("among others", uvloop.run(live.among_others(site, counts, options.rounds)))


def measure_pages(report: Report, _options: Namespace) -> None:
    for set_up in (run_set_up(), scale_set_up(1)):
        with set_up as site:
            asked = pages.paths(site)
            report("pages", [pages.pages_per_second(site, name, *page) for name, page in asked.items()])
            report("pages at once", [pages.opened_at_once(site, name, *page) for name, page in asked.items()])
            report("sockets opened", [uvloop.run(pages.sockets(site, 100))])
    report("start-up", pages.start_up())
    report("visits", pages.visits())


def measure_tournament(report: Report, options: Namespace) -> None:
    for players in options.players:
        for set_up in (run_set_up(), scale_set_up(2)):
            with set_up as site:
                report("tournament", [uvloop.run(tournament.measured(site, players, options.seconds))])


MEASURES = {
    "run": measure_run,
    "scale": measure_scale,
    "pace": measure_pace,
    "others": measure_others,
    "pages": measure_pages,
    "tournament": measure_tournament,
}


def print_table(rows: list[dict]) -> None:
    """Print Markdown that can be pasted into docs/PERFORMANCE.md."""
    print()
    print("|", " | ".join(rows[0]), "|")
    print("|", " | ".join("---" for _ in rows[0]), "|")
    for row in rows:
        values = [f"{value:,.2f}" if isinstance(value, float) else str(value) for value in row.values()]
        print("|", " | ".join(values), "|")
    print(flush=True)


if __name__ == "__main__":
    main()
