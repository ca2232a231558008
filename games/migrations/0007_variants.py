from django.db import migrations, models
from django.db.models import Q


def variant():
    return models.CharField(db_default='classic', default='classic', max_length=20, verbose_name='game')


class Migration(migrations.Migration):
    """Store the variant of each row, and the positions and moves of all variants.

    Reversible while every stored game is a classic one.
    """

    dependencies = [
        ('games', '0006_daily'),
    ]

    operations = [
        migrations.AddField('game', 'variant', variant()),
        migrations.AlterField(
            'game', 'start', models.CharField(default='_________', max_length=200, verbose_name='starting position')
        ),
        migrations.AlterField('game', 'record', models.TextField(blank=True, verbose_name='moves')),
        migrations.AddField('series', 'variant', variant()),
        # In some variants a square can be marked again, and a game can have any number of moves.
        migrations.RemoveConstraint('move', 'move_one_per_cell'),
        migrations.RemoveConstraint('move', 'move_ply_1_to_9'),
        migrations.RemoveConstraint('move', 'move_cell_0_to_8'),
        migrations.AlterField('move', 'cell', models.PositiveSmallIntegerField(db_column='cell', verbose_name='cell')),
        migrations.RenameField('move', 'cell', 'text'),
        migrations.AlterField('move', 'text', models.CharField(db_column='cell', max_length=8, verbose_name='move')),
        migrations.AddConstraint(
            'move', models.CheckConstraint(condition=Q(ply__gte=1), name='move_ply_from_1')
        ),
        migrations.RemoveConstraint('practice', 'practice_once_per_exercise'),
        migrations.AddField('practice', 'variant', variant()),
        migrations.AlterField('practice', 'cells', models.CharField(max_length=200, verbose_name='position')),
        migrations.AddConstraint(
            'practice',
            models.UniqueConstraint(fields=['player', 'variant', 'cells'], name='practice_once_per_exercise'),
        ),
        migrations.RemoveConstraint('daily', 'daily_once_per_day'),
        migrations.AddField('daily', 'variant', variant()),
        migrations.AddConstraint(
            'daily', models.UniqueConstraint(fields=['player', 'variant', 'day'], name='daily_once_per_day')
        ),
    ]
