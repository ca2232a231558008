"""All settings, read from the environment; deploy/settings.md has the table. With none set, `make run` works."""

import re
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from tictactoe_site import network
from tictactoe_site.environment import (
    env_bool,
    env_choice,
    env_folder,
    env_list,
    env_networks,
    env_origin,
    env_path,
    env_port,
    env_postgresql,
    env_redis,
    env_seconds,
    env_text,
    env_token,
    kept_secret,
    refuse,
)

BASE_DIR = Path(__file__).resolve().parent.parent
# All that this installation makes and keeps: database, secret key, lock, collected static files.
DATA_DIR = env_folder("DATA_DIR", BASE_DIR / "var")

DEBUG = env_bool("DEBUG")
SECRET_KEY = env_text("SECRET_KEY") or kept_secret(DATA_DIR / "secret-key")

# The address that the server listens on, and the addresses by which people reach it

HOST = env_text("HOST", "127.0.0.1").strip("[]")
PORT = env_port("PORT", 8000)
if not re.fullmatch(r"[0-9A-Za-z.:-]+", HOST):
    refuse(f"HOST must be a name or address of this machine to listen on, like 0.0.0.0 for all of them, not {HOST!r}.")
PUBLIC_URL = env_origin("PUBLIC_URL")
LAN_ORIGIN = network.lan_origin(HOST, PORT)
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS") or network.own_hosts()
if HOST not in network.EVERYWHERE:
    ALLOWED_HOSTS.append(network.bracketed(HOST))
if PUBLIC_URL:
    ALLOWED_HOSTS.append(network.bracketed(urlsplit(PUBLIC_URL).hostname or ""))
    CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

# Middleware

INSTALLED_APPS = [
    # First: it makes runserver speak ASGI. Loading it is a quarter of what any other command takes to start; where
    # `python -m daphne` serves, it is loaded already.
    *(["daphne"] if "runserver" in sys.argv or "daphne" in sys.modules else []),
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "games",
]
# The security headers stand around all pages, so that every answer from further in, also an error, goes out with them.
HEADERS = [
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
]
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # bytes of a whole request: see tictactoe_site/requests.py
MIDDLEWARE = [
    *HEADERS,
    "games.site.middleware.PrivateMiddleware",
    # Pages a quarter as large on the wire. The tokens of forms in them are masked anew each time, and the length of an
    # answer varies by chance, so that guessing by it what else they hold (BREACH) takes very many tries.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "games.site.middleware.LanguageMiddleware",
    "games.site.middleware.HostMiddleware",
    "games.site.middleware.readable_forms",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "games.site.error_pages.TooManyMiddleware",
    "axes.middleware.AxesMiddleware",  # last, as it asks for
]
ROOT_URLCONF = "tictactoe_site.urls"
# The first words of the site's own addresses, which nothing else may take.
SITES_OWN = {
    *("board", "day", "device", "favicon.ico", "g", "games", "healthz", "host", "how-to-play", "join", "look"),
    *("manifest.webmanifest", "menace", "metrics", "name", "new", "open", "opponents", "p", "practice", "prefer"),
    *("readyz", "robots", "robots.txt", "settings", "setup", "static", "t", "tournament", "w", "watch", "ws", "you"),
}
ASGI_APPLICATION = "tictactoe_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "builtins": ["games.site.tags"],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["tictactoe_site.templates.CompactLoader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.site.context.site",
            ],
        },
    },
]

# Storage and the channel layer

DATABASE_URL = env_postgresql("DATABASE_URL")
# The folder in which `manage.py backup` keeps one backup for each of the last days.
BACKUP_DIR = Path(env_text("BACKUP_DIR", str(DATA_DIR / "backups"))).expanduser().absolute()
SQLITE = {
    "ENGINE": "tictactoe_site.sqlite",
    "NAME": DATA_DIR / "db.sqlite3",
    "CONN_MAX_AGE": None,  # to open one costs more than several queries
    "OPTIONS": {
        # Lock at the start of a transaction: one that reads first and writes later can't wait for the lock.
        "transaction_mode": "IMMEDIATE",
        # All moves of a process are stored on one thread, so a long wait here would hold up every one of them.
        "timeout": 2,
        # WAL: readers don't wait for the writer. FULL: acknowledged writes survive a power cut.
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL",
    },
}
# For the same reason all waits below are short: a server that is slow must not freeze the sockets. Every thread that
# uses the database has a connection: 8 requests at work and a sign-in (site/middleware.py), the two threads of the
# sockets, readyz and metrics.
POOL = {"min_size": 1, "max_size": 13, "timeout": 3, "reconnect_timeout": 3}
POSTGRESQL = {
    # Connect to the primary of several servers, and notice within ten seconds that a machine is gone.
    "target_session_attrs": "read-write",
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    # The server too: rows locked by a machine that was cut off would stay locked for hours.
    "options": " ".join(
        f"-c {name}={value}"
        for name, value in {
            "statement_timeout": 3000,
            "lock_timeout": 2000,
            "idle_in_transaction_session_timeout": 10_000,
            "tcp_keepalives_idle": 10,
            "tcp_keepalives_interval": 5,
            "tcp_keepalives_count": 3,
        }.items()
    ),
}
DATABASES: dict[str, dict[str, Any]] = {"default": SQLITE}
if DATABASE_URL:  # drivers are loaded where they are needed, for that takes long
    from psycopg.conninfo import conninfo_to_dict

    address = conninfo_to_dict(DATABASE_URL)
    DATABASES["default"] = {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": address.pop("dbname"),
        "USER": address.pop("user", ""),
        "PASSWORD": address.pop("password", ""),
        "HOST": address.pop("host", ""),  # or several, with commas
        "PORT": address.pop("port", ""),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**POSTGRESQL, "pool": POOL, **address},
    }
