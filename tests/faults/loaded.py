"""Load the site's code. calls.py forks processes from one that has done so, and calls the functions imported here."""

import os
import sys
from tempfile import TemporaryDirectory

import django
from django.conf import empty, settings
from django.db import connections

with TemporaryDirectory() as empty_folder:
    os.environ.update({"DJANGO_SETTINGS_MODULE": "tictactoe_site.settings", "DATA_DIR": empty_folder})
    django.setup()

from tests.bench.make_games import make_games  # noqa: F401
from tests.faults.stored import games, long_tournament, tournament  # noqa: F401


def read_settings_anew() -> None:
    """Read the settings again from the current environment, before any use of the database."""
    for module in {"tictactoe_site.settings", os.environ["DJANGO_SETTINGS_MODULE"]}:
        sys.modules.pop(module, None)
    settings._wrapped = empty
    vars(connections).clear()
    connections.__init__()
