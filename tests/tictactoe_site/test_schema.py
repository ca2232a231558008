"""Detecting the database of a newer release."""

import pytest

from tictactoe_site.schema import refuse_newer_database, unknown_migrations

pytestmark = pytest.mark.django_db


def test_a_database_of_this_release_is_accepted():
    refuse_newer_database()


def test_migrations_of_a_dropped_app_do_not_matter():
    assert unknown_migrations([("axes", "0001_initial")]) == []
