"""Entrants of a tournament, who behave like the pages' scripts: they join by the form, go from the tournament's page to
their games and back, and record all that they are shown."""

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
from tests.faults.calls import call
from tests.faults.forms import Answer, get, post
from tests.faults.players import GAME_TIMEOUT, RANDOM, Page, Site
from tests.faults.report import FULL, Fault
from tests.support.waiting import eventually

SECONDS = 15  # for a move, the shortest choice
MAX_RECOVERY = 10  # seconds after a fault until everyone is in a running game
MIN_THINK = 0.2  # seconds; faster clicks would exceed the rate of frames
RETRY_AFTER = 0.5  # seconds without an answer
AT_ONCE = 100  # forms and pages


class Lobby(Page):
    """An entrant's page between games, like static/tournaments/tournament.js."""

    screen = ""
    game_path = ""  # path of the game that it opens
    newest = -1

    @property
    def path(self) -> str:
        return f"/ws/t/{self.code}/?lang=en"

    @property
    def version(self) -> int:
        return self.newest

    async def _handle_answer(self, frame: dict[str, Any]) -> None:
        if "html" not in frame:
            return
        self.connected = True
        if frame["version"] < self.newest:
            self.older += 1
            return
        self.newest = frame["version"]
        self.screen = re.search(r'data-screen="(\w*)"', frame["html"])[1]
        game_path = re.search(r'data-go="([^"]*)"', frame["html"])
        self.game_path = game_path[1] if game_path else ""


class Room(Page):
    """A player's page of a tournament game, like static/tournaments/match.js and room.js."""

    returns_in: int | None = None  # seconds until it returns to the tournament after the game

    @property
    def path(self) -> str:
        return f"/ws/g/{self.code}/?lang=en"

    async def _handle_answer(self, frame: dict[str, Any]) -> None:
        if "html" in frame:
            returns_in = re.search(r'data-leads="(\d+)"', frame["html"])
            self.returns_in = int(returns_in[1]) if returns_in else None
        await super()._handle_answer(frame)

    @property
    def to_move(self) -> bool:
        return bool(self.board and self.board.turn) and self.returns_in is None and not self.unanswered

    async def move(self) -> None:
        self.mark = self.board.position.turn
        await self.click(self.variant.write(RANDOM.choice(self.board.position.legal_moves)))


class Entrant:
    """A person in a tournament, whose pages come from `origin`."""

    def __init__(self, site: Site, code: str, name: str, origin: str) -> None:
        self.site, self.code, self.name, self.origin = site, code, name, origin
        self.token = secrets.token_hex(16)
        self.cookie = ""
        self.lobbies: list[Lobby] = []
        self.rooms: list[Room] = []
        self.led_at: dict[str, float] = {}  # when their page opened each game; only tests/bench reads it
        self.playing: asyncio.Task[None] | None = None

    async def join(self) -> None:
        """Join by the form, and retry until it succeeds."""
        path = f"/join/{self.code}/"
        answer = await self._until_answered(lambda: post(self.origin, path, "", token=self.token, name=self.name))
        assert answer.to == f"/t/{self.code}/", answer
        self.cookie = answer.cookie

    async def take_part(self, think: float) -> None:
        """Wait for games and play them until the tournament is over."""
        while to := (await self.load(f"/t/{self.code}/")).to or await self.wait():
            await self.play(to.split("/")[2], think)

    async def load(self, path: str) -> Answer:
        return await self._until_answered(lambda: get(self.origin, path, self.cookie))

    async def wait(self) -> str:
        """Keep the tournament's page open until it leads to a game, and return the game's path; "" at the end."""
        lobby = Lobby(self.site, self.code, cookie=self.cookie, through=self.origin)
        self.lobbies.append(lobby)
        lobby.open()
        try:
            await lobby.until(lambda: lobby.game_path or lobby.screen in ("aside", "over"))
            if lobby.screen == "aside":
                tap = f"/t/{self.code}/come-back/"
                await self._until_answered(lambda: post(self.origin, tap, self.cookie, token=self.token))
                await lobby.until(lambda: lobby.game_path or lobby.screen == "over")
            return lobby.game_path
        finally:
            await lobby.close()

    async def play(self, code: str, think: float) -> None:
        """Play a game to its end, and wait until its page leads back."""
        self.led_at.setdefault(code, time.time())
        await self.load(f"/g/{code}/")
        room = Room(self.site, code, cookie=self.cookie, through=self.origin)
        self.rooms.append(room)
        room.open()
        try:
            while room.returns_in is None:
                await room.until(lambda: room.returns_in is not None or room.to_move)
                if room.to_move:
                    await asyncio.sleep(max(RANDOM.uniform(0.5, 1.5) * think, MIN_THINK))
                if room.to_move:
                    await room.move()
            await asyncio.sleep(room.returns_in)
            await room.until(lambda: room.connected)
        finally:
            await room.close()

    async def _until_answered(self, ask: Callable[[], Answer]) -> Answer:
        deadline = time.monotonic() + GAME_TIMEOUT
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                answer = await asyncio.to_thread(ask)
                if answer.status in (200, 302):
                    return answer
                assert answer.status >= 500, answer  # a busy site asks for a retry
            assert time.monotonic() < deadline, "no answer"
            await asyncio.sleep(RETRY_AFTER)

    def shown(self) -> Iterator[float]:
        """Yield the times at which the entrant was shown a new game or a new move."""
        for room in self.rooms:
            most = -1
            for at, board in room.shown:
                if len(board.moves) > most:
                    most = len(board.moves)
                    yield at


