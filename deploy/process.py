"""One server process behind a proxy: uvicorn with the options of this site.

    python -m deploy.process            listens where HOST and PORT say
    python -m deploy.process --fd 3     on a listening socket that it has inherited, as systemd hands it over

It tells systemd, or who else has set NOTIFY_SOCKET, when it is ready. It believes the X-Forwarded-* headers of
127.0.0.1 alone, or of the addresses in FORWARDED_ALLOW_IPS.
"""

import argparse
import asyncio
import contextlib
import os
import socket

from django.conf import settings

from tictactoe_site.environment import need

need("deploy.process", "uvicorn")
import uvicorn  # noqa: E402

APPLICATION = "tictactoe_site.asgi:application"
OPTIONS = {
    "log_config": None,  # all log lines take the same path: one line on stderr
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "lifespan": "off",  # Django knows none
    "ws": "tictactoe_site.uvicorn_sockets:CountedSocket",  # which also knows how long a message may be
    "ws_per_message_deflate": False,  # memory for every socket, and little gained on frames of this size
    # A device that went without a word is noticed within 30 s.
    "ws_ping_interval": 10,
    "ws_ping_timeout": 20,
    "timeout_graceful_shutdown": 10,  # seconds for requests under way; the database keeps none longer than 3
    "backlog": 2048,
}
SETTLE = 0.2  # seconds


class Server(uvicorn.Server):
    """Uvicorn, which tells when it is ready, and answers at its end what it has already accepted."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        tell_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        # Uvicorn would at once close connections that it has accepted and not read, so it reads first.
        await asyncio.sleep(SETTLE)
        await super().shutdown(sockets)


def tell_ready() -> None:
    """Tell who has started this process and waits, by the protocol of sd_notify(3)."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as waiting:
            waiting.sendto(b"READY=1", address.replace("@", "\0", 1) if address.startswith("@") else address)


def main() -> None:
    parser = argparse.ArgumentParser(description="Serves the site through uvicorn, behind a proxy.")
    parser.add_argument("--fd", type=int, help="the listening socket; otherwise HOST and PORT are listened on")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    config = uvicorn.Config(APPLICATION, **OPTIONS)
    config.load()  # here and not within the loop, so that what refuses to start says its sentence and no more
    if given.fd is None:
        config.host, config.port = settings.HOST, settings.PORT
        sockets = None
    else:
        sockets = [socket.socket(fileno=given.fd)]
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn passes the signal on when it has finished
        Server(config).run(sockets)


if __name__ == "__main__":
    main()
