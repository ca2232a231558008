"""Commands refuse to use the database of a newer release (tictactoe_site/schema.py)."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tictactoe_site.schema import unknown_migrations


@pytest.mark.django_db
@pytest.mark.parametrize("command", [["migrate"], ["serve"], ["serve", "--migrate"]], ids=" ".join)
def test_a_newer_database_is_refused_with_instructions_to_go_back(command):
    MigrationRecorder.Migration.objects.create(app="games", name="9999_ink")
    with pytest.raises(CommandError) as refused:
        call_command(*command)
    [(app, newest)] = MigrationLoader(None).graph.leaf_nodes("games")
    assert "A newer release has changed this database (games.9999_ink)" in str(refused.value)
    assert f"`manage.py migrate {app} {newest}` with the newer release" in str(refused.value)


@pytest.mark.django_db
def test_migrations_of_a_dropped_app_do_not_matter():
    assert unknown_migrations([("axes", "0001_initial")]) == []
