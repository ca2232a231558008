"""People in a tournament: they join by the form, keep its page open, follow it to their games and back, like the pages'
scripts, and record everything shown for the audit."""

import asyncio
import contextlib
import http.client
import re
import secrets
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

from tests.faults.audit import Audit, games_stored
from tests.faults.beside import beside
from tests.faults.forms import Answer, get, post
from tests.faults.players import LOT, PATIENCE, Page, Site
from tests.faults.report import FULL, Fault
from tests.support.waiting import eventually

SECONDS = 15  # for a move: the shortest time available
PLAYING_AGAIN = 10  # seconds after a fault until everyone is in a running game
SOONEST = 0.2  # seconds until the next click, limited by the rate of frames
RELOADS_AFTER = 0.5  # seconds without an answer
AT_ONCE = 100  # simultaneous forms and pages


class Lobby(Page):
    """An entrant's page between games: static/tournaments/tournament.js."""

    screen = ""
    leads_to = ""  # the path of a game
    newest = -1

    @property
    def path(self) -> str:
        return f"/ws/t/{self.code}/?lang=en"

    @property
    def version(self) -> int:
        return self.newest

    async def _answer(self, frame: dict[str, Any]) -> None:
        if "html" not in frame:
            return
        self.connected = True
        if frame["version"] < self.newest:
            self.older += 1
            return
        self.newest = frame["version"]
        self.screen = re.search(r'data-screen="(\w*)"', frame["html"])[1]
        leads_to = re.search(r'data-go="([^"]*)"', frame["html"])
        self.leads_to = leads_to[1] if leads_to else ""


class Room(Page):
    """A player's page of a tournament's game: static/tournaments/match.js and room.js."""

    leads: int | None = None  # seconds until it returns to the tournament after the game

    @property
    def path(self) -> str:
        return f"/ws/g/{self.code}/?lang=en"

    async def _answer(self, frame: dict[str, Any]) -> None:
        if "html" in frame:
            leads = re.search(r'data-leads="(\d+)"', frame["html"])
            self.leads = int(leads[1]) if leads else None
        await super()._answer(frame)

    @property
    def to_move(self) -> bool:
        return bool(self.board and self.board.turn) and self.leads is None and not self.unanswered

    async def move(self) -> None:
        """Make any legal move."""
        self.mark = self.board.position.turn
        await self.click(self.variant.write(LOT.choice(self.board.position.legal_moves)))


class Entrant:
    """A person in the tournament, in one browser. `origin` serves their pages."""

    def __init__(self, site: Site, code: str, name: str, origin: str) -> None:
        self.site, self.code, self.name, self.origin = site, code, name, origin
        self.token = secrets.token_hex(16)
        self.cookie = ""
        self.lobbies: list[Lobby] = []
        self.rooms: list[Room] = []
        self.led_at: dict[str, float] = {}  # when they were led to each game, for tests/bench
        self.playing: asyncio.Task[None] | None = None

    async def join(self) -> None:
        """Join by the form, with retries."""
        path = f"/join/{self.code}/"
        answer = await self._until_answered(lambda: post(self.origin, path, "", token=self.token, name=self.name))
        assert answer.to == f"/t/{self.code}/", answer
        self.cookie = answer.cookie

    async def take_part(self, think: float) -> None:
        """Go from page to page and play until the tournament is over."""
        while to := (await self.load(f"/t/{self.code}/")).to or await self.wait():
            await self.play(to.split("/")[2], think)

    async def load(self, path: str) -> Answer:
        return await self._until_answered(lambda: get(self.origin, path, self.cookie))

    async def wait(self) -> str:
        """Keep the tournament's page open until it leads to a game. Return the game's path, "" if the tournament is
        over."""
        lobby = Lobby(self.site, self.code, cookie=self.cookie, through=self.origin)
        self.lobbies.append(lobby)
        lobby.open()
        try:
            await lobby.until(lambda: lobby.leads_to or lobby.screen in ("aside", "over"))
            if lobby.screen == "aside":
                tap = f"/t/{self.code}/come-back/"
                await self._until_answered(lambda: post(self.origin, tap, self.cookie, token=self.token))
                await lobby.until(lambda: lobby.leads_to or lobby.screen == "over")
            return lobby.leads_to
        finally:
            await lobby.close()

    async def play(self, code: str, think: float) -> None:
        """Play a game to its end, and stay until its page leads back."""
        self.led_at.setdefault(code, time.time())
        await self.load(f"/g/{code}/")
        room = Room(self.site, code, cookie=self.cookie, through=self.origin)
        self.rooms.append(room)
        room.open()
        try:
            while room.leads is None:
                await room.until(lambda: room.leads is not None or room.to_move)
                if room.to_move:
                    await asyncio.sleep(max(LOT.uniform(0.5, 1.5) * think, SOONEST))
                if room.to_move:
                    await room.move()
            await asyncio.sleep(room.leads)
            await room.until(lambda: room.connected)
        finally:
            await room.close()

    async def _until_answered(self, ask: Callable[[], Answer]) -> Answer:
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                answer = await asyncio.to_thread(ask)
                if answer.status in (200, 302):
                    return answer
                assert answer.status >= 500, answer  # a busy site asks for a retry
            assert time.monotonic() < deadline, "nobody answers"
            await asyncio.sleep(RELOADS_AFTER)

    def shown(self) -> Iterator[float]:
        """Yield the times at which they were shown a new game or a new move."""
        for room in self.rooms:
            most = -1
            for at, board in room.shown:
                if len(board.moves) > most:
                    most = len(board.moves)
                    yield at


