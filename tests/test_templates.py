"""Templates have no long lines, and every page has a title."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES = settings.BASE_DIR / "templates"


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_line_is_longer_than_120_characters(path: Path):
    lines = path.read_text().splitlines()
    assert [number for number, line in enumerate(lines, start=1) if len(line) > 120] == []


def test_every_page_has_a_title_of_its_own():
    pages = [path for path in TEMPLATES.rglob("*.html") if '{% extends "site/base.html" %}' in path.read_text()]
    untitled = [path.name for path in pages if "{% block title %}" not in path.read_text()]
    assert untitled == ["home.html"]  # has the title of the site


def test_titles_end_with_the_name_of_the_site(client):
    pages = [client.get(path).content.decode() for path in ("/", "/settings/", "/nowhere/")]
    titles = [" ".join(re.search("<title>(.*?)</title>", page, re.DOTALL)[1].split()) for page in pages]
    assert titles == ["Tic-tac-toe", "Settings · Tic-tac-toe", "This page doesn’t exist. · Tic-tac-toe"]