# Seconds between two beats on every socket. Three missed ones make a page reconnect.
BEAT = env_seconds("BEAT", 10)
# Seconds for which a player must be away on their turn before the other may claim the game.
CLAIM_AFTER = env_seconds("CLAIM_AFTER", 40)
# How news travels between server processes; without it there may be one only.
REDIS_URL = env_redis("REDIS_URL")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "games.play.news.pubsub.RedisLayer", "CONFIG": {"url": REDIS_URL}}
    if REDIS_URL
    else {"BACKEND": "games.play.news.memory.MemoryLayer"}
}

# The shared cache of all processes: see games/site/limits.py. Without Redis there is one process, and its own memory
# will do.
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
    # The cache of each process, for `{% cache %}` in the templates: the cached parts are the same for every viewer.
    "template_fragments": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "template_fragments",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}
if REDIS_URL:
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    CACHES["default"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "tictactoe",
        # A request goes on without an answer, so the cache is asked once and waited for shortly.
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5, "retry": Retry(NoBackoff(), 0)},
    }
LIMITS = env_bool("LIMITS", True)
# Whether new names are held against the lists of rude words, and against what the site calls others.
NAME_CHECK = env_bool("NAME_CHECK", True)

# Static files: hashed and compressed by collectstatic, except under DEBUG, where they are read as they are written

STATIC_URL = "static/"
# Nobody asks for a file by the name without its digest, so those are neither kept nor compressed.
SERVESTATIC_KEEP_ONLY_HASHED_FILES = True
SERVESTATIC_ALLOW_ALL_ORIGINS = False  # no other site needs these files
# Not made here, where it would be for its owner alone: nginx reads it.
STATIC_ROOT = Path(env_text("STATIC_ROOT", str(DATA_DIR / "static"))).expanduser().absolute()
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "tictactoe_site.storage.HashedStaticFilesStorage",
    },
}

# Language and time

LANGUAGE_CODE = "en"
# English first; the others by their own names, as the switch in the footer shows them.
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fr", "Français"),
    ("zh-hans", "简体中文"),
    ("ar", "العربية"),
]
LANGUAGE_COOKIE_NAME = "language"  # one of the preferences: see games/site/preferences.py
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]
TIME_ZONE = "UTC"

# A guest is known by their session alone, so it lasts

SESSION_ENGINE = "games.site.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
CSRF_COOKIE_HTTPONLY = True  # forms carry its value, so no script needs it
# The path where administrators sign in; another address than everyone's spares the log the robots.
ADMIN_PATH = env_path("ADMIN_PATH", "admin/", taken=SITES_OWN)
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
# After so many wrong passwords one is locked out for a while, in the database, so that every process knows. By name and
# address together: a whole school has one address, and a stranger must not lock an administrator out.
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "games.site.error_pages.locked_out"
AXES_CLIENT_IP_CALLABLE = "games.site.identity.address_of"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # a robot that goes on must not fill a row forever
AXES_SENSITIVE_PARAMETERS = ["username", "csrfmiddlewaretoken"]  # some type their password one field too early
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Security headers

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        # 'self' covers the socket too: since CSP 3 it matches ws: and wss: from the same host and port.
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
# All of it: nothing here needs a camera, a place or a payment.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in (
        *("accelerometer", "browsing-topics", "camera", "display-capture", "encrypted-media", "geolocation"),
        *("gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment"),
        *("picture-in-picture", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
    )
}
CSRF_FAILURE_VIEW = "games.site.error_pages.csrf_failure"

# Whether a request's sender is the last address of X-Forwarded-For, which the proxy in front has put there, and not the
# one the connection comes from. Without a proxy anybody could write there what they like.
TRUST_FORWARDED_FOR = env_bool("TRUST_FORWARDED_FOR", PUBLIC_URL.startswith("https:"))
if PUBLIC_URL.startswith("https:"):
    # The proxy in front must set this header itself, whatever the client sent; deploy/README.md shows how.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    # Asked beside the process, where there is no TLS.
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
    SECURE_SSL_HOST = urlsplit(PUBLIC_URL).netloc
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
# HSTS for subdomains, and preloading, bind hosts that may not be ours: the owner of the domain decides that.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Access to /metrics: by the token, or for direct requests from one of these networks; without both nobody

METRICS_TOKEN = env_token("METRICS_TOKEN")
METRICS_ALLOW = env_networks("METRICS_ALLOW")

# One line per error, on stderr

LOG_FORMAT = env_choice("LOG_FORMAT", "line", "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "tictactoe_site.logs.LineFormatter"},
        "json": {"()": "tictactoe_site.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT},
        "count": {"class": "games.site.metrics.CountErrors"},
    },
    "root": {"handlers": ["console", "count"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO" if DEBUG else "WARNING"},
        # Below ERROR this logger tells of every 4xx answer: news of the client, not of us.
        "django.request": {"level": "WARNING" if DEBUG else "ERROR"},
        # So are forms of more parts than any of ours has.
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "django.security.TooManyFilesSent": {"level": "CRITICAL"},
    },
}
if DEBUG:
    LOGGING["formatters"] = {LOG_FORMAT: {"format": "%(levelname)s %(name)s: %(message)s"}}
