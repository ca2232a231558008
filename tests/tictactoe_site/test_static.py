"""Static files as the process itself serves them."""

import threading
from pathlib import Path

import pytest
from django.http import HttpResponse
from servestatic.responders import StaticFile

from games.web import middleware
from tictactoe_site.static import StaticMiddleware

SHEET = b"body { color: black }"


@pytest.fixture
def sheet(tmp_path: Path) -> StaticFile:
    path, smaller = tmp_path / "board.css", tmp_path / "board.css.br"
    path.write_bytes(SHEET)
    smaller.write_bytes(b"smaller")
    headers = [("Content-Type", "text/css"), ("Cache-Control", "max-age=60")]
    return StaticFile(str(path), headers, encodings={"br": str(smaller)})


@pytest.fixture
def asked(sheet, rf):
    async def ask(method: str = "GET", **headers: str) -> HttpResponse:
        response = await StaticMiddleware.aserve(sheet, rf.generic(method, "/static/board.css", headers=headers))
        assert isinstance(response, HttpResponse)
        return response

    return ask


async def test_a_file_comes_whole_with_its_headers_and_those_of_every_answer(asked):
    response = await asked()
    assert response.content == SHEET
    assert response["Content-Type"] == "text/css"
    assert response["Content-Length"] == str(len(SHEET))
    assert response["Cache-Control"] == "max-age=60"
    assert response["X-Frame-Options"] == "DENY"
    assert "default-src" in response["Content-Security-Policy"]


async def test_a_browser_gets_the_smallest_that_it_understands(asked):
    response = await asked(accept_encoding="gzip, br")
    assert (response.content, response["Content-Encoding"]) == (b"smaller", "br")


async def test_a_browser_that_has_it_gets_nothing(asked):
    response = await asked(if_none_match=(await asked())["ETag"])
    assert (response.status_code, response.content) == (304, b"")
    assert response["X-Frame-Options"] == "DENY"


async def test_a_piece_is_a_piece(asked):
    response = await asked(range="bytes=5-9")
    assert (response.status_code, response.content) == (206, SHEET[5:10])
    assert response["Content-Range"] == f"bytes 5-9/{len(SHEET)}"
    assert (await asked(range="bytes=900-")).status_code == 416


async def test_other_methods(asked):
    response = await asked("HEAD")
    assert (response.content, response["Content-Length"]) == (b"", str(len(SHEET)))
    assert (await asked("POST")).status_code == 405


async def test_files_share_what_puts_the_headers_on_them_and_start_no_thread(asked, monkeypatch):
    monkeypatch.setattr(middleware, "import_string", None)  # whatever makes them anew fails
    monkeypatch.setattr(threading.Thread, "start", None)
    assert (await asked()).content == SHEET
