"""Limit all incoming frames of websockets under uvicorn, because nginx forwards pings and fragments too. Channels
receives only complete messages, but pings and fragments cost as much."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import Frame
from websockets.server import ServerProtocol

from games.site.limits import LONGEST_MESSAGE, TRY_AGAIN, Pace


class Counted(ServerProtocol):
    """The protocol of a socket that fails after a flood of frames."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.pace = Pace()

    def recv_frame(self, frame: Frame) -> None:
        self.pace.count()
        if self.pace.flooded:
            self.fail(TRY_AGAIN)
            raise ProtocolError("too many frames")  # stop parsing frames
        super().recv_frame(frame)


class CountedSocket(WebSocketsSansIOProtocol):
    """Uvicorn's socket, except that it closes after a flood of frames, and answers failed handshakes: if the websockets
    library can't read a request (more than 128 headers, a header of more than 8 kB, or a body), uvicorn would leave the
    connection open without an answer, and raise an error on shutdown."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = Counted(extensions=self.conn.available_extensions, max_size=LONGEST_MESSAGE, logger=self.logger)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
