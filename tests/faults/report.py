"""The results of the faults: a table at the end of a run, and var/faults.json."""

import json
import os
import statistics
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from tests.faults.audit import Audit
from tests.support.server import ROOT

FULL = os.environ.get("FAULTS") == "full"
FILE = ROOT / "var" / "faults.json"
HEADINGS = ("fault", "tried", "moves", "lost", "doubled", "wrong", "p50 s", "max s", "")


def times(*, full: int, short: int) -> int:
    """Return a number of repetitions, or another size, for `make faults` (full) or `make test-all` (short)."""
    return full if FULL else short


@dataclass
class Fault:
    """A line of the report: a fault, how often it was tried, and its consequences."""

    name: str
    tried: int = 0
    moves: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0
    recoveries: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, audit: Audit) -> None:
        """Add the findings of an audit. Raises AssertionError if anything was lost, doubled or wrong."""
        self.moves += audit.moves
        self.lost += len(audit.lost)
        self.doubled += len(audit.doubled)
        self.wrong += len(audit.wrong)
        assert audit.moves, "nobody has made a move, so nothing was tested"
        assert audit.clean, "\n".join([*audit.lost, *audit.doubled, *audit.wrong])

    def recovered(self, seconds: Iterable[float]) -> None:
        self.recoveries += seconds

    def note(self, text: str) -> None:
        self.notes.append(text)

    @property
    def recovery(self) -> dict[str, float]:
        """The median and the longest recovery in seconds, if measured."""
        known = self.recoveries
        return {"p50": statistics.median(known), "max": max(known)} if known else {}

    def as_row(self) -> tuple[str, ...]:
        counts = (f"{count:,}" for count in (self.tried, self.moves, self.lost, self.doubled, self.wrong))
        times = (f"{self.recovery[which]:.2f}" if self.recovery else "" for which in ("p50", "max"))
        return (self.name, *counts, *times, "; ".join(self.notes))


FAULTS: dict[str, Fault] = {}


def line(name: str) -> Fault:
    """Return the line with this name; several tests may add to it."""
    return FAULTS.setdefault(name, Fault(name))


def order(fault: Fault) -> tuple[int, str]:
    """Return a sort key: the number in the fault's name."""
    number = fault.name.split()[0]
    return int("".join(filter(str.isdigit, number))), number


def table() -> list[str]:
    rows = [fault.as_row() for fault in sorted(FAULTS.values(), key=order)]
    rule = ("---",) * len(HEADINGS)
    return ["| " + " | ".join(row) + " |" for row in (HEADINGS, rule, *rows)]


def write() -> None:
    FILE.parent.mkdir(exist_ok=True)
    results = [asdict(fault) | {"recoveries": fault.recovery} for fault in sorted(FAULTS.values(), key=order)]
    FILE.write_text(json.dumps({"full": FULL, "faults": results}, indent=1))
