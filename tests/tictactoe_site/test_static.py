"""Static files, as the server sends them."""

import re

import pytest

from tests.support.server import Server


@pytest.fixture(scope="module")
def sheet(server: Server) -> str:
    return re.search(r"/static/[\w./-]+\.[0-9a-f]{12}\.css", server.get("/")[1].decode())[0]


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip, br", "br"), ("gzip", "gzip")])
def test_a_browser_gets_the_smallest_encoding_it_accepts_and_caches_it_forever(server, sheet, accepted, encoding):
    plain, body = server.get(sheet)
    response, smaller = server.get(sheet, **{"Accept-Encoding": accepted})
    assert (response.status, response.headers["Content-Encoding"]) == (200, encoding)
    assert len(smaller) < len(body)
    assert "immutable" in response.headers["Cache-Control"]
    assert plain.headers["Content-Type"].startswith("text/css")


def test_files_have_the_security_headers(server, sheet):
    response, page = server.get(sheet)[0], server.get("/")[0]
    names = ("Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy", "X-Content-Type-Options")
    for name in (*names, "X-Frame-Options"):
        assert response.headers[name] == page.headers[name]


def test_a_cached_file_is_not_sent_again(server, sheet):
    response, body = server.get(sheet, **{"If-None-Match": server.get(sheet)[0].headers["ETag"]})
    assert (response.status, body) == (304, b"")
