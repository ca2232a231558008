"""A multi-process site on this machine: PostgreSQL, Redis, several server processes, and nginx in front.

In tests and measurements:

    with Cluster(folder, processes=2, BEAT="1") as site:
        site.url                                        # of the proxy
        site.processes[0].url, .pid, .port              # past the proxy
        site.rolling_restart()
        site.postgres.pause(); site.postgres.resume()   # also kill, stop, start; likewise redis, proxy and each process
"""

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from tictactoe_site import network
from tools.cluster.programs import LOCAL, DidNotStart, Postgres, Program, Proxy, Redis, free_port, listen

ROOT = Path(__file__).resolve().parents[2]

# Variables that configure the caller's own installation, and must not reach this site.
NOT_INHERITED = {"DATABASE_URL", "DEBUG", "DJANGO_SETTINGS_MODULE", "PYTHONPATH", "REDIS_URL"}


class Process(Program):
    """A server process (deploy/process.py) on a port of this machine, like tictactoe@.service: with socket activation,
    so that its listening socket outlives it."""

    def __init__(
        self, port: int, environment: Mapping[str, str], log: Path | None = None, cores: Collection[int] = ()
    ) -> None:
        super().__init__(log, cores)
        self.port = port
        self.name = f"The process on port {port}"
        self.environment = environment
        self.listener: socket.socket | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        if self.listener is None:
            self.listener = listen("127.0.0.1", self.port)
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
            notified.bind(f"{folder}/notify")
            number = self.listener.fileno()
            self.process = self.launch(
                *(sys.executable, "-m", "deploy.process", "--fd", str(number)),
                cwd=ROOT,
                env={**self.environment, "NOTIFY_SOCKET": notified.getsockname()},
                pass_fds=[number],
            )
            try:
                self.wait_for(lambda: bool(select.select([notified], [], [], 0)[0]))
            except DidNotStart:
                self.close()
                raise

    def restart(self) -> None:
        """Restart like `systemctl restart`: new requests wait. After DidNotStart they are refused."""
        super().stop()
        self.start()

    def stop(self, by: signal.Signals | None = None) -> None:
        self.close()
        super().stop(by)

    def close(self) -> None:
        """Close the listening socket, so that nginx immediately sends requests to another process."""
        if self.listener:
            self.listener.close()
            self.listener = None


def stop(processes: Sequence[Process]) -> None:
    """Stop all processes in parallel."""
    for process in processes:
        process.close()
        if process.process and process.running:
            process.process.terminate()
    for process in processes:
        process.stop()


class Cluster:
    """A multi-process site with its data in `folder`, which can be reused. Entering starts it, leaving stops it.

    The proxy listens on `host`, everything else on loopback. `cores` are the CPU cores that it may use; empty means
    all. With `logs` False, the server processes write to this process's output. `variables` are added to their
    environment. Raises Missing and DidNotStart.
    """

    def __init__(
        self,
        folder: Path,
        *,
        processes: int = 2,
        host: str = "127.0.0.1",
        port: int | None = None,
        cores: Collection[int] = (),
        logs: bool = True,
        **variables: str,
    ) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.port = port or free_port()
        self.url = network.origin(LOCAL.get(host, host), self.port)
        self.data = folder / "site"
        self.postgres = Postgres(folder / "postgresql", cores)
        self.redis = Redis(folder / "redis", cores)
        self.environment = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED} | {
            "DATA_DIR": str(self.data),
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.redis.url,
            "HOST": host,
            "PORT": str(self.port),
            **variables,
        }
        ports = [free_port() for _ in range(processes)]
        self.processes = [
            Process(port, self.environment, folder / f"process-{number}.log" if logs else None, cores)
            for number, port in enumerate(ports, start=1)
        ]
        self.proxy = Proxy(
            folder / "nginx",
            host=host,
            port=self.port,
            servers=[f"127.0.0.1:{port}" for port in ports],
            data=self.data,
            cores=cores,
        )

    def __enter__(self) -> "Cluster":
        self.proxy.check_port()  # before expensive steps
        try:
            self.postgres.start()
            self.redis.start()
            self.manage("migrate", "--verbosity", "0")
            self.manage("collectstatic", "--noinput", "--verbosity", "0")
            for process in self.processes:
                process.start()
            self.proxy.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def stop(self) -> None:
        self.proxy.stop()
        stop(self.processes)
        self.redis.stop()
        self.postgres.stop()

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py on the site's data and return its output. Raises DidNotStart."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            check=False,
            capture_output=True,
            text=True,
            start_new_session=True,  # Ctrl-C in the terminal reaches only this process
        )
        if done.returncode:
            raise DidNotStart(f"manage.py {arguments[0]} failed:\n{done.stderr}")
        return done.stdout

    def rolling_restart(self) -> None:
        """Restart one process after another while the site keeps running. Raises DidNotStart at the first failure."""
        for process in self.processes:
            process.restart()
