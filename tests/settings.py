"""The site's own settings, away from the developer's environment and data."""

import atexit
import os
import shutil
import tempfile

for name in (
    "ADMIN_PATH",
    "ALLOWED_HOSTS",
    "BACKUP_DIR",
    "BEAT",
    "CLAIM_AFTER",
    "DATABASE_URL",
    "DEBUG",
    "HOST",
    "LIMITS",
    "LOG_FORMAT",
    "METRICS_ALLOW",
    "METRICS_TOKEN",
    "NAME_CHECK",
    "PORT",
    "PUBLIC_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "TRUST_FORWARDED_FOR",
):
    os.environ.pop(name, None)
# The same tests on PostgreSQL: TEST_DATABASE_URL=postgres://… make test
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "")
# A folder for each run, so that runs at the same time, and a server at work in this tree, don't meet.
os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="tictactoe-tests-")
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)

from tictactoe_site.settings import *  # noqa: E402, F403
from tictactoe_site.settings import DATA_DIR, DATABASES, MIDDLEWARE, STORAGES  # noqa: E402

# A file, because SQLite in memory locks in another way.
if not os.environ["DATABASE_URL"]:
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
# Static files are called as they lie in the tree: a test needs no collectstatic and no manifest.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

# Longer than anybody waits: tests wait for news that come by themselves, and not by a heartbeat.
BEAT = 1_000
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MIDDLEWARE.append("tests.support.tidy.tidy_pages")
