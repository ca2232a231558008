#!/usr/bin/env python
"""Django's command line: `python manage.py help`."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db.utils import OperationalError

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        sys.exit(f"The database can't be used: {error}")
