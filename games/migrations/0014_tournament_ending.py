from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Store the endings of tournaments. After the upgrade a director adds those of finished tournaments."""

    dependencies = [
        ('games', '0013_longer_entry_codes'),
    ]

    operations = [
        migrations.AddField(
            'tournament',
            'ending',
            models.JSONField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            'tournament',
            models.Index(
                condition=Q(ending__isnull=True, phase='over'), fields=['over_at'], name='tournament_without_ending'
            ),
        ),
    ]