class Party:
    """A tournament and all its entrants."""

    def __init__(self, site: Site, key: str, code: str, origins: Sequence[str], think: float) -> None:
        self.site, self.key, self.code, self.origins, self.think = site, key, code, origins, think
        self.entrants: list[Entrant] = []
        self._pages: asyncio.TaskGroup | None = None

    @classmethod
    async def gather(
        cls, site: Site, count: int, *, origins: Sequence[str] = (), think: float = 0.5, **form: object
    ) -> Self:
        """Create a waiting classic tournament with entrants, who use the processes at `origins` in turn."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(AT_ONCE))
        set_up = {"variant": "classic", "seconds": SECONDS, "kind": "arena", **form}
        made = await asyncio.to_thread(post, site.url, "/tournament/", "", **set_up)
        key = made.to.split("/")[2]
        page = await asyncio.to_thread(get, site.url, made.to, "")
        code = re.search(r"/join/(\w+)", page.text)[1]
        party = cls(site, key, code, origins or [site.url], think)
        await party.come(count)
        return party

    async def come(self, count: int) -> list[Entrant]:
        """Let more people join together; in a running tournament they open their pages too."""
        first = len(self.entrants)
        come = [
            Entrant(self.site, self.code, f"Player {number}", self.origins[number % len(self.origins)])
            for number in range(first, first + count)
        ]
        self.entrants += come
        await asyncio.gather(*(self._come(one) for one in come))
        return come

    async def _come(self, one: Entrant) -> None:
        await one.join()
        if self._pages:
            one.playing = self._pages.create_task(one.take_part(self.think))

    async def host(self, do: str) -> None:
        """Do something as the host."""
        answer = await asyncio.to_thread(post, self.site.url, f"/host/{self.key}/", "", do=do)
        assert answer.status == 302, answer

    @contextlib.asynccontextmanager
    async def under_way(self) -> AsyncIterator[None]:
        """Let everyone play during the context; then the host ends the tournament, and everyone sees the end."""
        async with asyncio.TaskGroup() as self._pages:
            for one in self.entrants:
                one.playing = self._pages.create_task(one.take_part(self.think))
            await eventually(lambda: all(one.lobbies and one.lobbies[-1].connected for one in self.entrants))
            await self.host("start")
            await self.all_are_playing(time.monotonic())
            yield
            await self.host("end")
        self._pages = None

    async def all_are_playing(self, since: float) -> list[float]:
        """Wait until everyone has been shown a new game or move since then. Return each one's seconds of waiting."""

        def waits() -> list[float | None]:
            return [next((at - since for at in one.shown() if at > since), None) for one in self.entrants]

        await eventually(lambda: None not in waits())
        return [seconds for seconds in waits() if seconds is not None]

    async def play_again(self, fault: Fault, since: float) -> None:
        """Add to a fault the time until everyone was playing again. In a full run, which has the machine to itself,
        raises AssertionError if that was too long."""
        waits = await self.all_are_playing(since)
        fault.tried += 1
        fault.recovered(waits)
        assert not FULL or max(waits) < PLAYING_AGAIN

    def stored(self) -> dict[str, Any]:
        """Return the stored data, as reported by stored.py."""
        return beside(self.site, "tournament", self.code)

    async def hold(self, fault: Fault) -> None:
        """Add to a fault the audit of a finished tournament. Raises AssertionError if anything was lost, doubled or
        wrong."""
        stored = await asyncio.to_thread(self.stored)
        games = stored["games"]
        moves = await asyncio.to_thread(games_stored, self.site, [game["code"] for game in games])
        audit = Audit()
        self._hold_games(audit, games, moves)
        audit.wrong += stored["problems"]
        fault.hold(audit)
        assert stored["phase"] == "over"
        assert {*stored["entrants"]} == {one.name for one in self.entrants}

    def _hold_games(self, audit: Audit, games: list[dict[str, Any]], moves: dict[str, Any]) -> None:
        """Add all games, stored or shown, with their ends as shown."""
        pages: dict[str, list[Room]] = defaultdict(list)
        for one in self.entrants:
            for room in one.rooms:
                pages[room.code].append(room)
        known = {game["code"]: game for game in games}
        for code in {*known, *pages}:
            seats = known[code]["seats"] if code in known else {}
            unseen = [mark for mark, name in seats.items() if not name]
            audit.hold_moves(code, pages[code], moves.get(code), unseen=unseen)
        for code, rooms in pages.items():
            for outcome in {room.board.position.outcome for room in rooms if room.over}:
                game = known.get(code)
                if game and not game["over"]:
                    audit.lost.append(f"{code}: its end was shown and is not stored")
                elif game and game["winner"] != (outcome.winner or ""):
                    audit.wrong.append(f"{code}: {outcome} was shown, and {game['winner']!r} is stored as its winner")
