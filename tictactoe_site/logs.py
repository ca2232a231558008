"""Log formatters. Every record is one line, so that logs can be counted, searched and shipped by line.

A line has the code of the game and the id of the player, if known from `extra={"game": …, "player": …}` or from the
request that Django logs. Secrets with which a reader could act as someone else are removed.
"""

import json
import logging
import re
import traceback
from pathlib import Path
from typing import Any

from django.core.exceptions import SuspiciousOperation

PROJECT = Path(__file__).resolve().parent.parent
FRAMES = 4  # of a traceback
SECRETS = (
    (re.compile(r"(/device/)[^\s/\"']+"), r"\1…"),  # the link lets anyone play as its player
    (re.compile(r"(?i)((?:/|%2f)host(?:/|%2f))[^\s/\"'%&]+"), r"\1…"),  # the URL lets anyone act as the host
    (
        re.compile(r"(?i)\b(sessionid|csrftoken|csrfmiddlewaretoken|password)\b([\"']?\s*[=:]\s*[\"']?)[^\s\"'&;,)]+"),
        r"\1\2…",
    ),
)
DETAIL = re.compile(r"\s*DETAIL:.*", re.DOTALL)  # PostgreSQL repeats stored values here, such as session keys


class LineFormatter(logging.Formatter):
    """`time LEVEL logger: message [game abc, player 5]`, and for an exception its type, text and innermost frames of
    our own code."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        error = _error_of(record)
        line = super().format(_plain(record))
        if about := about_of(record):
            line += f" [{', '.join(f'{name} {value}' for name, value in about.items())}]"
        if error:
            line += f" ({type(error).__name__}: {_text_of(error)}; {_whereabouts(error)})"
        # Escape line ends and terminal codes, so that input from clients cannot forge lines.
        return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in without_secrets(line))


class JsonFormatter(logging.Formatter):
    """The same as a JSON object: time, level, logger, message; game, player; error, text, where."""

    def format(self, record: logging.LogRecord) -> str:
        error = _error_of(record)
        fields: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(_plain(record).getMessage()),
            **about_of(record),
        }
        if error:
            fields |= {
                "error": type(error).__name__,
                "text": without_secrets(_text_of(error)),
                "where": _whereabouts(error),
            }
        return json.dumps(fields)


def about_of(record: logging.LogRecord) -> dict[str, str | int]:
    """Return the game and the player that a record is about, if known without a query."""
    request = getattr(record, "request", None)
    match = getattr(request, "resolver_match", None)
    # Read no session that has not been read yet, because the database may be the problem.
    session = getattr(getattr(request, "session", None), "__dict__", {}).get("_session_cache", {})
    game = getattr(record, "game", None) or (match.kwargs.get("code") if match else None)
    player = getattr(record, "player", None) or session.get("player")
    return {name: value for name, value in (("game", game), ("player", player)) if value is not None}


def without_secrets(text: str) -> str:
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    return text


def _plain(record: logging.LogRecord) -> logging.LogRecord:
    """Return a copy without traceback and details, because other handlers need the whole record."""
    text = DETAIL.sub("", record.getMessage())
    record = logging.makeLogRecord(record.__dict__)
    record.msg, record.args = text, None
    record.exc_info = record.exc_text = record.stack_info = None
    return record


def _error_of(record: logging.LogRecord) -> BaseException | None:
    error = record.exc_info[1] if record.exc_info else None
    return None if isinstance(error, SuspiciousOperation) else error  # the client's fault, not ours


def _text_of(error: BaseException) -> str:
    return DETAIL.sub("", str(error))


def _whereabouts(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if PROJECT in Path(frame.filename).parents and ".venv" not in frame.filename]
    return " < ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed((ours or frames)[-FRAMES:]))
