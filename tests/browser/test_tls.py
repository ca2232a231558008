"""The site over TLS: nginx with a certificate made for the test, and Chromium, which trusts it."""

import base64
import hashlib
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from playwright.sync_api import Page

from deploy.nginx import Tls
from tests.browser.conftest import FLAGS
from tests.support.certificates import certificate_for
from tests.support.rooms import shows, square, start_game
from tests.support.server import Server
from tests.support.waiting import PATIENCE
from tools.cluster.programs import Proxy, free_port

HOST = "play.example.org"


@pytest.fixture
def secure(programs, prepared, tmp_path) -> Iterator[SimpleNamespace]:
    """A site at `url`, and the ports that nginx uses instead of 80 and 443."""
    certificate, key = certificate_for(HOST, tmp_path)
    https = free_port()
    server = Server(shutil.copytree(prepared, tmp_path / "site"), PUBLIC_URL=f"https://{HOST}")
    proxy = Proxy(
        tmp_path / "nginx",
        host="127.0.0.1",
        port=free_port(),
        servers=[server.host],
        data=server.folder,
        tls=Tls(certificate, key, [f"127.0.0.1:{https}"]),
    )
    server.start(sys.executable, "-m", "deploy.process")
    try:
        proxy.start()
        yield SimpleNamespace(url=f"https://{HOST}", http=proxy.port, https=https, certificate=certificate)
    finally:
        proxy.stop()
        server.stop()
    assert server.log.read_text() == ""


@pytest.fixture
def people(browser, light_chromium, secure) -> Iterator[tuple[Page, Page]]:
    """Two people whose Chromium trusts the certificate and connects to the test's ports."""
    public = subprocess.run(
        ["openssl", "x509", "-in", secure.certificate, "-noout", "-pubkey"], check=True, capture_output=True, text=True
    ).stdout
    key = base64.b64decode("".join(public.splitlines()[1:-1]))
    rules = f"MAP {HOST}:80 127.0.0.1:{secure.http}, MAP {HOST}:443 127.0.0.1:{secure.https}"
    trusting = [
        f"--ignore-certificate-errors-spki-list={base64.b64encode(hashlib.sha256(key).digest()).decode()}",
        f"--host-resolver-rules={rules}",
    ]
    browser = browser.browser_type.launch(executable_path=light_chromium, args=[*FLAGS, *trusting])
    yield browser.new_page(), browser.new_page()  # each in its own context
    browser.close()


def spoken(secure: SimpleNamespace, version: ssl.TLSVersion) -> tuple[str | None, str | None]:
    """Return the versions of TLS and HTTP that nginx negotiates with a verifying client."""
    context = ssl.create_default_context(cafile=secure.certificate)
    context.minimum_version = context.maximum_version = version
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", secure.https), timeout=PATIENCE) as connection,
        context.wrap_socket(connection, server_hostname=HOST) as wrapped,
    ):
        return wrapped.version(), wrapped.selected_alpn_protocol()


def test_a_game_over_tls(secure, people):
    assert spoken(secure, ssl.TLSVersion.TLSv1_2) == ("TLSv1.2", "h2")
    assert spoken(secure, ssl.TLSVersion.TLSv1_3) == ("TLSv1.3", "h2")
    ada, ben = people
    sockets: list[str] = []
    for page in people:
        page.on("websocket", lambda opened: sockets.append(opened.url))
    first = ada.goto(f"http://{HOST}/?variant=wild")
    assert first.url == f"{secure.url}/?variant=wild"
    assert first.request.redirected_from.response().status == 308
    assert first.headers["strict-transport-security"] == "max-age=31536000"
    assert ada.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol") == "h2"
    # After one visit, Chromium itself replaces HTTP with HTTPS.
    assert ada.goto(f"http://{HOST}/").request.redirected_from.response().status == 307

    start_game(ada, ben, secure)
    square(ada, 5).click()
    shows(ben, 5, "X")
    square(ben, 1).click()
    shows(ada, 1, "O")
    assert {url.partition("?")[0] for url in sockets} == {f"wss://{HOST}/ws{ada.url.removeprefix(secure.url)}"}
    for page in people:
        kept = {cookie["name"]: cookie["secure"] for cookie in page.context.cookies()}
        assert kept == dict.fromkeys(kept, True)
        assert {"csrftoken", "sessionid"} <= set(kept)
