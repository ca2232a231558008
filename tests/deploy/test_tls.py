"""The site over TLS: nginx with a certificate made for the test."""

import http.client
import shutil
import socket
import ssl
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from deploy.nginx import Tls
from tests.support.certificates import certificate_for
from tests.support.people import play_out, two_in_a_game
from tests.support.server import Server, free_port
from tests.support.waiting import PATIENCE
from tools.cluster.programs import Proxy

pytestmark = pytest.mark.slow


@pytest.fixture
def secure(programs, prepared, tmp_path, monkeypatch) -> Iterator[SimpleNamespace]:
    """A site at `url`, and the ports that nginx uses instead of 80 and 443."""
    certificate, key = certificate_for("localhost", tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))  # Python's clients trust only this one
    https = free_port()
    server = Server(shutil.copytree(prepared, tmp_path / "site"), PUBLIC_URL=f"https://localhost:{https}")
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
        yield SimpleNamespace(url=f"https://localhost:{https}", http=proxy.port, https=https)
    finally:
        proxy.stop()
        server.stop()
    assert server.log.read_text() == ""


def spoken(port: int, version: ssl.TLSVersion) -> tuple[str | None, str | None]:
    """Return the versions of TLS and HTTP that nginx negotiates with a verifying client."""
    context = ssl.create_default_context()
    context.minimum_version = context.maximum_version = version
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection,
        context.wrap_socket(connection, server_hostname="localhost") as wrapped,
    ):
        return wrapped.version(), wrapped.selected_alpn_protocol()


def test_a_game_over_tls(secure):
    assert spoken(secure.https, ssl.TLSVersion.TLSv1_2) == ("TLSv1.2", "h2")
    assert spoken(secure.https, ssl.TLSVersion.TLSv1_3) == ("TLSv1.3", "h2")
    plain = http.client.HTTPConnection("127.0.0.1", secure.http, timeout=PATIENCE)
    plain.request("GET", "/?variant=wild", headers={"Host": "localhost"})
    redirect = plain.getresponse()
    assert (redirect.status, redirect.headers["Location"]) == (308, "https://localhost/?variant=wild")
    plain.close()
    ada, ben, code = two_in_a_game(secure.url)
    assert ada.get("/").headers["strict-transport-security"] == "max-age=31536000"
    assert {cookie.name for cookie in ada.cookies if cookie.secure} >= {"csrftoken", "sessionid"}
    assert all(cookie.secure for cookie in ada.cookies)
    pages = ada.page(code), ben.page(code)
    play_out(*pages)
    for page in pages:
        page.close()
