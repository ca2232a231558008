"""Generate nginx's configuration: the site's part for its `http` block, or all of it for an nginx of its own.

.venv/bin/python -m deploy.nginx --servers 8001,8002 > /etc/nginx/conf.d/tictactoe.conf
"""

import argparse
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from gettext import translation
from pathlib import Path

from django.conf import settings
from django.conf.global_settings import LANGUAGES_BIDI
from django.template import Context, Engine
from django.utils.translation import to_language

FOLDER = Path(__file__).parent
LOCALE = FOLDER.parent / "games" / "locale"
# Serves the challenges of `certbot certonly --webroot --webroot-path /var/www/html`.
ACME = """    location /.well-known/acme-challenge/ {
        root /var/www/html;
        default_type text/plain;
    }"""


@dataclass(frozen=True)
class Tls:
    """A certificate chain, its key, and the addresses where nginx listens with TLS."""

    certificate: Path
    key: Path
    listen: Sequence[str] = ("443", "[::]:443")


def site_config(
    *, listen: Sequence[str], servers: Sequence[str], data: Path, host: str = "_", tls: Tls | None = None
) -> str:
    """Return the site's configuration, to be included in nginx's `http` block.

    `servers` are the processes as host:port, `data` is DATA_DIR. With `tls`, plain HTTP is redirected to HTTPS.
    """
    locales = ["en", *sorted(made.parents[1].name for made in LOCALE.glob("*/LC_MESSAGES/django.mo"))]
    languages = [error_texts(locale) for locale in locales]
    values = {"listen": listen, "servers": servers, "data": str(data), "host": host, "tls": tls, "acme": ACME}
    return render("site.conf", **values, languages=languages)


def main_config(*, root: bool) -> str:
    """Return the main configuration of an nginx with everything in one folder; `root` says whether root runs it."""
    return render("nginx.conf", root=root)


def error_texts(locale: str) -> dict[str, str]:
    """Return the texts of nginx's own error pages in one language."""
    # Use the standard gettext, because Django's would load the whole site.
    _ = translation("django", LOCALE, [locale], fallback=True).gettext
    code = to_language(locale)
    return {
        "code": code,
        "begins": code.partition("-")[0],
        "direction": "rtl" if code in LANGUAGES_BIDI else "ltr",
        "title": _("Tic-tac-toe"),
        "away": _("The site is down for a moment"),
        "nothing_lost": _("Your games are safe."),
        "try_again": _("Try again in a few seconds."),
        "too_large": _("This file is too large to be a game of tic-tac-toe."),
        "another": _("Open a game from a file"),
    }


def render(name: str, **values: object) -> str:
    engine = Engine(dirs=[FOLDER], autoescape=False)
    return engine.get_template(name).render(Context(values, autoescape=False))


def comma_separated(text: str) -> list[str]:
    return text.split(",")


def server(text: str) -> str:
    """Return host:port of a process; a port alone means this machine. Raises ValueError."""
    if not re.fullmatch(r"((\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):)?[0-9]{1,5}", text):
        raise ValueError(f"{text!r} is not a server")
    return f"127.0.0.1:{text}" if text.isdecimal() else text


def servers(text: str) -> list[str]:
    return [server(one) for one in comma_separated(text)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the site's configuration for the `http` block of nginx.")
    parser.add_argument(
        "--servers",
        type=servers,
        default="8001,8002",
        metavar="HOST:PORT,…",
        help="the server processes; a port alone means one on this machine (%(default)s)",
    )
    parser.add_argument("--host", default="_", help="the name of the site, such as play.example.org")
    parser.add_argument(
        "--listen",
        type=comma_separated,
        default="80,[::]:80",
        metavar="ADDRESS,…",
        help="where nginx listens for plain HTTP (%(default)s)",
    )
    parser.add_argument(
        "--certificate",
        type=Path,
        metavar="FILE",
        help="the certificate with its chain; plain HTTP is then redirected to HTTPS",
    )
    parser.add_argument("--key", type=Path, metavar="FILE", help="the key of the certificate")
    parser.add_argument(
        "--listen-tls",
        type=comma_separated,
        default="443,[::]:443",
        metavar="ADDRESS,…",
        help="where nginx listens for HTTPS (%(default)s)",
    )
    options = parser.parse_args()
    if bool(options.certificate) != bool(options.key):
        parser.error("--certificate and --key go together")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    tls = None
    if options.certificate:
        tls = Tls(options.certificate.absolute(), options.key.absolute(), options.listen_tls)
    where = {"listen": options.listen, "servers": options.servers, "host": options.host}
    print(site_config(**where, data=settings.DATA_DIR, tls=tls), end="")


if __name__ == "__main__":
    main()
