"""Limits for Daphne without a proxy, as patches, because Daphne has no settings for them.

Twisted parses forms on the event loop before it calls the application: a nested form of 300 kB blocked the process for
14 seconds. It also writes bodies of any length to the disk. Autobahn, which handles sockets, answers any number of
pings.
"""

from typing import Any

from daphne import http_protocol, ws_protocol
from daphne.server import Server

from games.site import error_pages as errors
from games.site.limits import TRY_AGAIN, Pace
from tictactoe_site.requests import MAX_BODY, answer, start_of

# Bytes of a body to receive before aborting; more than MAX_BODY, because browsers send everything before they read.
MAX_RECEIVED = 2 * 1024 * 1024
IDLE_TIMEOUT = 30  # seconds without data


class Request(http_protocol.WebRequest):
    """A request that leaves the parsing of forms to Django, and stores little more than MAX_BODY bytes of its body."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, parsePOSTFormSubmission=False, **options)
        self.received = 0

    def handleContentChunk(self, data: bytes) -> None:
        self.received += len(data)
        if self.received > MAX_RECEIVED:
            self.transport.abortConnection()
        elif self.content.tell() <= MAX_BODY:
            super().handleContentChunk(data)

    def process(self) -> Any:
        # The first header would let a client set the site's root path. The site has no subprotocols, and Daphne logs an
        # error if their names are not ASCII.
        for name in (b"Daphne-Root-Path", b"Sec-WebSocket-Protocol"):
            self.requestHeaders.removeHeader(name)
        return super().process()

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Render Daphne's own errors as the site's pages, with the security headers."""
        headers = [(name.lower(), value) for name, values in self.requestHeaders.getAllRawHeaders() for value in values]
        response = answer(errors.malformed if status == 400 else errors.server_error, headers)
        self.handle_reply(start_of(response))
        self.handle_reply({"type": "http.response.body", "body": response.content})


class Socket(ws_protocol.WebSocketProtocol):
    """A websocket that closes after a flood of frames, including pings and fragments."""

    def __init__(self) -> None:
        super().__init__()
        self.pace = Pace()

    def onFrameBegin(self) -> None:
        super().onFrameBegin()
        self.pace.count()
        if self.pace.flooded:
            # Drop what has arrived, which would take memory until the garbage collector finds the socket.
            self.data = b""
            self.message_data: list[bytes] = []
            self.transport.pauseProducing()
            self.sendClose(TRY_AGAIN)


def prepare(server: Server) -> None:
    """Install these classes in a server before it accepts connections."""
    http_protocol.WebRequest = Request
    server.http_factory.timeOut = IDLE_TIMEOUT
    server.ws_factory.protocol = Socket
