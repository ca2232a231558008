"""All settings, read from the environment; deploy/settings.md has the table. `make run` needs none of them."""

import re
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from tictactoe_site import environment as env
from tictactoe_site import network

BASE_DIR = Path(__file__).resolve().parent.parent
# The data of this installation: database, secret key, lock, collected static files.
DATA_DIR = env.folder("DATA_DIR", BASE_DIR / "var")

DEBUG = env.boolean("DEBUG")
SECRET_KEY = env.text("SECRET_KEY") or env.kept_secret(DATA_DIR / "secret-key")

# The address on which the server listens, and the addresses that reach it

HOST = env.text("HOST", "127.0.0.1").strip("[]")
PORT = env.port("PORT", 8000)
if not re.fullmatch(r"[0-9A-Za-z.:-]+", HOST):
    env.refuse(
        f"HOST must be a name or address of this machine to listen on, like 0.0.0.0 for all of them, not {HOST!r}."
    )
PUBLIC_URL = env.origin("PUBLIC_URL")
LAN_ORIGIN = network.lan_origin(HOST, PORT)
ALLOWED_HOSTS = env.listed("ALLOWED_HOSTS") or network.own_hosts()
if HOST not in network.WILDCARDS:
    ALLOWED_HOSTS.append(network.bracketed(HOST))
if PUBLIC_URL:
    ALLOWED_HOSTS.append(network.bracketed(urlsplit(PUBLIC_URL).hostname or ""))
    CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

# Apps and middleware

INSTALLED_APPS = [
    # First, to give runserver ASGI. Other commands skip it, because loading it takes a quarter of their start-up.
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
# The security headers are outermost, so that even errors from inner middleware have them.
HEADERS = [
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
]
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # bytes of a request's body: see tictactoe_site/requests.py
MIDDLEWARE = [
    *HEADERS,
    "games.site.middleware.PrivateMiddleware",
    # Compresses pages to a quarter. Against BREACH, Django masks CSRF tokens differently each time and varies the
    # length of responses randomly.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "games.site.middleware.LanguageMiddleware",
    "games.site.middleware.speech_of_request",
    "games.site.middleware.HostMiddleware",
    "games.site.middleware.readable_forms",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "games.site.error_pages.RefusingMiddleware",
    "axes.middleware.AxesMiddleware",  # must be last
]
ROOT_URLCONF = "tictactoe_site.urls"
# The first segments of the site's own paths, which ADMIN_PATH must not have.
OWN_PATHS = {
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

DATABASE_URL = env.postgresql("DATABASE_URL")
# The folder for `manage.py backup`, with one backup for each of the last few days.
BACKUP_DIR = Path(env.text("BACKUP_DIR", str(DATA_DIR / "backups"))).expanduser().absolute()
# Whether the server backs up (SQLite) and tidies once a day, and the URL to report to.
DAILY_RUN = env.boolean("DAILY_RUN", True)
HEALTHCHECK_PING_URL = env.url("HEALTHCHECK_PING_URL")
SQLITE = {
    "ENGINE": "tictactoe_site.sqlite",
    "NAME": DATA_DIR / "db.sqlite3",
    "CONN_MAX_AGE": None,  # opening a connection costs more than several queries
    "OPTIONS": {
        # Lock at the start of a transaction, because one that reads first and writes later can't wait for the lock.
        "transaction_mode": "IMMEDIATE",
        # One thread stores all moves of a process, so a long wait would delay all of them.
        "timeout": 2,
        # WAL: readers don't wait for the writer. FULL: acknowledged writes survive a power cut.
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL",
    },
}
# Timeouts are short so that a slow database does not freeze the sockets. A connection for each thread: 8 requests and a
# sign-in (tictactoe_site/requests.py), the sockets' two threads, readyz, metrics and the daily run.
POOL = {"min_size": 1, "max_size": 14, "timeout": 3, "reconnect_timeout": 3}
# A command needs only one connection. Without a pool it ends at once, with the reason, if the database is unreachable.
if Path(sys.argv[0]).name == "manage.py" and not {"serve", "runserver"} & {*sys.argv[1:2]}:
    POOL = {}
POSTGRESQL = {
    # Connect to the primary of several servers, and notice a lost machine within ten seconds.
    "target_session_attrs": "read-write",
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    # The server must notice too, or rows locked by a lost machine would stay locked for hours.
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
if not DATABASE_URL:
    env.need_writable("DATA_DIR", DATA_DIR, DATA_DIR / "db.sqlite3", DATA_DIR / "db.lock")
else:  # imported only if needed, because it is slow to load
    from psycopg.conninfo import conninfo_to_dict

    address = conninfo_to_dict(DATABASE_URL)
    DATABASES["default"] = {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": address.pop("dbname"),
        "USER": address.pop("user", ""),
        "PASSWORD": address.pop("password", ""),
        "HOST": address.pop("host", ""),  # may be several, with commas
        "PORT": address.pop("port", ""),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**POSTGRESQL, "pool": POOL, **address},
    }
# Seconds between two beats on a socket. A page that misses three beats reconnects.
BEAT = env.seconds("BEAT", 10)
# Seconds for which a player must be away on their turn before the opponent may claim the game.
CLAIM_AFTER = env.seconds("CLAIM_AFTER", 40)
# Carries news between server processes; without it there may be only one process.
REDIS_URL = env.redis("REDIS_URL")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "games.play.news.pubsub.RedisLayer", "CONFIG": {"url": REDIS_URL}}
    if REDIS_URL
    else {"BACKEND": "games.play.news.MemoryLayer"}
}

