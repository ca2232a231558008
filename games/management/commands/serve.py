"""Serve the site through Daphne."""

import asyncio
import logging
import resource
from contextlib import suppress
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server, twisted_loop
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.utils.module_loading import import_string

from games.features import begin
from games.site.limits import LONGEST_MESSAGE
from tictactoe_site import daphne_limits, network
from tictactoe_site.release import refuse_half_collected
from tictactoe_site.schema import refuse_dead_database, refuse_newer_database, refuse_unprepared_database

logger = logging.getLogger(__name__)

CANCEL_TIMEOUT = 4  # seconds: a task may wait this long for the database
MAX_OPEN_FILES = 65_536  # one per connection: more than a process can serve


def end_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Finish the sockets' tasks that Daphne has abandoned, because Python 3.11 crashes at exit if any remain."""
    tasks = asyncio.all_tasks(loop)
    for task in tasks:  # including our own, such as the beat, which Daphne has not cancelled
        task.cancel()
    if tasks:
        _, late = loop.run_until_complete(asyncio.wait(tasks, timeout=CANCEL_TIMEOUT))
        if late:
            logger.warning("%d tasks were still running %d s after they were cancelled", len(late), CANCEL_TIMEOUT)


def allow_open_files() -> None:
    """Raise the soft limit of open files, often 1,024, as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < limit:
        with suppress(ValueError, OSError):  # macOS may allow fewer than it claims
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


class Command(BaseCommand):
    help = "Serves the site through Daphne, on HOST and PORT (127.0.0.1 and 8000)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--collectstatic", action="store_true", help="first collect the static files")
        parser.add_argument("--migrate", action="store_true", help="first migrate the database to this release")

    def handle(self, *_args: Any, collectstatic: bool, migrate: bool, **_options: Any) -> None:
        refuse_dead_database()
        refuse_newer_database()
        if collectstatic:  # before loading the application, which reads the hashed names
            try:
                call_command("collectstatic", interactive=False, verbosity=0)
            except OSError as failed:
                raise CommandError(f"STATIC_ROOT {settings.STATIC_ROOT} can't be written: {failed.strerror}.") from None
        refuse_half_collected()
        # Not at import: in a single-process site, this takes the server's lock.
        application = import_string(settings.ASGI_APPLICATION)
        if migrate:
            call_command("migrate", verbosity=0)
        refuse_unprepared_database()
        connections.close_all()  # otherwise this thread would keep a connection of the pool
        allow_open_files()
        server: Server = Server(
            application,
            endpoints=build_endpoint_description_strings(settings.HOST, settings.PORT),
            ready_callable=lambda: self.begin(server),
            # Notice a vanished device within 30 s instead of Daphne's default of 50.
            ping_interval=10,
            ping_timeout=20,
            # Limit frames: a limit on messages would also apply to outgoing ones. The consumers refuse long messages.
            websocket_max_frame_size=LONGEST_MESSAGE,
            verbosity=0,
            server_name="",
        )
        server.run()
        end_tasks(twisted_loop)
        if not server.listening_addresses:
            raise CommandError("Nothing to listen on: set another PORT or HOST.")

    def begin(self, server: Server) -> None:
        daphne_limits.prepare(server)
        twisted_loop.call_soon(begin)  # once the loop runs
        self.print_url()

    def print_url(self) -> None:
        here = "127.0.0.1" if settings.HOST in network.WILDCARDS else settings.HOST
        lines = [f"Open {settings.PUBLIC_URL or network.origin(here, settings.PORT)} in a browser. Ctrl-C stops it."]
        if settings.LAN_ORIGIN and not settings.PUBLIC_URL:
            lines.append(f"A friend on the same network opens {settings.LAN_ORIGIN}")
        elif network.is_loopback(settings.HOST) and not settings.PUBLIC_URL:
            lines.append("Only this computer can open it; with HOST=0.0.0.0 others on its network can too.")
        self.stdout.write("\n".join(lines))
        self.stdout.flush()
