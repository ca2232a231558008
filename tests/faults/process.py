"""The resources of a server process, as reported by Linux."""

from pathlib import Path

from tests.faults.players import Site
from tests.support.server import Server


def processes(site: Site) -> list:
    return getattr(site, "processes", [site])


def memory(site: Site) -> int:
    """Return the memory in use by the processes of a site, in bytes."""
    statuses = [Path(f"/proc/{one.process.pid}/status").read_text() for one in processes(site)]
    lines = [line for status in statuses for line in status.splitlines() if line.startswith("VmRSS:")]
    return sum(int(line.split()[1]) * 1024 for line in lines)


def connected_ports(site: Server) -> set[int]:
    """Return the ports of clients with an open connection to the server."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    held = [line for line in lines if line[1].endswith(f":{site.port:04X}") and line[3] == "01"]
    return {int(line[2].split(":")[1], 16) for line in held}


def connections(site: Server) -> int:
    """Return the number of connections that clients hold open to the server."""
    return len(connected_ports(site))


def errors(site: Server) -> list[str]:
    """Return the lines in the log that report an error."""
    lines = site.log.read_text().splitlines()
    return [line for line in lines if "ERROR" in line or "Traceback" in line or "CRITICAL" in line]


def logged(site: Site) -> list[int]:
    """Return the number of errors that each process of a site has logged."""
    return [len(errors(process)) for process in processes(site)]
