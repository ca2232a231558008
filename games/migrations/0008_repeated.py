from django.db import migrations, models


class Migration(migrations.Migration):
    """Add an ending: the same position has occurred three times. Changes no table."""

    dependencies = [
        ('games', '0007_variants'),
    ]

    operations = [
        migrations.AlterField(
            'game',
            'ended',
            models.CharField(
                blank=True,
                choices=[
                    ('line', 'three in a row'),
                    ('full', 'board full'),
                    ('resigned', 'resigned'),
                    ('repeated', 'the same position three times'),
                    ('abandoned', 'abandoned'),
                ],
                max_length=9,
                verbose_name='how it ended',
            ),
        ),
    ]
