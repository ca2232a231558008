"""N server processes, kept running, and renewed one after the other without an interruption.

    python -m tools.cluster.processes --ports 8001,8002

runs in the foreground until it gets SIGTERM or SIGINT. A process that ends is started again. SIGHUP renews them all, as
after a change of the code or the settings in files: for each, a successor is started on the same listening socket, and
when that answers the old one finishes what it was asked and closes its sockets, whose pages come back to the successor.
A successor that does not start leaves the old one in its place.
"""

import argparse
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from tools.cluster.programs import PATIENCE, DidNotStart, Program, listen

ROOT = Path(__file__).resolve().parents[2]
TRY_AGAIN = 5  # seconds


class Process(Program):
    """A server process (deploy/process.py) on a port of this machine.

    The listening socket is made here and outlives the process, so that a request that comes while one follows on the
    other waits for an answer and is never refused.
    """

    def __init__(
        self, port: int, environment: Mapping[str, str], log: Path | None = None, cores: Collection[int] = ()
    ) -> None:
        super().__init__(log, cores)
        self.port = port
        self.name = f"The process at port {port}"
        self.environment = environment
        self.listener: socket.socket | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        if self.listener is None:
            self.listener = listen("127.0.0.1", self.port)
        successor, ready = self._launch()
        answer = b""
        if select.select([ready], [], [], PATIENCE)[0]:
            answer = os.read(ready, 16)  # nothing where it has ended
        os.close(ready)
        if not answer:
            successor.kill()
            successor.wait()
            raise DidNotStart(self.told("did not start"))
        self.process = successor

    def renew(self) -> None:
        """Puts a successor in the place of the process. Raises DidNotStart, and keeps the old one, if that fails."""
        old = self.process
        self.start()
        if old:
            old.terminate()
            try:
                old.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                old.kill()
                old.wait()

    def stop(self, by: signal.Signals | None = None) -> None:
        super().stop(by)
        self.close()

    def close(self) -> None:
        """Closes the listening socket: requests are refused at once, and nginx asks another process."""
        if self.listener:
            self.listener.close()
            self.listener = None

    def _launch(self) -> "tuple[subprocess.Popen[bytes], int]":
        """A process, and the end of a pipe that tells when it is ready."""
        assert self.listener
        ready, told = os.pipe()
        descriptors = (self.listener.fileno(), told)
        command = (sys.executable, "-m", "deploy.process", "--fd", str(descriptors[0]), "--ready", str(descriptors[1]))
        try:
            return self.launch(*command, cwd=ROOT, env=self.environment, pass_fds=descriptors), ready
        finally:
            os.close(told)


def rolling_restart(processes: Sequence[Process]) -> None:
    """Renews one after the other. Raises DidNotStart at the first that won't, and leaves the rest as they are."""
    for process in processes:
        process.renew()


def mend(processes: Sequence[Program]) -> None:
    """Starts again what has ended, and says so. Raises DidNotStart, when all have been tried, for those that won't."""
    failed = []
    for process in processes:
        if not process.running:
            code = process.process.returncode if process.process else None
            try:
                process.start()
            except DidNotStart as error:
                process.close()
                failed.append(str(error))
            else:
                say(f"{process.name} ended with {code} and was started again.")
    if failed:
        raise DidNotStart("\n".join(failed))


def stop(processes: Sequence[Process]) -> None:
    """Ends them all, side by side."""
    for process in processes:
        process.close()
        if process.process and process.running:
            process.process.terminate()
    for process in processes:
        process.stop()


class Runner:
    """Looks after processes until it is told to stop. Takes the signals over when it is made."""

    def __init__(self) -> None:
        self.asked: set[int] = set()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda number, _frame: self.asked.add(number))

    @property
    def told_to_stop(self) -> bool:
        return bool(self.asked & {signal.SIGTERM, signal.SIGINT})

    def look_after(self, processes: Sequence[Process], others: Sequence[Program] = ()) -> None:
        """Starts again what ends, and renews the processes when asked to.

        Returns after SIGTERM or SIGINT; all are then still running.
        """
        rest = 0.0
        while not self.told_to_stop:
            try:
                if signal.SIGHUP in self.asked:
                    self.asked.discard(signal.SIGHUP)
                    rolling_restart(processes)
                    say("All processes have been renewed.")
                elif time.monotonic() > rest:
                    mend([*others, *processes])
            except DidNotStart as failed:
                say(str(failed))
                rest = time.monotonic() + TRY_AGAIN
            time.sleep(0.2)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Keeps server processes running behind a proxy.")
    parser.add_argument("--ports", default="8001,8002", help="one for each process, separated by commas (%(default)s)")
    ports = [int(port) for port in parser.parse_args().ports.split(",")]
    runner = Runner()
    processes = [Process(port, os.environ) for port in ports]
    try:
        for process in processes:
            process.start()
        runner.look_after(processes)
    except DidNotStart as failed:
        raise SystemExit(str(failed)) from None
    finally:
        stop(processes)


if __name__ == "__main__":
    main()
