"""One server process behind a proxy: uvicorn with the options of this site.

    python -m deploy.process            listens on HOST and PORT
    python -m deploy.process --fd 3     uses an inherited listening socket, as from systemd

When it is ready, it notifies the service manager that set NOTIFY_SOCKET. It trusts X-Forwarded-* headers only from
127.0.0.1, or from FORWARDED_ALLOW_IPS.
"""

import argparse
import asyncio
import contextlib
import os
import socket

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, OperationalError, connections

from tictactoe_site.environment import need, refuse
from tictactoe_site.release import refuse_half_collected
from tictactoe_site.schema import refuse_newer_database, refuse_unprepared_database

need("deploy.process", "uvicorn")
import uvicorn  # noqa: E402

APPLICATION = "tictactoe_site.asgi:application"
OPTIONS = {
    "log_config": None,  # leave log lines to the site's formatters
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "lifespan": "on",  # start the background work
    "ws": "tictactoe_site.uvicorn_sockets:CountedSocket",  # also limits the length of messages
    "ws_per_message_deflate": False,  # would cost memory for every socket and gain little on small frames
    # Notice a vanished device within 30 s.
    "ws_ping_interval": 10,
    "ws_ping_timeout": 20,
    "timeout_graceful_shutdown": 10,  # seconds for requests in progress; the database takes at most 3
    "backlog": 2048,
}
READ_ACCEPTED_FOR = 0.2  # seconds at shutdown


class Server(uvicorn.Server):
    """Uvicorn that reports when it is ready, and at shutdown still answers the connections that it has accepted."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        notify_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        # Let uvicorn read from accepted connections, which it would otherwise close.
        await asyncio.sleep(READ_ACCEPTED_FOR)
        await super().shutdown(sockets)


def notify_ready() -> None:
    """Notify the service manager, if any, that the process is ready, as sd_notify(3) does."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"READY=1", address.replace("@", "\0", 1) if address.startswith("@") else address)


def refuse_unfit_database() -> None:
    """End the process with a message if the database is damaged, not set up, or from a newer release.

    An unreachable database does not prevent the start: pages work as soon as it answers.
    """
    try:
        refuse_newer_database()
        refuse_unprepared_database()
    except OperationalError:
        return
    except CommandError as refused:
        refuse(str(refused))
    except DatabaseError as damaged:
        refuse(f"The database can't be used: {damaged}")
    finally:
        connections.close_all()


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve the site through uvicorn, behind a proxy.")
    parser.add_argument(
        "--fd", type=int, help="number of an inherited listening socket; the default is to listen on HOST and PORT"
    )
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    config = uvicorn.Config(APPLICATION, **OPTIONS)
    config.load()  # outside the event loop, so that a refusal to start prints only its message
    refuse_half_collected()
    refuse_unfit_database()
    if options.fd is None:
        config.host, config.port = settings.HOST, settings.PORT
        sockets = None
    else:
        sockets = [socket.socket(fileno=options.fd)]
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises the signal again after its shutdown
        Server(config).run(sockets)


if __name__ == "__main__":
    main()
