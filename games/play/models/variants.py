"""The model field for the key of a game, and the maximum length of a position."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.classic import CLASSIC

LONGEST_POSITION = 200  # characters of Position.text


def variant_field() -> "models.CharField[str, str]":
    """Return a column for the key of one of engine.variants.VARIANTS. The default is also set in the database, for
    processes of a release that had only the classic game."""
    return models.CharField(_("game"), max_length=20, default=CLASSIC.key, db_default=CLASSIC.key)
