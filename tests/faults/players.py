"""Players: websocket clients that continue a game after any fault, as the page does, and record all that they are
shown.

A Page behaves like static/site/connection.js and room.js. At most one move is unanswered; after a reconnect it is sent
again with its version. A lost socket is reopened after the page's delays. Three missed beats count as a lost socket. A
beat with a newer version is answered with a `look`. A state older than the shown one is ignored.
"""

import asyncio
import contextlib
import json
import random
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from games.engine.classic import CLASSIC
from games.engine.position import BLANK, IllegalMove, Position
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from tests.faults.calls import Site, call
from tests.faults.forms import Answer, post

GAME_TIMEOUT = 120  # seconds for a whole game during a fault
MAX_PLIES = 1_000  # every game ends sooner
NO_SUCH_ROOM = 4404
MAX_TRIES = 5  # to post a form to a busy site
FIRST_DELAY, LAST_DELAY = (0.5, 2), (3, 5)  # seconds until a lost socket is reopened, at first and at most
UPTIME = 5  # seconds after which a connection counts as stable, and the delays start anew
RANDOM = random.Random()  # not the global generator, which Hypothesis reseeds


@dataclass(frozen=True)
class Board:
    """The state shown by a fragment: its version, the moves in the game's notation, whether it is the viewer's turn,
    and for each square the number of the move that marked it (0 if empty)."""

    variant: Variant
    version: int
    moves: tuple[str, ...]
    turn: bool
    drawn: tuple[int, ...]

    @classmethod
    def of(cls, html: str, variant: Variant) -> Self:
        head = html[: html.index(">")]
        return cls(
            variant=variant,
            version=int(re.search(r'data-version="(\d+)"', head)[1]),
            moves=variant.split(re.search(r'data-seen="[a-z]*-(\w*)-', head)[1]),
            turn=bool(re.search(r"\sdata-turn\b", head)),
            drawn=tuple(int(move) for move in re.findall(r'data-move="(\d+)"', html)),
        )

    @cached_property
    def position(self) -> Position:
        position = self.variant.start
        for move in self.moves:
            position = position.play(self.variant.read(move))
        return position

    @property
    def consistent(self) -> bool:
        """Whether the drawn squares match the moves. Raises IllegalMove."""
        made = {self.variant.square(self.variant.read(move)): ply for ply, move in enumerate(self.moves, start=1)}
        cells = self.position.cells
        return self.drawn == tuple(0 if symbol == BLANK else made[cell] for cell, symbol in enumerate(cells))


@dataclass
class Click:
    move: str
    version: int
    ply: int
    at: float
    end: str = ""  # "made", "moved on" or "refused"
    took: float = 0  # seconds


