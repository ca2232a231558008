"""A server process with socket activation, as under systemd: its listening socket outlives it."""

import select
import signal
import socket
import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from tools.cluster.programs import DidNotStart, Program, listen

ROOT = Path(__file__).resolve().parents[2]


class Process(Program):
    """A server process (deploy/process.py) on a port of this machine, like tictactoe@.service."""

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
