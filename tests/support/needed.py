"""Programs that a test needs."""

import pytest

from tools.cluster.programs import Missing, find


def needed(name: str) -> str:
    """Return the path of a program. Skips the test if it is not installed."""
    try:
        return find(name)
    except Missing:
        pytest.skip(f"{name} is not installed; `make programs` installs it")
