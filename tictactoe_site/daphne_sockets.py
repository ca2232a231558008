"""What a websocket may cost the process before anybody has read a message of it, where Daphne serves the site.

Channels hears of whole messages alone. Pings, pongs, and pieces of a message that never ends are the server's own
affair, and each costs as much, so frames of every kind are counted here.
"""

from autobahn.websocket.types import ConnectionRequest
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol

from games.limits import TRY_AGAIN, Pace


class CountedSocket(WebSocketProtocol):
    """Daphne's, which ends a socket that sends a flood of frames."""

    def __init__(self) -> None:
        super().__init__()
        self.pace = Pace()

    def onConnect(self, request: ConnectionRequest) -> object:
        # The site speaks no subprotocols, and over a header of them that is not ASCII Daphne logs an error.
        request.headers.pop("sec-websocket-protocol", None)
        return super().onConnect(request)

    def onFrameBegin(self) -> None:
        super().onFrameBegin()
        self.pace.count()
        if self.pace.flooded:
            # What has come already is forgotten, and no more is taken in until the other end closes, or a second later
            # autobahn does.
            self.data = b""
            self.transport.pauseProducing()
            self.sendClose(TRY_AGAIN)


def count_frames(server: Server) -> None:
    """To be called once the server is ready, which makes its factory as it starts."""
    server.ws_factory.protocol = CountedSocket
