"""Accept sockets only from this site's own pages.

A browser sends the session cookie with a socket opened by any site, and sockets have no CSRF token, so the Origin
header decides. Channels' AllowedHostsOriginValidator accepts every scheme and port of an allowed host and does not
check a socket's Host header.
"""

import logging

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope, WebSocketScope
from django.conf import settings
from django.http.request import split_domain_port, validate_host

logger = logging.getLogger(__name__)

HTTP_SCHEMES = {"ws": "http", "wss": "https"}


class SameOriginOnly:
    """Accepts a socket if Host is allowed and Origin is the site's own: scheme, host and port."""

    def __init__(self, application: ASGI3Application) -> None:
        self.application = application

    async def __call__(self, scope: WebSocketScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if refusal := refusal_of(scope):
            logger.warning("Socket refused: %s", refusal)
            await refuse(scope, receive, send)
        else:
            await self.application(scope, receive, send)


def refusal_of(scope: WebSocketScope) -> str:
    """Return the reason to refuse a socket, "" to accept it."""
    hosts = [value.decode("latin1") for name, value in scope["headers"] if name == b"host"]
    origins = [value.decode("latin1") for name, value in scope["headers"] if name == b"origin"]
    if len(hosts) != 1 or not validate_host(split_domain_port(hosts[0])[0], settings.ALLOWED_HOSTS):
        return f"Host {hosts} is not one of ALLOWED_HOSTS."
    expected = settings.PUBLIC_URL or f"{HTTP_SCHEMES[scope.get('scheme', 'ws')]}://{hosts[0].lower()}"
    return "" if origins == [expected] else f"Origin {origins} is not {expected!r}."


async def refuse(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Answer a handshake with 403. Also serves unknown paths, for which Channels would raise an error."""
    await receive()  # websocket.connect, required before the socket can be refused
    await send({"type": "websocket.close", "code": 1000, "reason": None})
