"""Compare the moves that people were shown with the stored moves."""

import asyncio
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Self

from tests.faults.calls import call
from tests.faults.players import Click, Crowd, Page, Site, Table


@dataclass
class Audit:
    """The number of moves that were shown as made, and the discrepancies from the stored moves."""

    moves: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @classmethod
    async def of(cls, site: Site, crowd: Crowd) -> Self:
        games = await asyncio.to_thread(games_stored, site, [table.code for table in crowd.tables])
        audit = cls()
        for table in crowd.tables:
            audit.check(table, games.get(table.code))
        return audit

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.wrong)

    def check(self, table: Table, game: dict[str, Any] | None) -> None:
        """Check a table. `game` is the data from stored.py, or None if nothing is stored."""
        self.check_moves(table.code, table.pages, game)
        # A game that was just joined has version 1, and each move raises it by one.
        if game and game["version"] != 1 + len(game["moves"]):
            self.wrong.append(f"{table.code}: {len(game['moves'])} moves, but version {game['version']}")

    def check_moves(
        self, code: str, pages: Collection[Page], game: dict[str, Any] | None, *, unseen: Collection[str] = ()
    ) -> None:
        """Check a game whose version may have been raised by changes other than moves. `unseen` has the marks of
        players whose clicks were not recorded: computers, and people in browsers."""
        if game is None:
            self.lost.append(f"{code}: the whole game")
            return
        rows = game["moves"]
        shown = {(ply, move) for page in pages for _, b in page.shown for ply, move in enumerate(b.moves, 1)}
        self.moves += len(shown)
        for ply, move in sorted(shown):
            there = [row for row in rows if row["ply"] == ply]
            if not there:
                self.lost.append(f"{code}: move {ply} at {move} was shown and is not stored")
            elif len(there) > 1:
                self.doubled.append(f"{code}: move {ply} at {move} is stored as {there}")
            elif there[0]["move"] != move:
                self.wrong.append(f"{code}: move {ply} was shown at {move} and is stored at {there[0]['move']}")
        clicked = {(page.mark, click.move, click.version) for page in pages for click in page.clicks}
        stored = [(row["mark"], row["move"], row["version"]) for row in rows if row["mark"] not in unseen]
        self.doubled += [f"{code}: {row} is stored twice" for row in set(stored) if stored.count(row) > 1]
        self.wrong += [f"{code}: nobody made {row}" for row in set(stored) - clicked]
        self.wrong += [f"{code}: {problem}" for problem in game["problems"]]
        self.wrong += [wrong for page in pages for wrong in page.wrong]


def games_stored(site: Site, codes: Iterable[str]) -> dict[str, Any]:
    """Return what is stored about these games, as stored.py describes it."""
    return call(site, "games", [*codes])


async def unanswered(site: Site, crowd: Crowd) -> list[Click]:
    """Return the unanswered clicks whose moves are stored."""
    games = await asyncio.to_thread(games_stored, site, [table.code for table in crowd.tables])
    return [
        page.unanswered
        for table in crowd.tables
        for page in table.pages
        if (click := page.unanswered)
        and (page.mark, click.move, click.version)
        in {(row["mark"], row["move"], row["version"]) for row in games[table.code]["moves"]}
    ]
