"""How the log reads: every record is one line, so that a log can be counted, searched and shipped line by line."""

import logging
import traceback
from pathlib import Path

from django.core.exceptions import SuspiciousOperation

PROJECT = Path(__file__).resolve().parent.parent
FRAMES = 4


class LineFormatter(logging.Formatter):
    """`time LEVEL logger: message`, and for an exception its type, text and the innermost frames of our own code."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record = logging.makeLogRecord(record.__dict__)  # a copy: other handlers see the record as it was
        error = record.exc_info[1] if record.exc_info else None
        record.exc_info = record.exc_text = record.stack_info = None
        line = super().format(record)
        if error and not isinstance(error, SuspiciousOperation):  # the latter is the client's doing, not a fault here
            line += f" ({type(error).__name__}: {error}; {self._whereabouts(error)})"
        # What a client sent may hold line ends and terminal codes; shown escaped, they can't forge a line.
        return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)

    @staticmethod
    def _whereabouts(error: BaseException) -> str:
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if PROJECT in Path(frame.filename).parents and ".venv" not in frame.filename]
        return " < ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed((ours or frames)[-FRAMES:]))