# Shared by all processes (see games/site/limits.py); without Redis there is only one, so memory is enough.
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
    # Each process's own cache for `{% cache %}` in templates, for parts that are the same for every viewer.
    "template_fragments": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "template_fragments",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}
if REDIS_URL:
    from redis import ConnectionError
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    CACHES["default"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "tictactoe",
        # Requests go on without the cache, so its timeout is short. Only a lost connection is opened again at once.
        "OPTIONS": {
            "socket_timeout": 0.5,
            "socket_connect_timeout": 0.5,
            "socket_keepalive": True,
            "retry": Retry(NoBackoff(), 1, (ConnectionError,)),
            "pool_class": "tictactoe_site.redis_pool.SharedPool",
        },
    }
LIMITS = env.boolean("LIMITS", True)
# Whether to refuse new names that are rude or that the site uses itself.
NAME_CHECK = env.boolean("NAME_CHECK", True)

# Static files: hashed and compressed by collectstatic, except under DEBUG

STATIC_URL = "static/"
# Pages use only the hashed names.
SERVESTATIC_KEEP_ONLY_HASHED_FILES = True
SERVESTATIC_ALLOW_ALL_ORIGINS = False  # no other site needs these files
# Not by env.folder, which would make it unreadable for nginx.
STATIC_ROOT = Path(env.text("STATIC_ROOT", str(DATA_DIR / "static"))).expanduser().absolute()
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
# English first. The footer shows each language by its own name.
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
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")  # for the desk and the daily run; the database has UTC

# Sessions, and signing in as an administrator

SESSION_ENGINE = "games.site.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60  # long, because only the session identifies a guest
CSRF_COOKIE_HTTPONLY = True  # forms carry its value, so no script needs it
# The path of the admin; one other than the default keeps bots out of the log.
ADMIN_PATH = env.path("ADMIN_PATH", "admin/", taken=OWN_PATHS)
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
# A temporary lock-out after wrong passwords, stored in the database for all processes. By name and address together,
# because a whole school has one address, and a stranger must not lock out an administrator.
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "games.site.error_pages.locked_out"
AXES_CLIENT_IP_CALLABLE = "games.site.identity.address_of"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # a persistent bot must not make a row grow forever
AXES_SENSITIVE_PARAMETERS = ["username", "csrfmiddlewaretoken"]  # people sometimes type their password as the name
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
        # 'self' includes the socket: since CSP 3 it matches ws: and wss: of the same host and port.
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
# Deny everything: the site needs no camera, location or payment.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in (
        *("accelerometer", "browsing-topics", "camera", "display-capture", "encrypted-media", "geolocation"),
        *("gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment"),
        *("picture-in-picture", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
    )
}
CSRF_FAILURE_VIEW = "games.site.error_pages.csrf_failure"

# Whether to take the client's address from the last entry of X-Forwarded-For, which the proxy has written, instead of
# from the connection. Without a proxy, any client could forge it.
TRUST_FORWARDED_FOR = env.boolean("TRUST_FORWARDED_FOR", PUBLIC_URL.startswith("https:"))
if PUBLIC_URL.startswith("https:"):
    # The proxy must overwrite this header; deploy/README.md shows how.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    # Monitors request these from the process itself, without TLS.
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
    SECURE_SSL_HOST = urlsplit(PUBLIC_URL).netloc
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
# HSTS for subdomains and preloading affect other hosts, so the owner of the domain decides about them.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Access to /metrics: with the token, or directly from one of these networks; by default for nobody

METRICS_TOKEN = env.token("METRICS_TOKEN")
METRICS_ALLOW = env.networks("METRICS_ALLOW")

# One line per error, on stderr

LOG_FORMAT = env.choice("LOG_FORMAT", "line", "json")
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
        # Below ERROR this logger reports every 4xx response, which is the client's fault.
        "django.request": {"level": "WARNING" if DEBUG else "ERROR"},
        # Forms with too many fields or files are the client's fault too.
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "django.security.TooManyFilesSent": {"level": "CRITICAL"},
    },
}
if DEBUG:
    LOGGING["formatters"] = {LOG_FORMAT: {"format": "%(levelname)s %(name)s: %(message)s"}}
