"""The settings of a site whose queries are counted."""

from tictactoe_site.settings import *  # noqa: F403
from tictactoe_site.settings import INSTALLED_APPS

INSTALLED_APPS += ["tests.bench.queries.Counting"]
