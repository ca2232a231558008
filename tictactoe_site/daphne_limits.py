"""The least that Daphne needs to serve the site by itself. It has no settings for any of this.

Twisted, on which it stands, reads forms on the event loop before the application is asked: nested ones of 300 kB
stopped the process for 14 seconds. It writes a body of any length to the disk, and answers pings without end.
"""

from typing import Any

from daphne import http_protocol, ws_protocol
from daphne.server import Server

from games.site import error_pages as errors
from games.site.limits import TRY_AGAIN, Pace
from tictactoe_site.requests import MAX_BODY, answer, headers_of

READ_ON = 2 * 1024 * 1024  # bytes of a body: a browser reads no answer before it has sent all
IDLE = 30  # seconds without a byte after which a connection is closed


class Request(http_protocol.WebRequest):
    """A request that leaves forms to Django and keeps no more of its body than shows that it is too long."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, parsePOSTFormSubmission=False, **options)
        self.received = 0

    def handleContentChunk(self, data: bytes) -> None:
        self.received += len(data)
        if self.received > READ_ON:
            self.transport.abortConnection()
        elif self.content.tell() <= MAX_BODY:
            super().handleContentChunk(data)

    def process(self) -> Any:
        # By the first a client could say where the site lies. The site speaks no subprotocols, and over a header of
        # them that is not ASCII Daphne logs an error.
        for name in (b"Daphne-Root-Path", b"Sec-WebSocket-Protocol"):
            self.requestHeaders.removeHeader(name)
        return super().process()

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Say what Daphne itself has to say in the looks of the site, with its security headers."""
        headers = [(name.lower(), value) for name, values in self.requestHeaders.getAllRawHeaders() for value in values]
        response = answer(errors.malformed if status == 400 else errors.server_error, headers)
        self.handle_reply(
            {"type": "http.response.start", "status": response.status_code, "headers": headers_of(response)}
        )
        self.handle_reply({"type": "http.response.body", "body": response.content})


class Socket(ws_protocol.WebSocketProtocol):
    """A websocket that is ended if it sends a flood of frames, pings and pieces of messages among them."""

    def __init__(self) -> None:
        super().__init__()
        self.pace = Pace()

    def onFrameBegin(self) -> None:
        super().onFrameBegin()
        self.pace.count()
        if self.pace.flooded:
            self.data = b""  # bytes received so far
            self.transport.pauseProducing()
            self.sendClose(TRY_AGAIN)


def prepare(server: Server) -> None:
    """Put these into a server that is ready, before it accepts connections."""
    http_protocol.WebRequest = Request
    server.http_factory.timeOut = IDLE
    server.ws_factory.protocol = Socket
