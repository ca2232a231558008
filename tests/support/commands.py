"""Run commands."""

import signal
import subprocess
from io import StringIO
from pathlib import Path

from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]


def output_of(command: str, *arguments: str) -> str:
    """Run a management command in this process and return its output."""
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def run(*command: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    """Run a command in the project's folder, whatever its exit code, and return its output."""
    return subprocess.run(command, **{"cwd": ROOT, "check": False, "capture_output": True, "text": True} | options)


def launch(*command: str, **options: object) -> subprocess.Popen:
    """Start a command in the project's folder. It obeys SIGINT, although shells start background jobs without."""
    heeds = {"cwd": ROOT, "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
    return subprocess.Popen(command, **heeds | options)
