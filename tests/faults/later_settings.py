"""Settings of a later release, which has one more migration."""

from tictactoe_site.settings import *  # noqa: F403

MIGRATION_MODULES = {"games": "tests.faults.later"}
