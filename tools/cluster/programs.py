"""Programs that run as children of this process: a base class, and PostgreSQL, Redis and nginx.

`start` returns when the program answers, or raises `DidNotStart` with the end of its log. A program can be stopped and
started repeatedly; it keeps its port and data.
"""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import psycopg

from deploy import nginx
from tictactoe_site.network import bracketed

PROGRAM_TIMEOUT = 30  # seconds to start or to stop
LOG_LINES_SHOWN = 8  # at the end of an error
LOCAL = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # the loopback address of a service that listens on all addresses


class DidNotStart(Exception):
    """A program did not start; the message names it and the reason."""


class Missing(Exception):
    """A program is not installed; the message names it."""


def find(name: str, *folders: Path) -> str:
    """Return the path of a program. Raises Missing."""
    places = [os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin", "/sbin", *map(str, folders)]
    if found := shutil.which(name, path=os.pathsep.join(places)):
        return found
    raise Missing(f"{name} is not installed; tools/servers lists the packages.")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Callable[[], bool], what: str, timeout: float = PROGRAM_TIMEOUT) -> None:
    """Poll until the condition is met. Raises TimeoutError with `what` after `timeout` seconds."""
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} did not happen within {timeout:g} s")
        time.sleep(0.02)


def accepts(port: int, host: str = "127.0.0.1") -> bool:
    """Return whether a program listens on the port."""
    try:
        socket.create_connection((host, port), timeout=1).close()
    except OSError:
        return False
    return True


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises DidNotStart if the port is taken or the host is another machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise DidNotStart(f"Can't listen on {host}, port {port}: {os.strerror(error.errno or 0)}.") from None


class Program:
    """A child process, in its own session, so that Ctrl-C in the terminal reaches only this process.

    Its output is appended to the file `log`, or goes to this process's output. `cores` are the CPU cores that it may
    use; empty means all.
    """

    name = "program"
    stops_by = signal.SIGTERM

    def __init__(self, log: Path | None = None, cores: Collection[int] = ()) -> None:
        self.log = log
        self.cores = cores
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self.process, f"{self.name} has not been started"
        return self.process.pid

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def launch(self, *command: str, **options: Any) -> "subprocess.Popen[bytes]":
        """Start a child with its output in the log. Does not wait until it answers."""
        with self.log.open("ab") if self.log else contextlib.nullcontext() as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=(lambda: os.sched_setaffinity(0, self.cores)) if self.cores else None,
                **options,
            )

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait until the launched program answers. Otherwise kills it and raises DidNotStart."""
        try:
            wait_until(lambda: condition() or not self.running, f"The start of {self.name}")
        except TimeoutError as error:
            self.stop(signal.SIGKILL)
            raise DidNotStart(str(error)) from None
        if not self.running:
            raise DidNotStart(self.describe("did not start"))

    def describe(self, what: str) -> str:
        """Return a sentence about the program, followed by the end of its log."""
        lines = self.log.read_text(errors="replace").splitlines()[-LOG_LINES_SHOWN:] if self.log else []
        return "\n".join([f"{self.name} {what}" + (":" if lines else "."), *lines])

    def stop(self, by: signal.Signals | None = None) -> None:
        """Stop the program and wait for its end."""
        if self.process:
            self.resume()  # a paused process handles no other signal
            if self.running:
                self.process.send_signal(by or self.stops_by)
            self.process.wait(timeout=PROGRAM_TIMEOUT)

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def pause(self) -> None:
        """Freeze the program and its children, which keep their connections open."""
        self._signal_all(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, number: signal.Signals) -> None:
        if self.running:
            for pid in family_of(self.pid):
                try:
                    os.kill(pid, number)
                except ProcessLookupError:  # it has just ended
                    continue


def family_of(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    table = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], check=True, capture_output=True, text=True).stdout
    parents = {int(child): int(parent) for child, parent in map(str.split, table.splitlines())}
    family = [pid]
    for member in family:
        family += [child for child, parent in parents.items() if parent == member]
    return family


def stored_password(path: Path) -> str:
    """Return the password in a file readable only by its owner, created on the first call."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(24))
    return path.read_text()


class Service(Program):
    """A program with a folder for its data and its log."""

    host = "127.0.0.1"  # where it listens

    def __init__(self, folder: Path, cores: Collection[int] = ()) -> None:
        super().__init__(folder / "log", cores)
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


