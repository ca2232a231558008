"""The site's own settings, isolated from the developer's environment and data."""

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
    "HEALTHCHECK_PING_URL",
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
    "TIME_ZONE",
    "TRUST_FORWARDED_FOR",
):
    os.environ.pop(name, None)
# To test on PostgreSQL: TEST_DATABASE_URL=postgres://… make test
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "")
# Tests that need the daily run switch it on.
os.environ["DAILY_RUN"] = "false"
# A separate folder for each run, so that concurrent runs and servers do not collide.
os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="tictactoe-tests-")
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)

from tictactoe_site.settings import *  # noqa: E402, F403
from tictactoe_site.settings import DATA_DIR, DATABASES, MIDDLEWARE, STORAGES  # noqa: E402

# A file, because in-memory SQLite locks differently.
if not os.environ["DATABASE_URL"]:
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
# Static files keep their names, so tests need no collectstatic.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

# Longer than any test waits, so that tests wait for news itself, not for a beat.
BEAT = 1_000
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MIDDLEWARE.append("tests.support.tidy.tidy_pages")
