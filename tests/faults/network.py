"""Machines on this one: network namespaces, joined by a switch that is one itself. For root on Linux.

    network = Network()
    machine = network.machine(11)       # 10.0.0.11
    with machine.entered(): ...         # this thread: what it listens on, connects to and starts belongs to the machine
    machine.cut(); machine.mend()       # nothing passes, and nobody is told
    with machine.slowed(0.1) as cable:  # each frame takes so many seconds in each direction
        cable.stall(3)                  # and what comes within the next 3 s waits for their end

A namespace has no name and ends with its last process and file, so nothing is left behind.
"""

import contextlib
import ctypes
import fcntl
import os
import select
import socket
import struct
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

NAMESPACE = "/proc/thread-self/ns/net"
NEW_NETWORK = 0x4000_0000  # CLONE_NEWNET
ALL_FRAMES = 3  # ETH_P_ALL
SET_OPTION, CHECKSUMS = 0x8946, 0x17  # SIOCETHTOOL, ETHTOOL_STXCSUM

libc = ctypes.CDLL(None, use_errno=True)


class NoNetworks(Exception):
    """No network namespace can be made here; `str()` tells why."""


def _succeeded(result: int) -> None:
    if result:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def enter(network: str) -> None:
    """This thread belongs to a network namespace from now on, named by its file."""
    with Path(network).open() as file:
        if not Path(NAMESPACE).samefile(network):
            _succeeded(libc.setns(file.fileno(), NEW_NETWORK))


class Namespace:
    """A network namespace, in which `ip` and whole threads can be at work."""

    def __init__(self) -> None:
        maker = threading.Thread(target=self._make)
        maker.start()
        maker.join()
        if not hasattr(self, "file"):
            raise NoNetworks("network namespaces need root, with the right to administer networks")

    def _make(self) -> None:
        with contextlib.suppress(OSError):
            _succeeded(libc.unshare(NEW_NETWORK))
            self.file = os.open(NAMESPACE, os.O_RDONLY | os.O_CLOEXEC)

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """This thread is there for a while, with the threads and processes that it starts."""
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
        self.port = f"port{number}"  # of the switch, where its cable is
        self.address = f"10.0.0.{number}"
        end = ("peer", "name", "eth0", "netns", f"/proc/self/fd/{self.file}")
        switch.ip("link", "add", self.port, "type", "veth", *end, pass_fds=(self.file,))
        self.ip("link", "set", "lo", "up")
        self.ip("address", "add", f"{self.address}/24", "dev", "eth0")
        self.ip("link", "set", "eth0", "up")
        with self.entered():
            check_sums_by_software("eth0")
        switch.ip("link", "set", self.port, "up")
        self.mend()

    def cut(self) -> None:
        """Nothing comes here or goes out from now on, and nobody is told: no reset, no end, not even a lost carrier."""
        self.switch.ip("link", "set", self.port, "nomaster")

    def mend(self) -> None:
        self.switch.ip("link", "set", self.port, "master", "switch")

    @contextlib.contextmanager
    def slowed(self, seconds: float) -> Iterator["SlowCable"]:
        self.cut()
        cable = SlowCable(self.switch, self.port, seconds)
        try:
            yield cable
        finally:
            cable.end()
            self.mend()


class Network:
    """A switch, and the machines at it."""

    def __init__(self) -> None:
        self.switch = Namespace()
        self.switch.ip("link", "add", "switch", "type", "bridge")
        self.switch.ip("link", "set", "switch", "up")

    def machine(self, number: int) -> Machine:
        return Machine(self.switch, number)


class SlowCable:
    """Passes frames on between a port that is on no switch and the switch, each after so many seconds."""

    def __init__(self, switch: Namespace, port: str, seconds: float) -> None:
        self.switch, self.seconds = switch, seconds
        self.stalled_until = 0.0
        self.ended = threading.Event()
        switch.ip("link", "add", "slow", "type", "veth", "peer", "name", "slow-port")
        with switch.entered():
            self.ends = [socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0) for _ in "ab"]
        switch.ip("link", "set", "slow", "up")
        switch.ip("link", "set", "slow-port", "master", "switch", "up")
        for end, name in zip(self.ends, (port, "slow"), strict=True):
            end.bind((name, ALL_FRAMES))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def stall(self, seconds: float) -> None:
        self.stalled_until = time.monotonic() + seconds

    def end(self) -> None:
        self.ended.set()
        self.thread.join()
        for end in self.ends:
            end.close()
        self.switch.ip("link", "delete", "slow")

    def _run(self) -> None:
        others = dict(zip(self.ends, reversed(self.ends), strict=True))
        under_way = deque[tuple[float, socket.socket, bytes]]()
        while not self.ended.is_set():
            now = time.monotonic()
            while under_way and max(under_way[0][0], self.stalled_until) <= now:
                _due, to, frame = under_way.popleft()
                to.send(frame)
            wait = max(under_way[0][0], self.stalled_until) - now if under_way else 0.05
            for end in select.select(self.ends, [], [], min(wait, 0.05))[0]:
                frame, (_name, _protocol, kind, *_) = end.recvfrom(65_536)
                if kind != socket.PACKET_OUTGOING:  # which was sent here
                    under_way.append((time.monotonic() + self.seconds, others[end], frame))


def check_sums_by_software(device: str) -> None:
    """Otherwise frames of this device have no checksums, for want of hardware, and no SlowCable could pass them on."""
    off = ctypes.create_string_buffer(struct.pack("II", CHECKSUMS, 0))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SET_OPTION, struct.pack("16sP", device.encode(), ctypes.addressof(off)))
