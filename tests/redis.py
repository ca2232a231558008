"""A Redis server of its own."""

import shutil
import subprocess
import time

from tests.server import free_port


class Redis:
    """Started and stopped at will, always at the same address, and with nothing kept."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        """Starts it and waits until it answers."""
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""], stdout=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 10
        while not self._answers():
            assert time.monotonic() < deadline

    def _answers(self) -> bool:
        ping = ["redis-cli", "-p", str(self.port), "ping"]
        return b"PONG" in subprocess.run(ping, capture_output=True, check=False).stdout

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def missing() -> bool:
    return shutil.which("redis-server") is None
