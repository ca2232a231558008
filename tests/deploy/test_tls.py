"""The site over TLS with a certificate made for the test: Caddy with deploy/Caddyfile, and nginx."""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from deploy.nginx import Tls
from tests.deploy.witness import Witness
from tests.support.certificates import certificate_for
from tests.support.needed import needed
from tests.support.people import play_out, two_in_a_game
from tests.support.server import ROOT, Server, free_port
from tests.support.waiting import PATIENCE, until
from tools.cluster.programs import Proxy


@contextmanager
def caddy_to(upstream: str, url: str, folder: Path) -> Iterator[Path]:
    """Run Caddy at `url` in front of a server, and yield the file of its certificate."""
    caddy = needed("caddy")
    certificate, key = certificate_for("localhost", folder)
    ours = (ROOT / "deploy" / "Caddyfile").read_text().replace("127.0.0.1:8000", upstream)
    named = ours.replace("play.example.org {", f"{url} {{\n\ttls {certificate} {key}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{named}")
    home = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    log = folder / "caddy.log"
    with log.open("w") as output:
        command = [caddy, "run", "--config", folder / "Caddyfile"]
        process = subprocess.Popen(command, stdout=output, stderr=output, env=os.environ | home)
    try:
        until(lambda: "serving initial configuration" in log.read_text() or process.poll() is not None)
        yield certificate
    finally:
        process.terminate()
        process.wait()


@contextmanager
def nginx_to(upstream: str, url: str, folder: Path, http: int = 0) -> Iterator[Path]:
    """Run nginx at `url` in front of a server, and yield the file of its certificate. Its port `http` redirects."""
    certificate, key = certificate_for("localhost", folder)
    tls = Tls(certificate, key, [f"127.0.0.1:{url.rpartition(':')[2]}"])
    port = http or free_port()
    proxy = Proxy(folder / "nginx", host="127.0.0.1", port=port, servers=[upstream], data=folder, tls=tls)
    proxy.start()
    try:
        yield certificate
    finally:
        proxy.stop()


@pytest.fixture(params=[(caddy_to, "manage.py", "serve"), (nginx_to, "-m", "deploy.process")], ids=["Caddy", "nginx"])
def secure(request, prepared, tmp_path, monkeypatch) -> Iterator[str]:
    """The URL of a site behind Caddy or nginx."""
    behind, *command = request.param
    url = f"https://localhost:{free_port()}"
    server = Server(shutil.copytree(prepared, tmp_path / "site"), PUBLIC_URL=url)
    with behind(server.host, url, tmp_path) as certificate:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))  # Python's clients trust only this one
        server.start(sys.executable, *command)
        yield url
        server.stop()
    assert not re.search("WARNING|ERROR|Traceback", server.log.read_text())


@pytest.mark.slow
def test_two_people_play(programs, secure):
    ada, ben, code = two_in_a_game(secure)
    assert ada.get("/").headers["Strict-Transport-Security"] == "max-age=31536000"
    assert {cookie.name for cookie in ada.cookies if cookie.secure} >= {"csrftoken", "sessionid"}
    assert all(cookie.secure for cookie in ada.cookies)
    pages = ada.page(code), ben.page(code)
    play_out(*pages)
    for page in pages:
        page.close()
    assert ada.post("/open/", text="x" * 100_000).status == 413
    assert ada.get("/").status == 200


def test_nginx_speaks_http_2_over_tls_and_redirects_http(programs, tmp_path, monkeypatch):
    https, plain = free_port(), free_port()
    with nginx_to("127.0.0.1:1", f"https://localhost:{https}", tmp_path, plain) as certificate:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert spoken(https, ssl.TLSVersion.TLSv1_2) == ("TLSv1.2", "h2")
        assert spoken(https, ssl.TLSVersion.TLSv1_3) == ("TLSv1.3", "h2")
        connection = http.client.HTTPConnection("127.0.0.1", plain, timeout=PATIENCE)
        connection.request("GET", "/?variant=wild", headers={"Host": "localhost"})
        redirect = connection.getresponse()
        assert (redirect.status, redirect.headers["Location"]) == (308, "https://localhost/?variant=wild")
        connection.close()


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


def test_the_readme_shows_the_whole_caddyfile():
    _comment, _, block = (ROOT / "deploy" / "Caddyfile").read_text().partition("\n")
    assert f"```\n{block}```" in (ROOT / "deploy" / "README.md").read_text()


def test_caddy_replaces_forged_headers_and_logs_no_address(tmp_path):
    url = f"https://localhost:{free_port()}"
    forged = {"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example"}
    with Witness() as there, caddy_to(f"127.0.0.1:{there.port}", url, tmp_path) as certificate:
        request = urllib.request.Request(f"{url}/host/a-secret-key/", headers=forged)
        context = ssl.create_default_context(cafile=certificate)
        urllib.request.urlopen(request, timeout=PATIENCE, context=context).close()
        [(_, path, headers)] = there.seen
    received = {name.lower(): value for name, value in headers.items()}
    assert path == "/host/a-secret-key/"
    assert received["x-forwarded-for"] in {"127.0.0.1", "::1"}
    assert received["x-forwarded-proto"] == "https"
    assert "evil.example" not in received.values()
    assert path not in (tmp_path / "caddy.log").read_text()
