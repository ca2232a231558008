"""The size limits of a request, on either server."""

import http.client
import json
import re
import socket
from collections.abc import Iterator

import pytest

from tests.support.addresses import INLINE, POLICY
from tests.support.server import ROOT, Server
from tests.support.waiting import PATIENCE
from tictactoe_site.requests import MAX_BODY

TOKEN = "a" * 32  # the CSRF token: any value that equals the cookie's
GAME = {"format": "tic-tac-toe", "version": 1, "start": "_________", "moves": [1, 4, 2, 5, 3]}
GAME |= {"players": {"X": {"name": "Ada"}, "O": {"name": "Ben"}}, "winner": "X", "ended": "line"}


@pytest.fixture(scope="module", autouse=True)
def nothing_is_logged(uvicorn) -> Iterator[None]:
    before = uvicorn.log.read_text()
    yield
    assert uvicorn.log.read_text() == before


class Sender:
    """A client that sends a request in parts, and may read the response at any time."""

    def __init__(self, site: Server, *headers: str, path: str = "/prefer/") -> None:
        self.connection = socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE)
        head = [f"POST {path} HTTP/1.1", f"Host: {site.host}", f"Cookie: csrftoken={TOKEN}", *headers]
        self.send("\r\n".join([*head, "", ""]).encode("latin-1"))

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def chunk(self, data: bytes) -> None:
        self.send(b"%x\r\n%b\r\n" % (len(data), data))

    def answer(self) -> tuple[http.client.HTTPResponse, str]:
        response = http.client.HTTPResponse(self.connection)
        response.begin()
        text = response.read().decode()
        self.connection.close()
        return response, text


def check(response: http.client.HTTPResponse, text: str, status: int) -> None:
    """Check that the response is the site's own page, with security headers."""
    assert response.status == status
    policy = dict(directive.split(" ", 1) for directive in response.headers["Content-Security-Policy"].split("; "))
    assert policy == POLICY
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["Permissions-Policy"]
    assert '<main id="main"' in text
    assert not INLINE.search(text)


def form(*, length: int = 0) -> bytes:
    fields = f"csrfmiddlewaretoken={TOKEN}&theme=dark&rest=".encode()
    return fields + b"x" * (length - len(fields))


FORM = "Content-Type: application/x-www-form-urlencoded"


def test_a_form_of_the_maximum_size_is_accepted(either):
    sender = Sender(either, FORM, f"Content-Length: {MAX_BODY}")
    sender.send(form(length=MAX_BODY))
    response, _ = sender.answer()
    assert (response.status, "theme=dark" in response.headers["Set-Cookie"]) == (302, True)


def test_one_more_byte_is_refused_in_the_senders_language(either):
    sender = Sender(either, FORM, f"Content-Length: {MAX_BODY + 1}", "Accept-Language: de")
    sender.send(form(length=MAX_BODY + 1))
    response, text = sender.answer()
    check(response, text, 413)
    assert "Diese Datei ist zu groß" in text
    assert response.headers["Connection"] == "close"


def test_uvicorn_refuses_before_the_body_is_sent(uvicorn):
    check(*Sender(uvicorn, FORM, f"Content-Length: {10**9}", "Expect: 100-continue").answer(), 413)


def test_a_browser_that_sends_the_whole_body_still_reads_the_answer(either):
    sender = Sender(either, FORM, f"Content-Length: {4 * MAX_BODY}")
    sender.send(form(length=4 * MAX_BODY))
    check(*sender.answer(), 413)


@pytest.mark.parametrize(("count", "status"), [(2, 302), (9, 413)])
def test_a_form_in_chunks_may_be_as_long_as_any(either, count, status):
    sender = Sender(either, FORM, "Transfer-Encoding: chunked")
    for part in (form(length=MAX_BODY // 8), *[b"x" * (MAX_BODY // 8)] * (count - 1), b""):
        sender.chunk(part)
    assert sender.answer()[0].status == status


def test_a_client_that_keeps_sending_is_cut_off(either):
    sender = Sender(either, FORM, "Transfer-Encoding: chunked")
    with sender.connection, pytest.raises(ConnectionError):
        for _chunk in range(1000):
            sender.chunk(b"x" * MAX_BODY)


def test_a_file_is_opened(either):
    file = json.dumps(GAME)
    fields = {'"csrfmiddlewaretoken"': TOKEN, '"file"; filename="game.json"': file}
    parts = [f"Content-Disposition: form-data; name={name}\r\n\r\n{value}" for name, value in fields.items()]
    body = "--line\r\n" + "\r\n--line\r\n".join(parts) + "\r\n--line--\r\n"
    headers = "Content-Type: multipart/form-data; boundary=line", f"Content-Length: {len(body)}"
    sender = Sender(either, *headers, path="/open/")
    sender.send(body.encode())
    response, _ = sender.answer()
    assert (response.status, response.headers["Location"].startswith("/look/?game=")) == (302, True)


MALFORMED = "name*0*=a; name*=b''c"  # crashes Python's own header parser


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", "--0\n"),
        ("multipart/form-data; boundary=" + "x" * 300, "--0\n"),
        (
            "multipart/form-data; boundary=0",
            f"--0\r\nContent-Disposition: form-data; {MALFORMED}\r\n\r\nx\r\n--0--\r\n",
        ),
        ("multipart/form-data; " + MALFORMED, ""),
        ("application/x-www-form-urlencoded; charset=utf-7", "a=b"),
    ],
)
def test_an_unreadable_form_gets_a_page(either, kind, body):
    logged = len(either.log.read_text())
    sender = Sender(either, f"Content-Type: {kind}", f"Content-Length: {len(body)}")
    sender.send(body.encode())
    response, text = sender.answer()
    check(response, text, 400)
    assert re.search("<h1>The site could not make sense of that.</h1>", text)
    assert either.log.read_text()[logged:] == ""


def test_a_request_refused_by_daphne_gets_a_page_too(server):
    check(*Sender(server, "Content-Length: 0", path="/\xa0").answer(), 400)


@pytest.mark.parametrize("path", ["/evil", "\xff"])
def test_nobody_can_set_the_root_path(server, path):
    response, text = Sender(server, f"Daphne-Root-Path: {path}", "Content-Length: 0").answer()
    assert (response.status, path in text) == (403, False)


def test_nginx_has_the_same_limit():
    assert f"client_max_body_size {MAX_BODY // 1024}k;" in (ROOT / "deploy" / "site.conf").read_text()
