"""The memory, connections and logged errors of server processes on Linux."""

from pathlib import Path

from tests.faults.players import Site
from tests.support.server import Server

MB = 1024 * 1024


def processes(site: Site) -> list:
    return getattr(site, "processes", [site])


def memory(site: Site) -> int:
    return resident([one.process.pid for one in processes(site)])


def resident(pids: list[int]) -> int:
    """Return the resident memory of processes, in bytes."""
    lines = [line for pid in pids for line in Path(f"/proc/{pid}/status").read_text().splitlines()]
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))


def connected_ports(site: Server) -> set[int]:
    """Return the ports of clients with an open connection to a server in this thread's network namespace."""
    lines = [line.split() for line in Path("/proc/thread-self/net/tcp").read_text().splitlines()[1:]]
    connected = [line for line in lines if line[1].endswith(f":{site.port:04X}") and line[3] == "01"]
    return {int(line[2].split(":")[1], 16) for line in connected}


def connections(site: Server) -> int:
    return len(connected_ports(site))


def errors(site: Server) -> list[str]:
    lines = site.log.read_text().splitlines()
    return [line for line in lines if "ERROR" in line or "Traceback" in line or "CRITICAL" in line]


def error_counts(site: Site) -> list[int]:
    return [len(errors(process)) for process in processes(site)]
