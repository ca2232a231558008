"""The site's own settings, isolated from the developer's environment and data."""

import atexit
import os
import shutil
import tempfile

from tests.support.server import OURS

for name in (*OURS, "PORT"):
    os.environ.pop(name, None)
# To test with PostgreSQL: TEST_DATABASE_URL=postgres://… make test
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "")
# Tests that need the daily run switch it on.
os.environ["DAILY_RUN"] = "false"
# Each run has its own folder, so that concurrent runs and servers do not collide.
os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="tictactoe-tests-")
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)

from tictactoe_site.settings import *  # noqa: E402, F403
from tictactoe_site.settings import DATA_DIR, DATABASES, MIDDLEWARE, STORAGES  # noqa: E402

# SQLite locks differently in memory.
if not os.environ["DATABASE_URL"]:
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
# Static files keep their names, so that tests need no collectstatic.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

# Longer than any test waits, so that no beat hides lost news.
BEAT = 1_000
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MIDDLEWARE.append("tests.support.tidy.tidy_pages")
