"""The resources of a server process, as reported by Linux."""

from pathlib import Path

from tests.faults.players import Site
from tests.support.server import Server


def memory(site: Server) -> int:
    """Bytes of memory in use."""
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    [line] = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) * 1024


def connections(site: Server) -> int:
    """The number of connections that clients hold open to the server."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(line[1].endswith(f":{site.port:04X}") and line[3] == "01" for line in lines)


def kept_alive(port: int) -> list[bool]:
    """For each connection to a port of this machine, whether keepalive is on."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    timers = [line[5] for line in lines if line[2].endswith(f":{port:04X}") and line[3] == "01"]
    return [timer.startswith("02:") for timer in timers]


def errors(site: Server) -> list[str]:
    """The lines in the log that report an error."""
    lines = site.log.read_text().splitlines()
    return [line for line in lines if "ERROR" in line or "Traceback" in line or "CRITICAL" in line]


def logged(site: Site) -> list[int]:
    """The number of errors that each process of a site has logged."""
    return [len(errors(process)) for process in getattr(site, "processes", [site])]
