"""Read the environment for the settings. An invalid setting ends the process with one sentence, without a traceback."""

import fcntl
import ipaddress
import os
import re
import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DEFAULT_PORTS = {"http": 80, "https": 443}
SHORTEST_TOKEN = 20  # characters
PUBLIC_URL_FORM = "must be a scheme and a host, like https://play.example.org"


def refuse(sentence: str) -> NoReturn:
    """End the process with a sentence on stderr."""
    raise SystemExit(sentence)


def text(name: str, default: str = "") -> str:
    """Return the value of a variable. An empty value counts as unset, as in `PUBLIC_URL= make run`."""
    return os.environ.get(name, "").strip() or default


def boolean(name: str, default: bool = False) -> bool:
    value = text(name, str(default)).lower()
    if value not in {"true", "false", "1", "0", "yes", "no", "on", "off"}:
        refuse(f"{name} must be true or false, not {value!r}.")
    return value in {"true", "1", "yes", "on"}


def choice(name: str, default: str, *others: str) -> str:
    value = text(name, default).lower()
    if value not in (default, *others):
        refuse(f"{name} must be {' or '.join((default, *others))}, not {value!r}.")
    return value


def path(name: str, default: str, *, taken: set[str]) -> str:
    """Return a path within the site, such as "admin/" or "back/desk/", whose first segment is not in `taken`."""
    value = text(name, default).strip("/")
    if not re.fullmatch(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*", value):
        refuse(f"{name} must be a path of letters, digits, - and _ like back-office/, not {value!r}.")
    if value.partition("/")[0] in taken:
        refuse(f"{name} must not begin with {value.partition('/')[0]!r}, which the site itself uses.")
    return f"{value}/"


def listed(name: str) -> list[str]:
    return [item.strip() for item in text(name).split(",") if item.strip()]


def networks(name: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return networks from a comma-separated list of addresses and networks."""
    try:
        return [ipaddress.ip_network(network, strict=False) for network in listed(name)]
    except ValueError:
        refuse(f"{name} must be addresses or networks like 127.0.0.1 or 10.0.0.0/8, not {text(name)!r}.")


def time_zone(name: str, default: str) -> str:
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        refuse(
            f"{name} must be a time zone like Europe/Berlin that this machine knows (package tzdata), not {value!r}."
        )
    return value


def token(name: str) -> str:
    """Return a secret that programs send in a header, "" for none."""
    value = text(name)
    if value and (len(value) < SHORTEST_TOKEN or not re.fullmatch(r"[!-~]+", value)):  # do not show the value
        refuse(
            f"{name} must have at least {SHORTEST_TOKEN} characters, letters, digits and punctuation, without spaces."
        )
    return value


def port(name: str, default: int) -> int:
    value = text(name, str(default))
    if not (value.isascii() and value.isdecimal() and 1 <= int(value) <= 65535):
        refuse(f"{name} must be a number from 1 to 65535, not {value!r}.")
    return int(value)


def seconds(name: str, default: float) -> float:
    value = text(name, str(default))
    try:
        number = float(value)
    except ValueError:
        number = 0
    if not 0.1 <= number <= 3600:
        refuse(f"{name} must be a number of seconds from 0.1 to 3600, not {value!r}.")
    return number


def need(name: str, package: str) -> None:
    """Refuse a setting whose package is not installed."""
    if find_spec(package) is None:
        refuse(f"{name} needs {package}: pip install -r requirements-scale.txt.")


def postgresql(name: str) -> str:
    """Return the URL of a PostgreSQL database, which may name several servers; "" for none."""
    value = text(name)
    if not value:
        return ""
    need(name, "psycopg")
    import psycopg  # slow to load, and not needed with SQLite
    from psycopg.conninfo import conninfo_to_dict

    try:
        address = conninfo_to_dict(value)  # parsed as by the driver
        ports = [port or "5432" for port in str(address.get("port", "")).split(",")]
        fits = value.startswith(("postgres://", "postgresql://")) and address.get("dbname")
        fits = fits and all(port.isdecimal() and 1 <= int(port) <= 65535 for port in ports)
    except (ValueError, psycopg.Error):
        fits = False
    if not fits:  # do not show the value, which contains a password
        refuse(f"{name} must be like postgres://user:password@host:5432/database.")
    return value


def redis(name: str) -> str:
    """Return the URL of a Redis server, "" for none."""
    value = text(name)
    try:
        fits = urlsplit(value).scheme in {"redis", "rediss"} and urlsplit(value).port != 0
    except ValueError:
        fits = False
    if value and not fits:
        refuse(f"{name} must be like redis://host:6379.")  # do not show the value, which may contain a password
    if value:
        need(name, "redis")
    return value


def origin(name: str) -> str:
    """Return the origin that a browser sends for the URL in `name`, such as "https://play.example.org"; "" for none."""
    value = text(name)
    if not value:
        return ""
    try:
        url = urlsplit(value)
        host = url.hostname.encode("idna").decode() if url.hostname else ""
        port = url.port
    except ValueError:  # an invalid port, an unclosed bracket, an impossible host name
        refuse(f"{name} {PUBLIC_URL_FORM}, not {value!r}.")
    extra = url.username or url.password or url.path.strip("/") or url.query or url.fragment
    if url.scheme not in DEFAULT_PORTS or not host or extra or port == 0 or any(c.isspace() or c in ",*" for c in host):
        refuse(f"{name} {PUBLIC_URL_FORM}, not {value!r}.")
    host = f"[{host}]" if ":" in host else host
    return f"{url.scheme}://{host}" if port in (None, DEFAULT_PORTS[url.scheme]) else f"{url.scheme}://{host}:{port}"


def url(name: str) -> str:
    """Return the URL of a page on another site, "" for none."""
    value = text(name)
    try:
        fits = urlsplit(value).scheme in DEFAULT_PORTS and urlsplit(value).hostname and urlsplit(value).port != 0
    except ValueError:
        fits = False
    if value and not (fits and re.fullmatch(r"[!-~]+", value)):  # do not show the value, which may contain a secret
        refuse(f"{name} must be an address like https://hc-ping.com/your-uuid.")
    return value


def folder(name: str, default: Path) -> Path:
    found = Path(text(name, str(default))).expanduser().absolute()
    try:
        found.mkdir(mode=0o700, parents=True, exist_ok=True)  # others must not read the sessions in the database
    except OSError as error:
        refuse(f"{name}: the data folder {found} can't be created: {error.strerror}.")
    return found


def need_writable(name: str, *paths: Path) -> None:
    """Refuse to run if one of these paths exists and can't be written."""
    for path in paths:
        if path.exists() and not os.access(path, os.W_OK):
            refuse(f"{name}: {path} can't be written: its volume is read-only, or it belongs to another user.")


def kept_secret(path: Path) -> str:
    """Return the secret in a file that the first process creates, readable only by its owner."""
    try:
        if path.exists() and (secret := path.read_text().strip()):
            return secret
        with open(path, "a+", opener=lambda name, flags: os.open(name, flags, mode=0o600)) as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # if two processes start together, the second reads the first one's
            file.seek(0)
            secret = file.read().strip()
            if not secret:
                secret = secrets.token_urlsafe(64)
                file.write(secret)
            return secret
    except OSError as error:
        refuse(f"The secret key in {path} can't be read or created: {error.strerror}.")
