"""nginx: routing, forwarded headers, and what it blocks."""

import gzip
import http.client
import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from deploy import nginx
from games.site import links
from tests.deploy.witness import Witness
from tests.support.commands import run
from tests.support.waiting import PATIENCE
from tools.cluster.programs import Proxy, free_port


@contextmanager
def proxy_to(folder: Path, *ports: int) -> Iterator[Proxy]:
    proxy = Proxy(
        folder / "nginx",
        host="127.0.0.1",
        port=free_port(),
        servers=[f"127.0.0.1:{port}" for port in ports],
        data=folder,
    )
    proxy.start()
    try:
        yield proxy
    finally:
        proxy.stop()


def ask(proxy: Proxy, method: str, path: str, body: bytes | None = None, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=PATIENCE)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    answer.text = answer.read()
    connection.close()
    return answer


def test_nginx_accepts_the_configuration(programs, tmp_path):
    servers = ["127.0.0.1:8001", "10.0.0.2:8001", "[::1]:8001"]
    proxy = Proxy(tmp_path / "nginx", host="127.0.0.1", port=free_port(), servers=servers, data=tmp_path)
    assert "test is successful" in proxy.check()


def check_headers(answer: http.client.HTTPResponse) -> None:
    """Check the headers of an error page of nginx itself."""
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"


def test_a_worker_may_open_as_many_files_as_it_takes_connections():
    allowed = dict(re.findall(r"(worker_\w+) (\d+);", nginx.main_config(root=False)))
    assert int(allowed["worker_rlimit_nofile"]) > int(allowed["worker_connections"])


def printed(data: Path, *options: str) -> str:
    environment = {**os.environ, "DATA_DIR": str(data)}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    return run(sys.executable, "-m", "deploy.nginx", *options, env=environment, check=True).stdout


def test_the_command_prints_the_same_configuration(tmp_path):
    options = ("--servers", "1,10.0.0.2:2,[::1]:3", "--listen", "81,[::]:81", "--host", "play.example.org")
    given = {
        "servers": ["127.0.0.1:1", "10.0.0.2:2", "[::1]:3"],
        "listen": ["81", "[::]:81"],
        "host": "play.example.org",
        "data": tmp_path,
    }
    assert printed(tmp_path, *options) == nginx.site_config(**given)
    tls = nginx.Tls(Path("/etc/site.pem"), Path("/etc/site.key"))
    secure = printed(tmp_path, *options, "--certificate", "/etc/site.pem", "--key", "/etc/site.key")
    assert secure == nginx.site_config(**given, tls=tls)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--servers", "8001;"], "argument --servers: invalid servers value: '8001;'"),
        (["--servers", "here:"], "argument --servers: invalid servers value: 'here:'"),
        (["--key", "site.key"], "--certificate and --key go together"),
    ],
)
def test_the_command_refuses_invalid_options(options, message, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["nginx", *options])
    with pytest.raises(SystemExit):
        nginx.main()
    assert capsys.readouterr().err.endswith(f"error: {message}\n")


def test_the_configuration_loads_without_a_certificate_and_serves_certbots_challenges(programs, tmp_path):
    plain = nginx.site_config(listen=["80", "[::]:80"], servers=["127.0.0.1:8000"], data=tmp_path)
    tls = nginx.Tls(Path("/a.pem"), Path("/a.key"))
    secure = nginx.site_config(listen=["80"], servers=["127.0.0.1:8000"], data=tmp_path, tls=tls)
    for conf in (plain, secure):
        before_tls = conf.split("ssl_certificate ")[0]
        assert "location /.well-known/acme-challenge/" in before_tls
        assert conf.count("access_log off;") == conf.count("server_name ")
    with Witness() as site, proxy_to(tmp_path, site.port) as proxy:
        assert ask(proxy, "GET", "/.well-known/acme-challenge/none").status == 404
        assert site.seen == []


@pytest.fixture
def two(programs, tmp_path) -> Iterator[tuple[Proxy, Witness, Witness]]:
    with Witness() as one, Witness() as other, proxy_to(tmp_path, one.port, other.port) as proxy:
        yield proxy, one, other


