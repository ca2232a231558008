"""The settings of a site each of whose processes believes to hold the lease of every tournament."""

from tictactoe_site.settings import *  # noqa: F403
from tictactoe_site.settings import INSTALLED_APPS

INSTALLED_APPS += ["tests.faults.obstinate.Obstinate"]
