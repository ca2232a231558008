"""The settings of a site whose processes receive each other's messages late, twice or never; SHAKEN is the seed."""

from tictactoe_site.settings import *  # noqa: F403
from tictactoe_site.settings import INSTALLED_APPS

INSTALLED_APPS += ["tests.faults.shaking.Shaking"]