class TestRouting:
    def test_each_game_and_each_league_goes_to_one_process_and_together_they_go_to_both(self, two):
        proxy, *processes = two
        games = [f"2345678{first}{second}c" for first in "abcde" for second in "23456"]
        leagues = [f"/robots/league/?robot=wb~{number}" for number in range(20)]
        for code in games:
            for path in ("/g/{}/", "/g/{}/state/?lang=en", "/ws/g/{}/?lang=en"):
                ask(proxy, "GET", path.format(code))
            ask(proxy, "GET", f"/g/%32{code[1:]}/")
            ask(proxy, "POST", f"/g/{code}/play/", b"cell=1")
        for path in leagues * 2:
            ask(proxy, "GET", path)
        asked = [witness.paths for witness in processes]
        assert all({sum(code[1:] in path for path in paths) for paths in asked} == {0, 5} for code in games)
        assert all({paths.count(path) for paths in asked} == {0, 2} for path in leagues)
        for kind in ("/g/", "/robots/league/"):
            assert min(sum(path.startswith(kind) for path in paths) for paths in asked) > 5

    def test_other_requests_go_to_all_processes(self, two):
        proxy, one, other = two
        for _request in range(60):
            ask(proxy, "GET", "/")
        assert len(one.seen) + len(other.seen) == 60
        assert min(len(one.seen), len(other.seen)) > 5

    def test_an_unreachable_process_is_replaced_even_for_a_post(self, programs, tmp_path):
        with Witness() as there, proxy_to(tmp_path, there.port, free_port()) as proxy:
            codes = [f"234567{number}abc" for number in range(20)]
            assert {ask(proxy, "POST", f"/g/{code}/play/", b"cell=1").status for code in codes} == {200}
            assert there.paths == [f"/g/{code}/play/" for code in codes]

    def test_after_a_failure_a_page_request_goes_to_the_next_process_and_a_post_is_never_resent(self, two):
        proxy, one, other = two
        one.fails = True
        assert {ask(proxy, "GET", "/").status for _ in range(20)} == {200}
        assert one.seen
        other.fails = True
        before = len(one.seen) + len(other.seen)
        assert ask(proxy, "POST", "/g/23456789ab/play/", b"cell=1").status == 503
        assert len(one.seen) + len(other.seen) == before + 1


def test_a_redirect_to_the_longest_address_works(programs, tmp_path):
    longest = "/robots/league/?".ljust(links.LONGEST_URL, "x")
    with Witness(sends_to=longest) as there, proxy_to(tmp_path, there.port) as proxy:
        answer = ask(proxy, "POST", "/robots/league/", b"")
        assert (answer.status, answer.headers["Location"]) == (302, longest)
        ask(proxy, "GET", longest, Referer=f"https://play.example.org{longest}")
        assert there.paths[-1] == longest


def test_nginx_replaces_forged_headers(programs, tmp_path):
    forged = {"X_Forwarded_For": "6.6.6.6", "X_Forwarded_Proto": "https", "Daphne_Root_Path": "/evil"}
    with Witness() as witness, proxy_to(tmp_path, witness.port) as proxy:
        for path in ("/", "/g/23456789ab/", "/ws/g/23456789ab/", "/static/missing.css"):
            ask(proxy, "GET", path, **forged, Host="play.example.org")
    assert len(witness.seen) == 4
    for _method, _path, headers in witness.seen:
        received = {name.lower(): value for name, value in headers.items()}
        assert received["x-forwarded-for"] == "127.0.0.1"
        assert received["x-forwarded-proto"] == "http"
        assert "daphne-root-path" not in received
        assert received["host"] == "play.example.org"  # the site refuses foreign hosts


@pytest.fixture(scope="module")
def alone(programs, tmp_path_factory) -> Iterator[Proxy]:
    with proxy_to(tmp_path_factory.mktemp("alone"), free_port()) as proxy:
        yield proxy


