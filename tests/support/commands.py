"""Run commands."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    """Run a command in the project's folder, whatever its exit code, and return its output."""
    return subprocess.run(command, **{"cwd": ROOT, "check": False, "capture_output": True, "text": True} | options)
