"""The settings that depend on the environment."""

import os
import runpy
import stat
import subprocess
import sys
from zoneinfo import ZoneInfo

import pytest

from games import urls
from games.routing import websocket_urlpatterns
from tests.support import commands
from tests.support.server import OURS, ROOT
from tictactoe_site import environment, network


@pytest.fixture
def run(tmp_path):
    """Run Python code in a process with these variables."""

    def run(code: str, **variables: str) -> subprocess.CompletedProcess:
        environment = {name: value for name, value in os.environ.items() if name not in (*OURS, "PORT")}
        environment |= {"DATA_DIR": str(tmp_path / "data")} | variables
        return commands.run(sys.executable, "-c", code, env=environment)

    return run


@pytest.fixture
def settings_with(monkeypatch, tmp_path):
    """Read the settings with these variables. Raises SystemExit if a variable is invalid."""

    def settings_with(**variables: str) -> dict:
        with monkeypatch.context() as context:
            for name in (*OURS, "PORT"):
                context.delenv(name, raising=False)
            for name, value in ({"DATA_DIR": str(tmp_path / "data")} | variables).items():
                context.setenv(name, value)
            return runpy.run_path(str(ROOT / "tictactoe_site" / "settings.py"))

    return settings_with


class TestDefaults:
    def test_the_site_is_safe_and_local(self, settings_with):
        settings = settings_with()
        assert settings["DEBUG"] is False
        assert (settings["HOST"], settings["PORT"]) == ("127.0.0.1", 8000)
        assert settings["PUBLIC_URL"] == settings["LAN_ORIGIN"] == ""
        assert settings["ALLOWED_HOSTS"][:3] == ["localhost", "127.0.0.1", "[::1]"]
        assert "SESSION_COOKIE_SECURE" not in settings
        assert len(settings["SECRET_KEY"]) >= 50

    def test_the_static_folder_is_not_private(self, settings_with, tmp_path):
        assert settings_with()["STATIC_ROOT"] == tmp_path / "data" / "static"
        assert not (tmp_path / "data" / "static").exists()

    def test_the_secret_key_is_created_once_and_private(self, settings_with, tmp_path):
        first = settings_with()["SECRET_KEY"]
        assert settings_with()["SECRET_KEY"] == first == (tmp_path / "data" / "secret-key").read_text()
        assert stat.S_IMODE((tmp_path / "data" / "secret-key").stat().st_mode) == 0o600
        (tmp_path / "data" / "secret-key").write_text("")
        assert settings_with()["SECRET_KEY"] not in ("", first)


class TestListening:
    def test_beyond_loopback_gives_the_network_origin(self, settings_with):
        settings = settings_with(HOST="0.0.0.0", PORT="80")
        assert settings["LAN_ORIGIN"] == (f"http://{network.main_address()}" if network.main_address() else "")

    def test_hosts_that_are_named_are_allowed(self, settings_with):
        hosts = settings_with(HOST="192.0.2.77", ALLOWED_HOSTS="a.example, b.example")["ALLOWED_HOSTS"]
        assert hosts == ["a.example", "b.example", "192.0.2.77"]


class TestPublicUrl:
    def test_sets_hosts_origins_cookies_and_hsts(self, settings_with):
        settings = settings_with(PUBLIC_URL="https://Play.Example.org/")
        assert settings["PUBLIC_URL"] == "https://play.example.org"
        assert "play.example.org" in settings["ALLOWED_HOSTS"]
        assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://play.example.org"]
        assert settings["SESSION_COOKIE_SECURE"] is settings["CSRF_COOKIE_SECURE"] is True
        assert settings["SECURE_SSL_REDIRECT"] is True
        assert settings["SECURE_REDIRECT_EXEMPT"] == [r"^healthz$", r"^readyz$", r"^metrics$"]
        assert settings["SECURE_HSTS_SECONDS"] == 31_536_000

    def test_without_tls_leaves_cookies_for_http(self, settings_with):
        settings = settings_with(PUBLIC_URL="http://play.example.org")
        assert "SESSION_COOKIE_SECURE" not in settings
        assert "SECURE_PROXY_SSL_HEADER" not in settings

    def test_passes_the_checks_for_deployment(self, run):
        code = "from django.core.management import execute_from_command_line as execute\n"
        code += "execute(['manage.py', 'check', '--deploy', '--fail-level', 'WARNING'])"
        done = run(code, PUBLIC_URL="https://play.example.org", DJANGO_SETTINGS_MODULE="tictactoe_site.settings")
        assert (done.returncode, done.stderr) == (0, "")

    @pytest.mark.parametrize(
        ("written", "origin"),
        [
            ("", ""),
            ("https://play.example.org:443", "https://play.example.org"),
            ("https://play.example.org:8443/", "https://play.example.org:8443"),
            ("http://[2001:DB8::1]:8000", "http://[2001:db8::1]:8000"),
            ("https://münchen.example", "https://xn--mnchen-3ya.example"),
        ],
    )
    def test_is_normalized_as_browsers_write_origins(self, monkeypatch, written, origin):
        monkeypatch.setenv("PUBLIC_URL", written)
        assert environment.origin("PUBLIC_URL") == origin


