"""A link between pages and a site that tests can break."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, Self, TypeVar

from tests.support.server import free_port
from tests.support.waiting import PATIENCE

T = TypeVar("T")


class Relay:
    """Listens on its own port and forwards to a local port, in its own thread.

    After `swallow()` all traffic is lost in both directions, but connections, even new ones, stay open. After
    `repair()` new connections are forwarded again. `close(code)` closes all websockets to the pages: without a frame if
    the code is 1006, and otherwise with a close frame, which has no code if it is 1005.
    """

    def __init__(self, port: int) -> None:
        self.to = port
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.sockets = 0  # websockets that were opened through this relay
        self._swallowing = False
        self._open: set[asyncio.StreamWriter] = set()  # websockets, towards the page
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._listening = self._call(asyncio.start_server(self._serve, "127.0.0.1", self.port))
        return self

    def __exit__(self, *_: object) -> None:
        self._call(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def swallow(self) -> None:
        self._swallowing = True

    def repair(self) -> None:
        self._swallowing = False

    def close(self, code: int) -> None:
        self._call(self._close(code))

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    def _call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(timeout=PATIENCE)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._tasks.add(task)
        try:
            to_site = None
            while self._swallowing and await reader.read(65_536):
                pass  # discard it
            from_site, to_site = await asyncio.open_connection("127.0.0.1", self.to)
            await asyncio.gather(self._forward(reader, to_site), self._forward(from_site, writer, answers=True))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._open.discard(writer)
            self._tasks.discard(task)
            for end in (writer, to_site):
                if end:
                    end.transport.abort()

    async def _forward(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, *, answers: bool = False) -> None:
        swallows = self._swallowing
        while data := await source.read(65_536):
            if answers and data.startswith(b"HTTP/1.1 101 "):
                self.sockets += 1
                self._open.add(to)
            swallows = swallows or self._swallowing  # stays true, even after `repair()`
            if not swallows:
                to.write(data)
                await to.drain()
        if not swallows:
            raise ConnectionResetError

    async def _close(self, code: int) -> None:
        for writer in list(self._open):
            if code != 1006:
                payload = b"" if code == 1005 else code.to_bytes(2, "big")
                writer.write(bytes([0x88, len(payload)]) + payload)
                await writer.drain()
                writer.close()
            else:
                writer.transport.abort()

    async def _end(self) -> None:
        self._listening.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
