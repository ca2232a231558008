"""The settings of the next version of the site, which has one migration more."""

from tictactoe_site.settings import *  # noqa: F403

MIGRATION_MODULES = {"games": "tests.faults.later"}
