"""The settings of the site's next version, which has one more migration."""

from tictactoe_site.settings import *  # noqa: F403

MIGRATION_MODULES = {"games": "tests.faults.later"}
