from django.db import migrations, models


class Migration(migrations.Migration):
    """Add an ending: a game with the maximum number of moves is a draw. Changes no table."""

    dependencies = [
        ('games', '0016_here_and_closed'),
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
                    ('time', 'time ran out'),
                    ('too long', 'too many moves'),
                ],
                max_length=9,
                verbose_name='how it ended',
            ),
        ),
    ]
