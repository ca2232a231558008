"""The names and addresses this machine answers to, found without sending a packet or asking a name server."""

import ctypes
import ipaddress
import socket

LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
EVERYWHERE = {"0.0.0.0", "::"}


class _Interface(ctypes.Structure):
    """The head of `struct ifaddrs`, the same on Linux and macOS."""


_Interface._fields_ = [
    ("next", ctypes.POINTER(_Interface)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
]


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def own_addresses() -> list[str]:
    """The addresses of this machine's interfaces that others could use, IPv4 first; none where they can't be read."""
    try:
        libc = ctypes.CDLL(None)
        first = ctypes.POINTER(_Interface)()
        if libc.getifaddrs(ctypes.byref(first)) != 0:
            return []
    except (OSError, AttributeError):
        return []
    found = set()
    interface = first
    while interface:
        if interface.contents.address:
            found.add(_ip_address(interface.contents.address))
        interface = interface.contents.next
    libc.freeifaddrs(first)
    usable = [address for address in found if address and not (address.is_loopback or address.is_link_local)]
    return [str(address) for address in sorted(usable, key=lambda address: (address.version, address))]


def _ip_address(pointer: int) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """What the `struct sockaddr` at `pointer` holds, or None if it is no IP address."""
    start = ctypes.string_at(pointer, 2)
    # macOS puts the length before the family, where Linux has the low half of it.
    family = start[1] or start[0]
    if family == socket.AF_INET:
        return ipaddress.IPv4Address(ctypes.string_at(pointer + 4, 4))
    if family == socket.AF_INET6:
        return ipaddress.IPv6Address(ctypes.string_at(pointer + 8, 16))
    return None


def main_address() -> str:
    """The address that machines in the local network reach this one by, or "" where there is no network.

    Connecting a datagram socket sends nothing: it only asks the routing table which interface leads out.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("198.51.100.1", 9))  # an address kept for documentation, so it is nobody's
            address = str(probe.getsockname()[0])
    except OSError:
        address = ""
    if address and not is_loopback(address):
        return address
    return next(iter(own_addresses()), "")


def bracketed(host: str) -> str:
    """The host as it stands in an address: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def own_hosts() -> list[str]:
    """What a browser may write in the Host header to reach this machine without a domain of its own."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    names = [name, short, f"{short}.local"] if short else []
    return list(dict.fromkeys([*LOOPBACK_HOSTS, *names, *map(bracketed, own_addresses())]))


def origin(host: str, port: int) -> str:
    """The origin of this server at `host`, as a browser writes it."""
    return f"http://{bracketed(host)}" if port == 80 else f"http://{bracketed(host)}:{port}"


def lan_origin(host: str, port: int) -> str:
    """Where a friend in the same network finds a server listening on `host`; "" if it listens on loopback alone."""
    if is_loopback(host):
        return ""
    address = main_address() if host in EVERYWHERE else host
    return origin(address, port) if address else ""