class TestProxyErrors:
    @pytest.mark.parametrize(
        "sent",
        [
            b"Content-Length: 104857600\r\n\r\n" + b"x" * 10_000,
            b"Transfer-Encoding: chunked\r\n\r\n20000\r\n" + b"x" * 0x20000,
        ],
        ids=["of a length", "in chunks"],
    )
    def test_a_body_that_is_too_large_is_refused(self, programs, tmp_path, sent):
        with Witness() as witness, proxy_to(tmp_path, witness.port) as proxy:
            with socket.create_connection(("127.0.0.1", proxy.port), timeout=PATIENCE) as connection:
                connection.sendall(b"POST /open/ HTTP/1.1\r\nHost: x\r\n" + sent)
                answer = http.client.HTTPResponse(connection)
                answer.begin()
                assert answer.status == 413
                check_headers(answer)
                assert "too large to be a game" in answer.read().decode()
            assert witness.seen == []

    def test_without_a_process_nginx_says_when_to_try_again(self, alone):
        for method, path in [("GET", "/"), ("POST", "/g/23456789ab/play/"), ("GET", "/ws/g/23456789ab/")]:
            answer = ask(alone, method, path)
            assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
            check_headers(answer)
            assert "down for a moment" in answer.text.decode()


class TestLanguages:
    def test_nginx_has_the_languages_of_the_site(self, tmp_path):
        config = nginx.site_config(listen=["80"], servers=[], data=tmp_path)
        assert set(re.findall(r'<html lang="(.+?)"', config)) == {code for code, _name in settings.LANGUAGES}

    @pytest.mark.parametrize("code", [code for code, _name in settings.LANGUAGES])
    def test_each_page_is_in_the_language_chosen_on_the_site(self, alone, code):
        answers = [
            ask(alone, *asked, Cookie=f"{settings.LANGUAGE_COOKIE_NAME}={code}", Accept_Language="xx")
            for asked in [("GET", "/"), ("POST", "/open/", b"x" * 0x20000)]
        ]
        assert [answer.status for answer in answers] == [503, 413]
        with translation.override(code):
            for answer, said in zip(answers, (_("Your games are safe."), _("Open a game from a file")), strict=True):
                check_headers(answer)
                page = answer.text.decode()
                assert said in page
                assert f'lang="{code}" dir="{"rtl" if translation.get_language_bidi() else "ltr"}"' in page

    @pytest.mark.parametrize(
        ("cookie", "accepted", "code"),
        [
            ("", "fr-CH, fr;q=0.9, en;q=0.8", "fr"),
            ("", "zh-CN", "zh-hans"),
            ("", "DE", "de"),
            ("", "est", "en"),
            ("language=es", "de", "es"),
            ("language=xx", "de", "de"),
        ],
    )
    def test_the_chosen_language_overrides_the_browsers(self, alone, cookie, accepted, code):
        answer = ask(alone, "GET", "/", Cookie=cookie, Accept_Language=accepted)
        assert f'<html lang="{code}"' in answer.text.decode()


class TestStaticFiles:
    @pytest.fixture
    def proxy(self, programs, tmp_path) -> Iterator[Proxy]:
        """A proxy without a process, so that nginx must answer."""
        folder = tmp_path / "static" / "site"
        folder.mkdir(parents=True)
        for name in ("site.css", "site.0123456789ab.css"):
            (folder / name).write_text("body {}")
            (folder / f"{name}.gz").write_bytes(gzip.compress(b"body {}"))
        (tmp_path / "secret-key").write_text("secret")
        with proxy_to(tmp_path, free_port()) as proxy:
            yield proxy

    def test_they_are_served_precompressed_and_hashed_names_cached_forever(self, proxy):
        answer = ask(proxy, "GET", "/static/site/site.0123456789ab.css", Accept_Encoding="gzip")
        assert answer.headers["Cache-Control"] == "max-age=315360000, public, immutable"
        assert answer.headers["Content-Type"] == "text/css; charset=utf-8"
        assert (answer.headers["Content-Encoding"], answer.headers["Vary"]) == ("gzip", "Accept-Encoding")
        assert gzip.decompress(answer.text) == b"body {}"
        plain = ask(proxy, "GET", "/static/site/site.css")
        assert (plain.headers["Cache-Control"], plain.text) == ("max-age=60, public", b"body {}")

    @pytest.mark.parametrize("path", ["/static/../secret-key", "/static/%2e%2e/secret-key", "/static../secret-key"])
    def test_no_other_file_of_the_folder_is_served(self, proxy, path):
        assert b"secret" not in ask(proxy, "GET", path).text
