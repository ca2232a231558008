#!/usr/bin/env python
"""Django's command line: `python manage.py help`."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db.utils import DatabaseError, Error, InterfaceError, OperationalError

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except Error as error:
        if type(error) not in (DatabaseError, InterfaceError, OperationalError):
            raise  # the code's fault, not the database's
        sentence = str(error).partition("\n")[0]  # PostgreSQL adds guesses on further lines
        sys.exit(f"The database can't be used: {sentence}")
