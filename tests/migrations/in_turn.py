"""Run scripts and commands of a checkout in one process, because starting Django takes longer than most of them.

Run it in that checkout: python in_turn.py "migrate --verbosity 0" "tests/bench/make_games.py 5"
"""

import os
import runpy
import shlex
import sys
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")

import django

django.setup()

from django.core.management import execute_from_command_line  # noqa: E402

for command in sys.argv[1:]:
    first, *arguments = shlex.split(command)
    sys.argv = [first, *arguments]
    if first.endswith(".py"):
        runpy.run_path(first, run_name="__main__")
    else:
        execute_from_command_line(["manage.py", first, *arguments])
