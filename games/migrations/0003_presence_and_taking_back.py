import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def turn_of_old_games(apps, schema_editor):
    """Set `turned_at` of existing games to their last change, because the turn did not change later."""
    apps.get_model("games", "Game").objects.update(turned_at=models.F("changed_at"))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_series'),
    ]

    operations = [
        migrations.RenameField('game', 'rematch_asked_by', 'offered_by'),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('visit_at', models.DateTimeField(verbose_name='here since')),
                ('left_at', models.DateTimeField(blank=True, null=True, verbose_name='left')),
            ],
            options={
                'verbose_name': 'attendance',
                'verbose_name_plural': 'attendances',
            },
        ),
        migrations.CreateModel(
            name='Audience',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('count', models.PositiveIntegerField(verbose_name='spectators')),
            ],
            options={
                'verbose_name': 'audience',
                'verbose_name_plural': 'audiences',
            },
        ),
        migrations.CreateModel(
            name='Process',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('started_at', models.DateTimeField(auto_now_add=True, verbose_name='started')),
                ('renewed_at', models.DateTimeField(auto_now_add=True, verbose_name='lease renewed')),
            ],
            options={
                'verbose_name': 'server process',
                'verbose_name_plural': 'server processes',
            },
        ),
        migrations.AlterModelOptions(
            name='move',
            options={'ordering': ['pk'], 'verbose_name': 'move', 'verbose_name_plural': 'moves'},
        ),
        migrations.RemoveConstraint(
            model_name='move',
            name='move_one_per_ply',
        ),
        migrations.RemoveConstraint(
            model_name='move',
            name='move_one_per_cell',
        ),
        migrations.AddField(
            model_name='game',
            name='put_away',
            field=models.BooleanField(default=False, verbose_name='put away'),
        ),
        migrations.AddField(
            model_name='game',
            name='turned_at',
            field=models.DateTimeField(default=django.utils.timezone.now, verbose_name='last change of the turn'),
        ),
        migrations.AddField(
            model_name='move',
            name='taken_back_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='taken back at'),
        ),
        migrations.AddField(
            model_name='player',
            name='carried',
            field=models.PositiveIntegerField(default=0, verbose_name='times carried to another device'),
        ),
        migrations.AddField(
            model_name='player',
            name='made_by',
            field=models.CharField(blank=True, editable=False, max_length=64, null=True, unique=True, verbose_name='made by'),
        ),
        migrations.AlterField(
            model_name='game',
            name='offered_by',
            field=models.CharField(blank=True, choices=[('X', 'X'), ('O', 'O')], max_length=1, verbose_name='offer open of'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(condition=models.Q(('taken_back_at', None)), fields=('game', 'ply'), name='move_one_per_ply'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(condition=models.Q(('taken_back_at', None)), fields=('game', 'cell'), name='move_one_per_cell'),
        ),
        migrations.AddField(
            model_name='attendance',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='games.game', verbose_name='game'),
        ),
        migrations.AddField(
            model_name='attendance',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='games.player', verbose_name='player'),
        ),
        migrations.AddField(
            model_name='audience',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='games.game', verbose_name='game'),
        ),
        migrations.AddField(
            model_name='audience',
            name='process',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='games.process', verbose_name='server process'),
        ),
        migrations.AddField(
            model_name='attendance',
            name='process',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='games.process', verbose_name='server process'),
        ),
        migrations.AddConstraint(
            model_name='audience',
            constraint=models.UniqueConstraint(fields=('process', 'game'), name='audience_one_per_process'),
        ),
        migrations.AddConstraint(
            model_name='attendance',
            constraint=models.UniqueConstraint(fields=('process', 'game', 'player'), name='attendance_one_per_process'),
        ),
        migrations.RunPython(turn_of_old_games, migrations.RunPython.noop),
    ]
