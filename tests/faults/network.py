"""Simulated machines: network namespaces, connected by a switch in its own namespace. Needs root on Linux.

    network = Network()
    machine = network.machine(11)       # 10.0.0.11
    with machine.entered(): ...         # listeners, connections and children of this thread belong to the machine
    machine.cut(); machine.repair()     # silently drops all traffic in between

A namespace without a name ends with its last process and file, so nothing remains.
"""

import contextlib
import ctypes
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

NAMESPACE = "/proc/thread-self/ns/net"
NEW_NETWORK = 0x4000_0000  # CLONE_NEWNET

libc = ctypes.CDLL(None, use_errno=True)


class NoNetworks(Exception):
    """Network namespaces cannot be created on this machine; the message says why."""


def _succeeded(result: int) -> None:
    if result:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def enter(network: str) -> None:
    """Move this thread into the network namespace of a file."""
    with Path(network).open() as file:
        if not Path(NAMESPACE).samefile(network):
            _succeeded(libc.setns(file.fileno(), NEW_NETWORK))


class Namespace:
    """A network namespace, in which `ip` and whole threads can run."""

    def __init__(self) -> None:
        maker = threading.Thread(target=self._make)
        maker.start()
        maker.join()
        if not shutil.which("ip"):
            raise NoNetworks("ip is not installed; `make programs` installs it")
        if not hasattr(self, "file"):
            raise NoNetworks("network namespaces need root, with the right to administer networks")

    def _make(self) -> None:
        with contextlib.suppress(OSError):
            _succeeded(libc.unshare(NEW_NETWORK))
            self.file = os.open(NAMESPACE, os.O_RDONLY | os.O_CLOEXEC)

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Move this thread into the namespace during the context, and the threads and processes that it starts."""
        before = os.open(NAMESPACE, os.O_RDONLY | os.O_CLOEXEC)
        _succeeded(libc.setns(self.file, NEW_NETWORK))
        try:
            yield
        finally:
            _succeeded(libc.setns(before, NEW_NETWORK))
            os.close(before)

    def ip(self, *arguments: str, pass_fds: tuple[int, ...] = ()) -> None:
        with self.entered():
            subprocess.run(["ip", *arguments], check=True, pass_fds=pass_fds)


class Machine(Namespace):
    """A machine of a network, at 10.0.0.`number`."""

    def __init__(self, switch: Namespace, number: int) -> None:
        super().__init__()
        self.switch = switch
        self.port = f"port{number}"  # the switch's end of its cable
        self.address = f"10.0.0.{number}"
        end = ("peer", "name", "eth0", "netns", f"/proc/self/fd/{self.file}")
        switch.ip("link", "add", self.port, "type", "veth", *end, pass_fds=(self.file,))
        self.ip("link", "set", "lo", "up")
        self.ip("address", "add", f"{self.address}/24", "dev", "eth0")
        self.ip("link", "set", "eth0", "up")
        switch.ip("link", "set", self.port, "up")
        self.repair()

    def cut(self) -> None:
        """Silently drop all traffic to and from this machine, without resets or a lost carrier."""
        self.switch.ip("link", "set", self.port, "nomaster")

    def repair(self) -> None:
        self.switch.ip("link", "set", self.port, "master", "switch")


class Network:
    def __init__(self) -> None:
        self.switch = Namespace()
        self.switch.ip("link", "add", "switch", "type", "bridge")
        self.switch.ip("link", "set", "switch", "up")

    def machine(self, number: int) -> Machine:
        return Machine(self.switch, number)
