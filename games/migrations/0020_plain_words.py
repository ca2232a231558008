
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_won_without_a_line'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='daily',
            options={'verbose_name': 'daily puzzle', 'verbose_name_plural': 'daily puzzles'},
        ),
        migrations.AlterModelOptions(
            name='menace',
            options={'verbose_name': 'matchbox machine', 'verbose_name_plural': 'matchbox machines'},
        ),
        migrations.AlterField(
            model_name='entrant',
            name='lapses',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='timeouts in a row'),
        ),
        migrations.AlterField(
            model_name='entrant',
            name='standing',
            field=models.CharField(choices=[('present', 'here'), ('aside', 'on a break'), ('left', 'left'), ('removed', 'removed')], default='present', max_length=7, verbose_name='status'),
        ),
        migrations.AlterField(
            model_name='match',
            name='first',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='begun', to='games.entrant', verbose_name='starts the first game'),
        ),
        migrations.AlterField(
            model_name='match',
            name='second',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='answered', to='games.entrant', verbose_name='starts the second game'),
        ),
        migrations.AlterField(
            model_name='menacegame',
            name='machine',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players_games', to='games.menace', verbose_name='matchbox machine'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='kind',
            field=models.CharField(choices=[('arena', 'arena: as many games as possible'), ('round', 'round robin')], default='arena', max_length=5, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='starts',
            field=models.CharField(choices=[('empty', 'an empty board'), ('drawn', 'a position that is a draw')], default='empty', max_length=5, verbose_name='games start from'),
        ),
        migrations.AlterField(
            model_name='game',
            name='ended',
            field=models.CharField(blank=True, choices=[('line', 'three in a row'), ('full', 'board full'), ('resigned', 'given up'), ('repeated', 'the same position three times'), ('abandoned', 'abandoned'), ('time', 'time ran out'), ('too long', 'too many moves')], max_length=9, verbose_name='how it ended'),
        ),
        migrations.AlterField(
            model_name='game',
            name='offered_by',
            field=models.CharField(blank=True, choices=[('X', 'X'), ('O', 'O')], max_length=1, verbose_name='open offer by'),
        ),
        migrations.AlterField(
            model_name='game',
            name='turned_at',
            field=models.DateTimeField(default=django.utils.timezone.now, verbose_name='last change of turn'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='drawn_in',
            field=models.CharField(blank=True, max_length=16, verbose_name='language of random names'),
        ),
    ]