def test_a_postgresql_url_may_have_parameters_and_name_several_servers(settings_with):
    address = "postgres://ada:in%2Ck@db1.example:5433,db2.example/games?sslmode=verify-full"
    database = settings_with(DATABASE_URL=address)["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["PASSWORD"]) == ("db1.example,db2.example", "5433,", "in,k")
    options = {"sslmode": "verify-full", "connect_timeout": 3, "target_session_attrs": "read-write"}
    assert database["OPTIONS"].items() >= options.items()


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("DATABASE_URL", "mysql://ada:ink@host/name"),
        ("DATABASE_URL", "postgres://ada:ink@host"),
        ("DATABASE_URL", "postgres://ada:ink@host:99999/name"),
        ("DATABASE_URL", "postgres://ada:ink@[host/name"),
        ("DATABASE_URL", "postgres://ada:ink@host:5432,other:port/name"),
        ("DATABASE_URL", "host=host password=ink dbname=name"),
        ("DATABASE_URL", "postgres://ada:ink/ink@host/name"),
        ("DATABASE_URL", "postgres://ada:ink@host/name?colour=blue"),
        ("REDIS_URL", "http://:ink@host"),
        ("REDIS_URL", "redis://:ink@[host"),
    ],
)
def test_an_invalid_url_is_refused_without_showing_its_password(settings_with, name, address):
    with pytest.raises(SystemExit, match=f"^{name} must be like [^\n]*$") as refused:
        settings_with(**{name: address})
    assert "ink" not in str(refused.value)


@pytest.mark.parametrize(
    ("written", "path"),
    [("", "admin/"), ("back-office", "back-office/"), ("/back/office/", "back/office/"), ("gamesters", "gamesters/")],
)
def test_the_admin_path_can_be_set(settings_with, written, path):
    assert settings_with(ADMIN_PATH=written)["ADMIN_PATH"] == path


def test_the_admin_is_only_at_its_own_path(run):
    code = "import django; django.setup()\nfrom django.urls import resolve, reverse, Resolver404\n"
    code += "print(reverse('admin:index'))\ntry: resolve('/admin/')\nexcept Resolver404: print('nothing there')"
    done = run(code, ADMIN_PATH="back-office", DJANGO_SETTINGS_MODULE="tictactoe_site.settings")
    assert done.stdout.splitlines() == ["/back-office/", "nothing there"]


def test_the_admin_may_not_use_the_sites_own_paths(settings):
    own = {str(pattern.pattern) for pattern in [*urls.urlpatterns, *websocket_urlpatterns]} | {settings.STATIC_URL}
    assert {address.strip("/").split("/")[0] for address in own} - {""} == settings.OWN_PATHS


def test_a_forwarded_address_is_trusted_behind_a_tls_proxy_or_on_request(settings_with):
    for variables, trusted in [
        ({}, False),
        ({"PUBLIC_URL": "http://play.example.org"}, False),
        ({"PUBLIC_URL": "https://play.example.org"}, True),
        ({"PUBLIC_URL": "https://play.example.org", "TRUST_FORWARDED_FOR": "no"}, False),
        ({"TRUST_FORWARDED_FOR": "yes"}, True),
    ]:
        assert settings_with(**variables)["TRUST_FORWARDED_FOR"] is trusted


def test_the_log_can_be_json(settings_with):
    assert settings_with()["LOGGING"]["handlers"]["console"]["formatter"] == "line"
    assert settings_with(LOG_FORMAT="json")["LOGGING"]["handlers"]["console"]["formatter"] == "json"


WRONG_ORIGINS = (
    *("play.example.org", "ftp://play.example.org", "https://play.example.org/games", "https://user@play.example.org"),
    *("https://play.example.org:x", "https://play.example.org:99999"),
    *("https://", "https://[::1", "https://*", "https://a b", "https://a..b"),
)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("PORT", value) for value in ("x", "0", "65536", "-1", "٨")],
        *[("HOST", value) for value in ("no such", "a/b")],
        ("DEBUG", "maybe"),
        ("LOG_FORMAT", "xml"),
        *[("TIME_ZONE", value) for value in ("Mars/Olympus", "../etc/passwd", "/etc/localtime")],
        *[("HEALTHCHECK_PING_URL", value) for value in ("hc-ping.com/x", "file:///etc", "https://", "http://a b")],
        *[("ADMIN_PATH", value) for value in ("a b", "a//b", "../a", "games/", "ws/admin", "<code>/", "admin?")],
        ("TRUST_FORWARDED_FOR", "maybe"),
        *[("METRICS_TOKEN", value) for value in ("too-short", "long enough, but in words")],
        ("METRICS_ALLOW", "127.0.0.1, monitor"),
        *[("PUBLIC_URL", value) for value in WRONG_ORIGINS],
        ("DATA_DIR", "/dev/null/data"),
    ],
)
def test_an_invalid_value_is_refused_with_a_sentence(settings_with, name, value):
    with pytest.raises(SystemExit, match=rf"^{name}[^\n]*\.$"):
        settings_with(**{name: value})


def test_on_a_machine_without_time_zones_the_message_names_the_package(settings_with, monkeypatch):
    monkeypatch.setattr("zoneinfo._tzpath.TZPATH", ())
    ZoneInfo.clear_cache()
    with pytest.raises(SystemExit, match=r"^TIME_ZONE .* \(package tzdata\), not 'UTC'\.$"):
        settings_with()


def test_a_secret_key_that_cannot_be_created_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="can't be read or created: No such file or directory"):
        environment.kept_secret(tmp_path / "missing" / "key")
