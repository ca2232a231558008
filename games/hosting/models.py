"""The daily run's lease and last success, and the time of the last tidying."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class DailyRun(models.Model):
    """The daily run of backup and tidy: one row for all processes. A process that runs it holds the lease."""

    leased_until = models.DateTimeField(_("lease ends"), null=True)
    succeeded_at = models.DateTimeField(_("last success"), null=True)
    # Includes tidying by hand.
    tidied_at = models.DateTimeField(_("last tidied"), null=True)

    class Meta:
        verbose_name = _("daily run")
        verbose_name_plural = _("daily runs")

    def __str__(self) -> str:
        return str(self.pk)
