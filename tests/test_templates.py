"""Templates are formatted like everything else."""

from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES = settings.BASE_DIR / "templates"


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_line_is_longer_than_in_python(path: Path):
    lines = path.read_text().splitlines()
    assert [number for number, line in enumerate(lines, start=1) if len(line) > 120] == []
