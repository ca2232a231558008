"""The real server as a separate process, as `make run` starts it."""

import base64
import http.client
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.commands import ROOT, launch, run
from tests.support.waiting import PATIENCE
from tools.cluster.programs import free_port

# The environment variables of the site's settings, which servers under test must not inherit.
OURS = (
    *("ADMIN_PATH", "ALLOWED_HOSTS", "BACKUP_DIR", "BEAT", "CLAIM_AFTER", "DATABASE_URL", "DEBUG"),
    *("HEALTHCHECK_PING_URL", "HOST", "LIMITS", "LOG_FORMAT", "METRICS_ALLOW", "METRICS_TOKEN", "NAME_CHECK"),
    *("PUBLIC_URL", "REDIS_URL", "SECRET_KEY", "TIME_ZONE", "TRUST_FORWARDED_FOR"),
)


def ask_for_socket(port: int, path: str, **headers: str | None) -> socket.socket:
    """Connect to a local port and send a websocket handshake as the site's pages do."""
    sent = {
        "Host": f"127.0.0.1:{port}",
        "Origin": f"http://127.0.0.1:{port}",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
    } | headers
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items() if value is not None)]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    return connection


def status_of(connection: socket.socket) -> int:
    """Return the HTTP status of a handshake. Reads only the head of the response, because frames may follow."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        assert byte, f"the connection ended after {head!r}"
        head += byte
    return int(head.split()[1])


# PYTHONWARNINGS for a site of several processes: redis-py does not close connections whose attempts have timed out.
WARNINGS_OF_A_CLUSTER = "error,ignore:unclosed file:ResourceWarning,ignore:unclosed <StreamWriter:ResourceWarning"
METRICS_TOKEN = "of-a-site-for-tests-alone"


@contextmanager
def new_server(*command: str, **variables: str) -> Iterator["Server"]:
    """Start a site of its own in a temporary folder, and stop it when the context ends."""
    with tempfile.TemporaryDirectory(prefix="tictactoe-") as folder:
        server = Server(Path(folder), **variables)
        server.prepare()
        server.start(*command)
        try:
            yield server
        finally:
            server.stop()
            server.close_shell()


class Server:
    """A site on its own port with its data in `folder`; `variables` are added to its environment.

    It can be stopped and started repeatedly, and keeps its port and data. `code` is the folder of its code.
    """

    code = ROOT

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder = folder
        self.log = folder / "log"
        self.port = int(variables.get("PORT") or free_port())
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"
        self.environment = {name: value for name, value in os.environ.items() if name not in OURS} | {
            "DATA_DIR": str(folder),
            "PORT": str(self.port),
            "DJANGO_SETTINGS_MODULE": "tictactoe_site.settings",
            # An interrupted download does not close its file, nor a stopped server its SQLite connections; Python 3.13
            # warns about both.
            "PYTHONWARNINGS": "error,ignore:unclosed file:ResourceWarning,ignore:unclosed database:ResourceWarning",
            **variables,
        }
        self.process: subprocess.Popen | None = None
        self._shell: subprocess.Popen | None = None

    def manage(self, *arguments: str, patience: float = PATIENCE) -> str:
        """Run a management command on the server's data and return its output."""
        return self.run("manage.py", *arguments, patience=patience)

    def run(self, *arguments: str, patience: float = PATIENCE) -> str:
        """Run a Python script on the server's data and return its output."""
        done = run(sys.executable, *arguments, cwd=self.code, env=self.environment, timeout=patience)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def shell(self, code: str) -> str:
        """Run Python code on the server's data and return its output. The code runs in a second process, which
        stays until `close_shell`, because loading the site takes a second."""
        if not self._shell:
            self._shell = subprocess.Popen(
                [sys.executable, "-m", "tests.support.shell"],
                cwd=self.code,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        print(json.dumps(code), file=self._shell.stdin, flush=True)
        assert select.select([self._shell.stdout], [], [], 5 * PATIENCE)[0]
        answer = self._shell.stdout.readline()
        assert answer, "the code has failed; its traceback is on stderr"
        return json.loads(answer).strip()

    def close_shell(self) -> None:
        if self._shell:
            with self._shell:
                pass

    def prepare(self) -> None:
        """Migrate and collect static files. Takes several CPU seconds: minutes on a busy machine."""
        self.manage("migrate", "--verbosity", "0", patience=5 * PATIENCE)
        self.manage("collectstatic", "--noinput", "--verbosity", "0", patience=5 * PATIENCE)

    def launch(self, *command: str) -> subprocess.Popen:
        """Start a command in the server's environment; its output goes to the log."""
        with self.log.open("a") as log:
            options = {"cwd": self.code, "env": self.environment, "stdin": subprocess.DEVNULL}
            return launch(*command, **options, stdout=log, stderr=log)

    def start(self, *command: str) -> None:
        """Start the server and wait until it answers."""
        self.process = self.launch(*(command or (sys.executable, "manage.py", "serve")))
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"The server did not start:\n{self.log.read_text()}") from None
                time.sleep(0.02)

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Stop the server and return its exit code."""
        self.process.send_signal(by)
        return self.process.wait(timeout=PATIENCE)

    def get(self, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path, headers={"Host": self.host} | headers)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    def open_socket(self, path: str, **headers: str | None) -> tuple[int, socket.socket]:
        """Open a websocket as the site's pages do, without headers that are None; return the HTTP status and the
        connection."""
        connection = ask_for_socket(self.port, path, **headers)
        return status_of(connection), connection


NEW_GAME = """
from games.play import services
from games.engine.position import Mark
from games.models import Player
print(services.invite(player=Player.objects.create(), side=Mark.X).code)
"""