class Page:
    """An open page of a room. `mark` is the seat of its player, "" for a spectator."""

    def __init__(
        self, site: Site, code: str, mark: str = "", cookie: str = "", *, variant: Variant = CLASSIC, through: str = ""
    ) -> None:
        """`through` is the origin to connect to, such as a relay's, by default the site's."""
        self.code, self.mark, self.variant = code, mark, variant
        self.origin = through or site.url
        self.cookie = cookie
        self.silence = 3 * float(site.environment.get("BEAT") or 10)
        self.board: Board | None = None
        self.connected = False
        self.gone = False
        self.shown: list[tuple[float, Board]] = []  # all states that were not ignored, with their times
        self.beats: list[float] = []
        self.closed: list[tuple[float, int]] = []  # times at which sockets closed, and their close codes
        self.failed = ""  # the reason why the last attempt to connect failed
        self.older = 0  # the number of ignored states
        self.wrong: list[str] = []  # descriptions of what a page must never show
        self.clicks: list[Click] = []
        self.unanswered: Click | None = None
        self.refusal = ""  # the message of the last refusal
        self.socket: ClientConnection | None = None
        self._changed = asyncio.Condition()
        self._running: asyncio.Task[None] | None = None

    # --- connection

    def open(self) -> None:
        self._running = asyncio.create_task(self._keep_connected())

    async def close(self) -> None:
        if self._running:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def _keep_connected(self) -> None:
        tries, shortest, longest = 0, RANDOM.uniform(*FIRST_DELAY), RANDOM.uniform(*LAST_DELAY)
        while not self.gone:
            if tries:
                await asyncio.sleep(min(shortest * 1.7 ** (tries - 1), longest))
            try:
                async with asyncio.timeout(5):
                    socket = await self._connect()
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError, EOFError) as failed:
                self.failed = f"{self.origin}: {failed!r}"
                tries += 1
                continue
            begun = time.monotonic()
            silent = await self._listen(socket)
            self.connected = False
            if silent:  # reconnect at once
                tries, shortest, longest = 0, RANDOM.uniform(*FIRST_DELAY), RANDOM.uniform(*LAST_DELAY)
            else:
                tries = 1 if time.monotonic() - begun > UPTIME else tries + 1

    @property
    def path(self) -> str:
        return f"/ws/g/{self.code}/?lang=en{'' if self.mark else '&watch'}"

    @property
    def version(self) -> int:
        """The version of the shown state; -1 before the first."""
        return self.board.version if self.board else -1

    async def _connect(self) -> ClientConnection:
        return await connect(
            f"{self.origin.replace('http', 'ws', 1)}{self.path}",
            origin=self.origin,
            additional_headers={"Cookie": self.cookie} if self.cookie else {},
            compression=None,
            ping_interval=None,  # a browser never pings
            close_timeout=0.2,
            max_size=None,
            proxy=None,
        )

    async def _listen(self, socket: ClientConnection) -> bool:
        """Handle frames until the socket closes or falls silent. Return whether it fell silent."""
        self.socket = socket
        try:
            while True:
                async with asyncio.timeout(self.silence):
                    text = await socket.recv()
                await self._handle(json.loads(text))
        except TimeoutError:
            return True
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 1006
            self.closed.append((time.monotonic(), code))
            self.gone = code == NO_SUCH_ROOM
            return False
        finally:
            self.socket = None
            socket.transport.abort()

    async def send(self, **frame: Any) -> None:
        """Send a frame. A closing socket loses it, as in a browser."""
        if self.socket:
            with contextlib.suppress(ConnectionClosed):
                await self.socket.send(json.dumps(frame))

    # --- incoming frames

    async def _handle(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "beat":
            self.beats.append(time.monotonic())
            if (frame["version"] or 0) > self.version or not self.connected:
                await self.send(do="look")
        elif frame["type"] in ("state", "refused"):
            await self._handle_answer(frame)
        async with self._changed:
            self._changed.notify_all()

    async def _handle_answer(self, frame: dict[str, Any]) -> None:
        caught_up = self.connected
        if "html" in frame:
            self._show(Board.of(frame["html"], self.variant))
            self.connected = True
        click = self.unanswered
        if frame["type"] == "refused":
            self.refusal = frame["message"]
            self._settle("refused")
        elif click and self.board and len(self.board.moves) != click.ply:
            self._settle("made" if self._made(click) else "moved on")
        elif click and not caught_up and "html" in frame:
            await self._play(click)

    async def _play(self, click: Click) -> None:
        await self.send(do="play", **payload_of(click.move), version=click.version, ply=click.ply)

    def _show(self, board: Board) -> None:
        if self.board and board.version < self.board.version:
            self.older += 1
            return
        if self.board and board.moves[: len(self.board.moves)] != self.board.moves:
            self.wrong.append(f"{self.code}: {self.board} became {board}")
        try:
            if not board.consistent:
                self.wrong.append(f"{self.code}: {board} is drawn wrongly")
        except IllegalMove as illegal:
            self.wrong.append(f"{self.code}: {board} shows an illegal move: {illegal}")
        self.board = board
        self.shown.append((time.monotonic(), board))

    def _made(self, click: Click) -> bool:
        first = self.variant.start.turn
        mark = first if click.ply % 2 == 0 else first.other
        return mark == self.mark and self.board.moves[click.ply : click.ply + 1] == (click.move,)

    def _settle(self, end: str) -> None:
        if self.unanswered:
            self.unanswered.end = end
            self.unanswered.took = time.monotonic() - self.unanswered.at
            self.unanswered = None

    # --- the player's actions

    async def click(self, move: str) -> Click:
        """Click the square of a move. Without a connection the move waits."""
        assert self.board
        assert self.unanswered is None
        click = Click(move, self.board.version, len(self.board.moves), time.monotonic())
        self.unanswered = click
        self.clicks.append(click)
        if self.connected:
            await self._play(click)
        return click

    async def until(self, met: Callable[[], Any], patience: float = GAME_TIMEOUT) -> None:
        """Wait until a condition holds for this page. Raises AssertionError if it takes too long."""
        try:
            async with self._changed, asyncio.timeout(patience):
                await self._changed.wait_for(met)
        except TimeoutError:
            raise AssertionError(f"{self} waits in vain") from None

    async def ready(self) -> None:
        await self.until(lambda: self.connected)

    @property
    def over(self) -> bool:
        return bool(self.board and self.board.position.outcome)

    def __str__(self) -> str:
        return (
            f"{self.mark or 'spectator'} of {self.code}: {self.board}, connected: {self.connected}, "
            f"refusal: {self.refusal!r}, waits for: {self.unanswered}, "
            f"closed by {[code for _at, code in self.closed]}, failed by {self.failed}"
        )


@dataclass
class Table:
    code: str
    cookies: list[str]
    site: Site
    game: str = CLASSIC.key
    pages: list[Page] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pages = [self.page(mark) for mark in "XO"]

    def page(self, mark: str, *, through: str = "") -> Page:
        """Return an unopened page of a player or, with mark "", of a spectator."""
        cookie = self.cookies["XO".index(mark)] if mark else ""
        return Page(self.site, self.code, mark, cookie, variant=VARIANTS[self.game], through=through)

    def add(self, mark: str) -> Page:
        self.pages.append(self.page(mark))
        return self.pages[-1]

    @property
    def newest(self) -> int:
        return max((page.board.version for page in self.pages if page.board), default=0)

    async def another(self) -> Self:
        """Return the same players' next game, created and joined by its link."""
        [x, o], origin = self.cookies, self.site.url
        made = await asyncio.to_thread(_post_with_retries, origin, "/new/friend/", x, side="X", variant=self.game)
        assert made.status == 302, made
        joined = await asyncio.to_thread(_post_with_retries, origin, f"{made.to}join/", o)
        assert joined.to == made.to, joined
        return type(self)(made.to.split("/")[2], self.cookies, self.site, self.game)

    async def play(self, *, think: float, plies: int = MAX_PLIES) -> None:
        """Play the game to its end, or for `plies` plies, until every page shows the last one. The game's
        code determines the moves."""
        await asyncio.gather(*(self._play_at(page, think, plies) for page in self.pages))

    async def _play_at(self, page: Page, think: float, plies: int) -> None:
        def over() -> bool:
            return bool(page.board and len(page.board.moves) >= plies) or page.over

        moves = page in self.pages[:2]
        while True:
            await page.until(lambda: over() or (moves and page.board and page.board.turn and not page.unanswered))
            if over():
                return
            await asyncio.sleep(RANDOM.uniform(0, think))
            if page.board.turn and not page.unanswered:
                await page.click(self.choose(page.board))

    def choose(self, board: Board) -> str:
        """Choose a move that depends only on the game and its moves, so that a refused player tries the same one
        again."""
        lot = random.Random(f"{self.code}{board.moves}")
        return board.variant.write(lot.choice(board.position.legal_moves))


def payload_of(move: str) -> dict[str, str]:
    """Return the payload of a move: its square, and the mark to write if the game has a choice."""
    return {"cell": move[:1], **({"write": move[1:]} if move[1:] else {})}


def _post_with_retries(origin: str, path: str, cookie: str, **form: str) -> Answer:
    """Post a form, and repeat it while a busy site asks for a retry, up to MAX_TRIES times."""
    for _time in range(MAX_TRIES):
        answer = post(origin, path, cookie, **form)
        if answer.status != 503:
            break
    return answer


class Crowd:
    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables

    @classmethod
    async def gather(cls, site: Site, games: int) -> Self:
        """Create games between two people, of all variants in rotation, with unopened pages."""
        made = await asyncio.to_thread(call, site, "make_games", games, [*VARIANTS])
        return cls([Table(**game, site=site) for game in made])

    @property
    def pages(self) -> list[Page]:
        return [page for table in self.tables for page in table.pages]

    async def __aenter__(self) -> Self:
        """Open all pages, and wait until they are connected."""
        for page in self.pages:
            page.open()
        await asyncio.gather(*(page.ready() for page in self.pages))
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(page.close() for page in self.pages))

    async def play(self, *, think: float = 0.1, plies: int = MAX_PLIES) -> None:
        await asyncio.gather(*(table.play(think=think, plies=plies) for table in self.tables))

    def latencies(self) -> list[float]:
        """Return the seconds from each click until its page showed the move."""
        return [click.took for page in self.pages for click in page.clicks if click.end == "made"]

    def lags(self) -> list[float]:
        """Return the seconds by which pages lagged behind the first page of their table, for each state."""
        return [lag for table in self.tables for lag in _lags(table.pages)]

    async def recovery(self) -> list[float]:
        """Return for each page the seconds until its socket brings a state at least as new as any shown to its table.

        Call it when a fault ends. Skips pages that show the end of their game.
        """
        end = time.monotonic()
        waits = [(page, table.newest) for table in self.tables for page in table.pages if not page.over]
        for page, newest in waits:
            await page.until(lambda page=page, newest=newest: _fresh(page, newest, end) is not None)
        return [_fresh(page, newest, end) for page, newest in waits]


def _fresh(page: Page, newest: int, end: float) -> float | None:
    return next((at - end for at, board in page.shown if at >= end and board.version >= newest), None)


def _lags(pages: Iterable[Page]) -> list[float]:
    pages = [page for page in pages if page.shown]
    versions = sorted({board.version for page in pages for _at, board in page.shown})
    lags = []
    for version in versions:
        arrivals = [next((at for at, board in page.shown if board.version >= version), None) for page in pages]
        known = [at for at in arrivals if at is not None]
        lags += [at - min(known) for at in known if at > min(known)]
    return lags
