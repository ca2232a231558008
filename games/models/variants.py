"""Which game it is."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.classic import CLASSIC


def variant_field() -> "models.CharField[str, str]":
    """The key of one of engine.variants.VARIANTS. Its default stands in the database too, for a process of a release
    that knew only one."""
    return models.CharField(_("game"), max_length=20, default=CLASSIC.key, db_default=CLASSIC.key)
