"""The loaded site, with functions for beside.py, which forks processes from one that has loaded this."""

import os
import sys
from tempfile import TemporaryDirectory

import django
from django.conf import empty, settings
from django.db import connections

with TemporaryDirectory() as nobodys:
    os.environ.update({"DJANGO_SETTINGS_MODULE": "tictactoe_site.settings", "DATA_DIR": nobodys})
    django.setup()

from tests.bench.make_games import make_games  # noqa: F401
from tests.faults.stored import games, long_tournament, tournament  # noqa: F401


def read_settings_anew() -> None:
    """Reread the settings from the current environment, before any use of the database."""
    for module in {"tictactoe_site.settings", os.environ["DJANGO_SETTINGS_MODULE"]}:
        sys.modules.pop(module, None)
    settings._wrapped = empty
    vars(connections).clear()
    connections.__init__()
