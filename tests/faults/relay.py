"""A link between pages and a site that tests can break."""

import asyncio
from typing import Self

from tests.support.server import free_port


class Relay:
    """Listens on its own port and forwards to a local port.

    While it is `swallowing`, all traffic is lost in both directions, but connections, even new ones, stay open.
    Afterwards new connections are forwarded again.
    """

    def __init__(self, port: int) -> None:
        self.to = port
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.swallowing = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._tasks.add(task)
        try:
            to_site = None
            while self.swallowing and await reader.read(65_536):
                pass  # discard it
            from_site, to_site = await asyncio.open_connection("127.0.0.1", self.to)
            await asyncio.gather(self._forward(reader, to_site), self._forward(from_site, writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            for end in (writer, to_site):
                if end:
                    end.transport.abort()

    async def _forward(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        swallows = self.swallowing
        while data := await source.read(65_536):
            swallows = swallows or self.swallowing  # stays true, even afterwards
            if not swallows:
                to.write(data)
                await to.drain()
        if not swallows:
            raise ConnectionResetError
