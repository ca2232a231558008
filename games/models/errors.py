"""Errors that were logged, for who looks after the site."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LOGGER_STORED = 80  # characters of its name


class LoggedErrors(models.Model):
    """How many errors all processes together logged in an hour, by logger. What they were is in the log alone."""

    hour = models.DateTimeField(_("hour"))
    logger = models.CharField(_("logger"), max_length=LOGGER_STORED)
    count = models.PositiveIntegerField(pgettext_lazy("of errors", "number"), default=0)

    class Meta:
        verbose_name = _("errors of an hour")
        verbose_name_plural = _("errors of an hour")
        constraints = [models.UniqueConstraint(fields=["hour", "logger"], name="errors_one_row_per_hour_and_logger")]

    def __str__(self) -> str:
        return f"{self.hour} {self.logger}"
