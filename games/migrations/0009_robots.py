from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Store the names of robots. Reversing it deletes the names."""

    dependencies = [
        ('games', '0008_repeated'),
    ]

    operations = [
        migrations.AddField(
            'seat',
            'name',
            models.CharField(blank=True, db_default='', max_length=80, verbose_name='name of a robot'),
        ),
        migrations.AddConstraint(
            'seat',
            models.CheckConstraint(
                condition=Q(name='') | Q(player__isnull=True), name='seat_name_is_not_a_persons'
            ),
        ),
    ]
