"""Count the frames of a websocket as they come in, when uvicorn serves the site. nginx forwards every frame.

Channels sees only complete messages. Pings, pongs, and the fragments of a message that never ends stay in the server
and cost as much, so frames of every kind are counted here.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import Frame
from websockets.server import ServerProtocol

from games.site.limits import LONGEST, TRY_AGAIN, Pace


class Counted(ServerProtocol):
    """The protocol of one socket, which fails after a flood of frames."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.pace = Pace()

    def recv_frame(self, frame: Frame) -> None:
        self.pace.count()
        if self.pace.flooded:
            self.fail(TRY_AGAIN)
            raise ProtocolError("too many frames")  # so that no more frames are parsed
        super().recv_frame(frame)


class CountedSocket(WebSocketsSansIOProtocol):
    """Uvicorn's socket, closed after a flood of frames, and answered if its handshake fails.

    Uvicorn itself leaves a connection whose request websockets can't read (more than 128 headers, one of more than
    8 kB, a body) open without an answer, and raises an error as it shuts down.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = Counted(extensions=self.conn.available_extensions, max_size=LONGEST, logger=self.logger)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
