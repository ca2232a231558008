"""Requests as Daphne takes them in: bounded, and left to Django to read.

Daphne has no setting for either. Twisted, on which it stands, writes a body of any length to the disk, and reads forms
on the event loop before the application is asked: nested ones of 300 kB stopped the process for 14 seconds. Its timeout
begins anew with each byte, and it answers pipelined requests into memory, whether or not the client reads.
"""

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from django.http import HttpResponse
from twisted.web.http import HTTPChannel

from games.web.views import errors
from tictactoe_site import bodies

SMALLEST = 64  # bytes that a chunk counts as at least, since one of a single byte is as much work
READ_ON = 2 * 1024 * 1024  # bytes thrown away after a refusal: a client cut off while sending may not read the answer
WHOLE_WITHIN = 30  # seconds from the connection, or the answer before, until all of a request must have come
READ_WITHIN = 300  # seconds in which a client must take what is too much to be sent at once


class Request(WebRequest):
    """A request whose short body is kept in memory. Answers 413 if its length, or what comes, is beyond MOST."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, parsePOSTFormSubmission=False, **options)
        self.came = 0
        self.refused = False

    def gotLength(self, length: int | None) -> None:
        super().gotLength(0)  # in memory, whatever was announced
        if length is not None and length > bodies.MOST:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:
        self.came += max(len(data), SMALLEST)
        if self.came > READ_ON:
            self.transport.abortConnection()
        elif not self.refused and self.came > bodies.MOST:
            self.refuse()
        elif not self.refused:
            super().handleContentChunk(data)

    def refuse(self) -> None:
        """Answers 413, while the rest of the body still comes."""
        self.refused = True
        self.channel.persistent = False
        self.clientproto = b"HTTP/1.1"  # not known before all has come
        self.requestHeaders.removeHeader(b"Expect")  # else it would be asked to go on
        self.answer(bodies.refusal(self.own_headers()), more_body=True)

    def process(self) -> Any:
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")  # by which a client could say where the site lies
        return self.finish() if self.refused else super().process()

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Says what Daphne itself has to say in the looks of the site."""
        self.answer(bodies.answer(errors.malformed if status == 400 else errors.server_error, self.own_headers()))

    def answer(self, response: HttpResponse, *, more_body: bool = False) -> None:
        headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
        self.handle_reply({"type": "http.response.start", "status": response.status_code, "headers": headers})
        self.handle_reply({"type": "http.response.body", "body": response.content, "more_body": more_body})

    def own_headers(self) -> list[tuple[bytes, bytes]]:
        named = self.requestHeaders.getAllRawHeaders()
        return [(name.lower(), value) for name, values in named for value in values]


class Channel(HTTPChannel):
    """A connection that bounds how long a request may take to come, and answers the next one only when the client has
    taken the answer before."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False  # whether the transport holds more than it can send
        self.answered: Request | None = None  # a request that is done, but for that

    def resetTimeout(self) -> None:
        """Leaves the timeout running while bytes come."""

    def pauseProducing(self) -> None:
        self.full = True
        super().pauseProducing()

    def resumeProducing(self) -> None:
        self.full = False
        super().resumeProducing()
        if self.answered:
            request, self.answered = self.answered, None
            super().requestDone(request)

    def requestDone(self, request: Request) -> None:
        if self.full:
            self.answered = request
            self.transport.pauseProducing()
            self.setTimeout(READ_WITHIN)
        else:
            super().requestDone(request)

    def connectionLost(self, reason: Any) -> None:
        if self.answered:
            self.requests.remove(self.answered)  # it has been told that it is over
        super().connectionLost(reason)


class Factory(HTTPFactory):
    """Daphne's factory, which makes these connections and requests."""

    protocol = Channel

    def __init__(self, server: Any) -> None:
        super().__init__(server)
        self.timeOut = WHOLE_WITHIN

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = Request
        return protocol
