"""The names and addresses of this machine, found without network traffic."""

import ipaddress
import socket

import ifaddr

LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
WILDCARDS = {"0.0.0.0", "::"}


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def own_addresses() -> list[str]:
    """Return the addresses at which other machines can reach this one, IPv4 first; none if they can't be read."""
    try:
        adapters = ifaddr.get_adapters()
    except OSError:
        return []
    found = {
        ipaddress.ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
        for adapter in adapters
        for ip in adapter.ips
    }
    usable = [address for address in found if not (address.is_loopback or address.is_link_local)]
    return [str(address) for address in sorted(usable, key=lambda address: (address.version, address))]


def main_address() -> str:
    """Return this machine's address on the local network, or "" without a network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("198.51.100.1", 9))  # reserved for documentation; only selects the outgoing interface
            address = str(probe.getsockname()[0])
    except OSError:
        address = ""
    if address and not is_loopback(address):
        return address
    return next(iter(own_addresses()), "")


def bracketed(host: str) -> str:
    """Return a host for use in a URL: an IPv6 address gets brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def own_hosts() -> list[str]:
    """Return the hosts under which browsers may reach this machine if it has no domain."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    names = [name, short, f"{short}.local"] if short else []
    return list(dict.fromkeys([*LOOPBACK_HOSTS, *names, *map(bracketed, own_addresses())]))


def origin(host: str, port: int) -> str:
    """Return the origin of this server at `host`, as a browser writes it."""
    return f"http://{bracketed(host)}" if port == 80 else f"http://{bracketed(host)}:{port}"


def lan_origin(host: str, port: int) -> str:
    """Return the origin, on the local network, of a server that listens on `host`; "" if others can't reach it."""
    if is_loopback(host):
        return ""
    address = main_address() if host in WILDCARDS else host
    return origin(address, port) if address else ""
