"""Caddy with deploy/Caddyfile, over TLS with a certificate made for the test."""

import os
import shutil
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.deploy.witness import Witness
from tests.support.certificates import certificate_for
from tests.support.needed import needed
from tests.support.people import play_out, two_in_a_game
from tests.support.server import ROOT, Server, free_port
from tests.support.waiting import PATIENCE, until


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


@pytest.fixture
def secure(prepared, tmp_path, monkeypatch) -> Iterator[str]:
    """The URL of a site behind Caddy."""
    url = f"https://localhost:{free_port()}"
    server = Server(shutil.copytree(prepared, tmp_path / "site"), PUBLIC_URL=url)
    with caddy_to(server.host, url, tmp_path) as certificate:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))  # Python's clients trust only this one
        server.start(sys.executable, "manage.py", "serve")
        yield url
        server.stop()


def test_the_readme_shows_the_whole_caddyfile():
    _comment, _, block = (ROOT / "deploy" / "Caddyfile").read_text().partition("\n")
    assert f"```\n{block}```" in (ROOT / "deploy" / "README.md").read_text()


@pytest.mark.slow
def test_two_people_play_through_caddy(secure):
    ada, ben, code = two_in_a_game(secure)
    assert ada.get("/").headers["Strict-Transport-Security"]
    assert all(cookie.secure for cookie in ada.cookies)
    play_out(ada.page(code), ben.page(code))
    assert ada.post("/open/", text="x" * 100_000).status == 413
    assert ada.get("/").status == 200


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
