"""What a websocket may cost the process before anybody has read a message of it, where uvicorn serves the site.

Channels hears of whole messages alone. Pings, pongs, and pieces of a message that never ends are the server's own
affair, and each costs as much, so frames of every kind are counted here.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import Frame
from websockets.server import ServerProtocol

from games.limits import LONGEST, TRY_AGAIN, Pace


class Counted(ServerProtocol):
    """Frames in and out, which ends with a flood of them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.pace = Pace()

    def recv_frame(self, frame: Frame) -> None:
        self.pace.count()
        if self.pace.flooded:
            self.fail(TRY_AGAIN)
            raise ProtocolError("too many frames")  # so that none is parsed any more
        super().recv_frame(frame)


class CountedSocket(WebSocketsSansIOProtocol):
    """Uvicorn's, which ends a socket that sends a flood of frames, and answers whoever can't shake hands.

    Uvicorn itself leaves a connection whose request websockets can't read (more than 128 headers, one of more than
    8 kB, a body) open without an answer, and fails over it when it should shut down.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = Counted(extensions=self.conn.available_extensions, max_size=LONGEST, logger=self.logger)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
