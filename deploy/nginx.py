"""The configuration of nginx, for an installation of its own or for the nginx that is there.

.venv/bin/python -m deploy.nginx --ports 8001,8002 > /etc/nginx/conf.d/tictactoe.conf
"""

import argparse
import os
from gettext import translation
from pathlib import Path

from django.conf import settings
from django.conf.global_settings import LANGUAGES_BIDI
from django.template import Context, Engine
from django.utils.translation import to_language

FOLDER = Path(__file__).parent
LOCALE = FOLDER.parent / "games" / "locale"


def site(*, listen: str, servers: list[str], data: Path, host: str = "_") -> str:
    """The site as nginx's `http` block includes it: `servers` are host:port of the processes, `data` is DATA_DIR."""
    locales = ["en", *sorted(made.parents[1].name for made in LOCALE.glob("*/LC_MESSAGES/django.mo"))]
    return render(
        "site.conf", listen=listen, servers=servers, data=str(data), host=host, languages=list(map(words, locales))
    )


def around(*, root: bool) -> str:
    """All that stands around the site in an nginx of its own, which keeps to one folder; `root`: it is run by root."""
    return render("nginx.conf", root=root)


def words(locale: str) -> dict[str, str]:
    """What nginx itself has to say, in a language of the site."""
    # Not by Django, which translates only where the whole site is loaded.
    _ = translation("django", LOCALE, [locale], fallback=True).gettext
    code = to_language(locale)
    return {
        "code": code,
        "begins": code.partition("-")[0],
        "direction": "rtl" if code in LANGUAGES_BIDI else "ltr",
        "title": _("Tic-tac-toe"),
        "away": _("The site is away for a moment"),
        "nothing_lost": _("Nothing you have played is lost."),
        "try_again": _("Try again in a few seconds."),
        "too_large": _("This file is too large to be a game of tic-tac-toe."),
        "another": _("Open a game from a file"),
    }


def render(name: str, **values: object) -> str:
    engine = Engine(dirs=[FOLDER], autoescape=False)
    return engine.get_template(name).render(Context(values, autoescape=False))


def main() -> None:
    parser = argparse.ArgumentParser(description="Prints a configuration for the `http` block of nginx.")
    parser.add_argument("--ports", default="8001,8002", help="of the processes, separated by commas (%(default)s)")
    parser.add_argument("--listen", default="80", help="where nginx listens (%(default)s)")
    parser.add_argument("--host", default="_", help="the name of the site, such as play.example.org")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    servers = [f"127.0.0.1:{int(port)}" for port in given.ports.split(",")]
    print(site(listen=given.listen, servers=servers, data=settings.DATA_DIR, host=given.host), end="")


if __name__ == "__main__":
    main()
