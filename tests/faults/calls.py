"""Call functions of stored.py on a site's data while its server runs.

    call(site, "games", codes)

Each call runs in its own process with the environment of the site. The process is forked from one that has loaded the
site's code, because loading it takes most of the time.
"""

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any

from tests.faults.network import enter
from tests.support.server import Server
from tools.cluster.cluster import Cluster

STORED = "tests.faults.stored"

forks = multiprocessing.get_context("forkserver")
forks.set_forkserver_preload([STORED])


Site = Server | Cluster  # or an Installation, which has what calls and players use


def call(site: Site, function: str, *arguments: object) -> Any:
    """Call a function on a site's data, in this thread's network namespace."""
    network = f"/proc/{os.getpid()}/task/{threading.get_native_id()}/ns/net"
    with ProcessPoolExecutor(1, forks, _go_to, (site.environment, network)) as process:
        return process.submit(_call, function, arguments).result()


def _go_to(environment: dict[str, str], network: str) -> None:
    """Give this process a site's network and environment, and let it read that site's settings."""
    enter(network)
    os.environ.clear()
    os.environ.update({"DJANGO_SETTINGS_MODULE": "tictactoe_site.settings", **environment})
    import_module(STORED).read_settings_anew()


def _call(function: str, arguments: tuple[object, ...]) -> Any:
    return getattr(import_module(STORED), function)(*arguments)
