"""Counts the frames of a websocket as they come in, where Daphne serves the site.

Channels is told of whole messages alone. Pings, pongs, and the pieces of a message that never ends stay in the server
and cost as much, so frames of every kind are counted here.
"""

from typing import Any

from autobahn.websocket.types import ConnectionRequest
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol

from games.limits import TRY_AGAIN, Pace


class CountedSocket(WebSocketProtocol):
    """Daphne's socket, ended if it sends a flood of frames."""

    maxMessagePayloadSize: int

    def __init__(self) -> None:
        super().__init__()
        self.pace = Pace()

    def onConnect(self, request: ConnectionRequest) -> object:
        # The site speaks no subprotocols, and over a header of them that is not ASCII Daphne logs an error.
        request.headers.pop("sec-websocket-protocol", None)
        return super().onConnect(request)

    def sendMessage(self, payload: bytes, *options: Any, **named: Any) -> None:
        # Autobahn holds what goes out to the limit of what comes in, and a room may be longer than anything sent to it.
        limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(payload, *options, **named)
        finally:
            self.maxMessagePayloadSize = limit

    def onFrameBegin(self) -> None:
        super().onFrameBegin()
        self.pace.count()
        if self.pace.flooded:
            # What has come is forgotten, and no more is taken in until the other end closes, or autobahn does a second
            # later.
            self.data = b""
            self.transport.pauseProducing()
            self.sendClose(TRY_AGAIN)


def count_frames(server: Server) -> None:
    """Puts the counted sockets in. To be called when the server is ready: it makes its factory as it starts."""
    server.ws_factory.protocol = CountedSocket
