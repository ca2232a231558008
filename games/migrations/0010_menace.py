import django.db.models.deletion
import django.db.models.functions.comparison
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add matchbox machines and the games with them. Reversing it deletes both."""

    dependencies = [
        ('games', '0009_robots'),
    ]

    operations = [
        migrations.CreateModel(
            name='Menace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(default=0, verbose_name='version')),
                ('beads', models.TextField(default='{}', verbose_name='beads')),
                ('won', models.PositiveIntegerField(default=0, verbose_name='games won')),
                ('drawn', models.PositiveIntegerField(default=0, verbose_name='games drawn')),
                ('lost', models.PositiveIntegerField(default=0, verbose_name='games lost')),
                ('curve', models.JSONField(blank=True, default=list, verbose_name='curve')),
                ('generation', models.PositiveIntegerField(default=1, verbose_name='generation')),
                ('earlier_games', models.PositiveIntegerField(default=0, verbose_name='games of earlier generations')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='machines', to='games.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'machine of matchboxes',
                'verbose_name_plural': 'machines of matchboxes',
            },
        ),
        migrations.CreateModel(
            name='MenaceGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(default=0, verbose_name='version')),
                ('record', models.CharField(blank=True, max_length=9, verbose_name='moves')),
                ('number', models.PositiveIntegerField(blank=True, null=True, verbose_name='number of the game')),
                ('winner', models.CharField(blank=True, choices=[('X', 'X'), ('O', 'O')], max_length=1, verbose_name='winner')),
                ('boxes', models.JSONField(blank=True, default=list, verbose_name='boxes')),
                ('before', models.JSONField(blank=True, default=list, verbose_name='beads before')),
                ('teacher', models.CharField(blank=True, max_length=20, verbose_name='computer player')),
                ('results', models.JSONField(blank=True, default=list, verbose_name='results')),
                ('machine', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players_games', to='games.menace', verbose_name='machine of matchboxes')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games_with_machines', to='games.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'game with a machine',
                'verbose_name_plural': 'games with machines',
            },
        ),
        migrations.AddConstraint(
            model_name='menace',
            constraint=models.UniqueConstraint(django.db.models.functions.comparison.Coalesce('player', models.Value(0)), name='menace_one_per_player_and_house'),
        ),
        migrations.AddConstraint(
            model_name='menacegame',
            constraint=models.UniqueConstraint(fields=('machine', 'player'), name='menace_game_one_per_player'),
        ),
        migrations.AddConstraint(
            model_name='menacegame',
            constraint=models.CheckConstraint(condition=models.Q(('winner', ''), ('number__isnull', False), _connector='OR'), name='menace_game_winner_only_when_over'),
        ),
    ]
