"""deploy/Caddyfile, run by Caddy over TLS, with a certificate made for the test."""

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.support.certificates import certificate_for
from tests.support.people import DRAW, two_in_a_game
from tests.support.server import ROOT, Server, free_port
from tests.support.waiting import until


@pytest.fixture
def secure(programs, prepared, tmp_path, monkeypatch) -> Iterator[str]:
    """A site behind Caddy; the address at which it is reached."""
    certificate, key = certificate_for("localhost", tmp_path)
    url = f"https://localhost:{free_port()}"
    server = Server(shutil.copytree(prepared, tmp_path / "site"), PUBLIC_URL=url)
    ours = (ROOT / "deploy" / "Caddyfile").read_text()
    named = ours.replace("play.example.org {", f"{url} {{\n\ttls {certificate} {key}").replace(
        "127.0.0.1:8000", server.host
    )
    options = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {tmp_path}\n}}\n"
    (tmp_path / "Caddyfile").write_text(options + named)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))  # the only one that Python's clients trust
    server.start(sys.executable, "manage.py", "serve")
    with (tmp_path / "caddy.log").open("w") as log:
        caddy = subprocess.Popen(["caddy", "run", "--config", tmp_path / "Caddyfile"], stdout=log, stderr=log)
    try:
        until(lambda: "serving initial configuration" in (tmp_path / "caddy.log").read_text())
        yield url
    finally:
        caddy.terminate()
        caddy.wait()
        server.stop()


def test_two_people_play_through_caddy(secure):
    ada, ben, code = two_in_a_game(secure)
    assert ada.get("/").headers["Strict-Transport-Security"]
    assert all(cookie.secure for cookie in ada.cookies)
    pages = [ada.page(code), ben.page(code)]
    version = pages[0].next("state")["version"]
    for ply, cell in enumerate(DRAW):
        pages[ply % 2].play(cell, version)
        version = pages[0].sees(version + 1)
        pages[1].sees(version)
    assert ada.post("/open/", text="x" * 100_000).status == 413
    assert ada.get("/").status == 200