class Party:
    def __init__(self, site: Site, key: str, code: str, origins: Sequence[str], think: float) -> None:
        self.site, self.key, self.code, self.origins, self.think = site, key, code, origins, think
        self.entrants: list[Entrant] = []
        self._pages: asyncio.TaskGroup | None = None

    @classmethod
    async def gather(
        cls, site: Site, count: int, *, origins: Sequence[str] = (), think: float = 0.5, **form: object
    ) -> Self:
        """Create a tournament that has not started, with `count` entrants, who use the processes at `origins` in
        turn."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(AT_ONCE))
        set_up = {"variant": "classic", "seconds": SECONDS, "kind": "arena", **form}
        made = await asyncio.to_thread(post, site.url, "/tournament/", "", **set_up)
        key = made.to.split("/")[2]
        page = await asyncio.to_thread(get, site.url, made.to, "")
        code = re.search(r"/join/(\w+)", page.text)[1]
        party = cls(site, key, code, origins or [site.url], think)
        await party.add(count)
        return party

    async def add(self, count: int) -> list[Entrant]:
        """Let more people join together, and play if the tournament is running."""
        first = len(self.entrants)
        come = [
            Entrant(self.site, self.code, f"Player {number}", self.origins[number % len(self.origins)])
            for number in range(first, first + count)
        ]
        self.entrants += come
        await asyncio.gather(*(self._add(one) for one in come))
        return come

    async def _add(self, one: Entrant) -> None:
        await one.join()
        if self._pages:
            one.playing = self._pages.create_task(one.take_part(self.think))

    async def host(self, do: str) -> None:
        answer = await asyncio.to_thread(post, self.site.url, f"/host/{self.key}/", "", do=do)
        assert answer.status == 302, answer

    @contextlib.asynccontextmanager
    async def under_way(self) -> AsyncIterator[None]:
        """Start the tournament, let everyone play during the context, and end it; wait until everyone sees the end."""
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
        """Wait until everyone has been shown a new game or move since then. Return the seconds that each waited."""

        def waits() -> list[float | None]:
            return [next((at - since for at in one.shown() if at > since), None) for one in self.entrants]

        await eventually(lambda: None not in waits())
        return [seconds for seconds in waits() if seconds is not None]

    async def play_again(self, fault: Fault, since: float) -> None:
        """Add to a fault the time until everyone was playing again. Raises AssertionError if that took too long in a
        full run, which has the machine to itself."""
        waits = await self.all_are_playing(since)
        fault.tried += 1
        fault.recovered(waits)
        assert not FULL or max(waits) < MAX_RECOVERY

    def stored(self) -> dict[str, Any]:
        return call(self.site, "tournament", self.code)

    async def check(self, fault: Fault) -> None:
        """Add to a fault the audit of the finished tournament. Raises AssertionError if anything was lost, doubled or
        wrong."""
        stored = await asyncio.to_thread(self.stored)
        games = stored["games"]
        moves = await asyncio.to_thread(games_stored, self.site, [game["code"] for game in games])
        audit = Audit()
        self._check_games(audit, games, moves)
        audit.wrong += stored["problems"]
        fault.add(audit)
        assert stored["phase"] == "over"
        assert {*stored["entrants"]} == {one.name for one in self.entrants}

    def _check_games(self, audit: Audit, games: list[dict[str, Any]], moves: dict[str, Any]) -> None:
        """Check every game that was stored or shown, and the end that it was shown with."""
        pages: dict[str, list[Room]] = defaultdict(list)
        for one in self.entrants:
            for room in one.rooms:
                pages[room.code].append(room)
        known = {game["code"]: game for game in games}
        for code in {*known, *pages}:
            seats = known[code]["seats"] if code in known else {}
            unseen = [mark for mark, name in seats.items() if not name]
            audit.check_moves(code, pages[code], moves.get(code), unseen=unseen)
        for code, rooms in pages.items():
            for outcome in {room.board.position.outcome for room in rooms if room.over}:
                game = known.get(code)
                if game and not game["over"]:
                    audit.lost.append(f"{code}: its end was shown and is not stored")
                elif game and game["winner"] != (outcome.winner or ""):
                    audit.wrong.append(f"{code}: {outcome} was shown, and {game['winner']!r} is stored as its winner")