class Postgres(Service):
    """A PostgreSQL server with its own database. A commit is acknowledged when it is on the disk."""

    name = "PostgreSQL"
    stops_by = signal.SIGINT  # a "fast" shutdown, which does not wait for clients to disconnect
    user = database = "tictactoe"

    def __init__(self, folder: Path, cores: Collection[int] = ()) -> None:
        super().__init__(folder, cores)
        self.bin = postgres_folder()
        self.port = free_port()
        self.data = folder / "data"
        self.password_file = folder / "password"
        self.password = stored_password(self.password_file)

    @property
    def url(self) -> str:
        return self._url(self.database)

    def _url(self, database: str) -> str:
        return f"postgres://{self.user}:{self.password}@{self.host}:{self.port}/{database}"

    def start(self) -> None:
        if not (self.data / "PG_VERSION").exists():
            self._create()
        self._stop_orphan()
        self.process = self.launch(
            *self._as_owner("postgres", "-D", str(self.data)),
            *("-c", f"listen_addresses={self.host}", "-c", f"port={self.port}", "-c", "unix_socket_directories="),
            *("-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "full_page_writes=on"),
            *("-c", "max_connections=200"),
            cwd="/",
        )
        self.wait_for(self._answers)

    def _answers(self) -> bool:
        """Return whether the server accepts connections. Creates the database on the first one."""
        try:
            with psycopg.connect(self._url("postgres"), autocommit=True, connect_timeout=3) as connection:
                if not connection.execute("SELECT 1 FROM pg_database WHERE datname=%s", [self.database]).fetchone():
                    connection.execute(f"CREATE DATABASE {self.database}")
        except psycopg.OperationalError:
            return False
        return True

    def _create(self) -> None:
        shutil.rmtree(self.data, ignore_errors=True)  # left by an interrupted initdb
        if os.geteuid() == 0:
            self.data.mkdir()
            shutil.chown(self.data, *OWNER)
        self._run(
            *("initdb", "-D", str(self.data), "--username", self.user, "--pwfile", str(self.password_file)),
            *("--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-instructions"),
        )
        if not (self.data / "PG_VERSION").exists():
            raise DidNotStart(self.describe("could not create its database"))

    def _stop_orphan(self) -> None:
        """Stop a server that still runs on this data because its parent was killed."""
        if (self.data / "postmaster.pid").exists():
            self._run("pg_ctl", "stop", "-D", str(self.data), "-m", "fast")

    def _run(self, program: str, *arguments: str) -> None:
        self.launch(*self._as_owner(program, *arguments), cwd="/").wait(timeout=2 * PROGRAM_TIMEOUT)

    def _as_owner(self, program: str, *arguments: str) -> list[str]:
        """Return the command to run as a user other than root, which PostgreSQL refuses."""
        command = [str(self.bin / program), *arguments]
        return [*become_owner(), *command] if os.geteuid() == 0 else command


OWNER = ("postgres", "postgres")  # user and group of Debian's package


def become_owner() -> list[str]:
    """Return the prefix with which root runs a command as the user postgres, with access to root's folders.

    Raises Missing if setpriv is not installed.
    """
    user, group = OWNER
    # Lets it reach data in a clone below /root.
    capabilities = ("--inh-caps=-all,+dac_override", "--ambient-caps=-all,+dac_override")
    return [find("setpriv"), f"--reuid={user}", f"--regid={group}", "--clear-groups", *capabilities]


def postgres_folder() -> Path:
    """Return the folder with the newest PostgreSQL's programs, which Debian keeps outside PATH. Raises Missing."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    return Path(find("initdb", *debian)).resolve().parent


class Redis(Service):
    """A Redis server that persists nothing."""

    name = "Redis"

    def __init__(self, folder: Path, cores: Collection[int] = ()) -> None:
        super().__init__(folder, cores)
        self.program = find("redis-server")
        self.port = free_port()
        self.password = stored_password(folder / "password")

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@{self.host}:{self.port}"

    def start(self) -> None:
        settings = self.folder / "redis.conf"  # a command line would show everyone the password
        settings.touch(mode=0o600)
        lines = (
            *(f"bind {self.host}", f"port {self.port}", f"requirepass {self.password}"),
            *('save ""', "appendonly no", f'dir "{self.folder}"', "loglevel warning"),
        )
        settings.write_text("\n".join(lines) + "\n")
        self.process = self.launch(self.program, str(settings))
        self.wait_for(lambda: accepts(self.port, self.host))


class Proxy(Service):
    """nginx in front of the processes at `servers` (host:port). With `tls`, its port only redirects to HTTPS."""

    name = "nginx"

    def __init__(
        self,
        folder: Path,
        *,
        host: str,
        port: int,
        servers: list[str],
        data: Path,
        tls: nginx.Tls | None = None,
        cores: Collection[int] = (),
    ) -> None:
        super().__init__(folder, cores)
        self.program = find("nginx")
        self.host, self.port = host, port
        self.site = nginx.site_config(listen=[f"{bracketed(host)}:{port}"], servers=servers, data=data, tls=tls)

    def start(self) -> None:
        self.check_port()
        self._write()
        self.process = self.launch(*self._command)
        self.wait_for(lambda: accepts(self.port, LOCAL.get(self.host, self.host)))

    def check_port(self) -> None:
        """Raise DidNotStart if another program uses the port; nginx itself would keep retrying."""
        listen(self.host, self.port).close()

    def check(self) -> str:
        """Return the output of `nginx -t`. Raises subprocess.CalledProcessError if it fails."""
        self._write()
        return subprocess.run([*self._command, "-t"], check=True, capture_output=True, text=True).stderr

    @property
    def _command(self) -> list[str]:
        return [self.program, "-e", "stderr", "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]

    def _write(self) -> None:
        (self.folder / "site.conf").write_text(self.site)
        (self.folder / "nginx.conf").write_text(nginx.main_config(root=os.geteuid() == 0))
