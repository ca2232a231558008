import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import games.tournaments.models
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add tournaments, their entrants and matches, and the clocks of their games. Leaves existing games unchanged."""

    dependencies = [
        ('games', '0010_menace'),
    ]

    operations = [
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('standing', models.CharField(choices=[('present', 'here'), ('aside', 'set aside'), ('left', 'left'), ('removed', 'removed')], default='present', max_length=7, verbose_name='standing')),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='joined')),
                ('free_since', models.DateTimeField(default=django.utils.timezone.now, verbose_name='free since')),
                ('lapses', models.PositiveSmallIntegerField(default=0, verbose_name='times out of time in a row')),
            ],
            options={
                'verbose_name': 'entrant',
                'verbose_name_plural': 'entrants',
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('start', models.CharField(max_length=200, verbose_name='starting position')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='made')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.tournaments.models.new_entry, editable=False, max_length=5, unique=True, verbose_name='code')),
                ('key', models.CharField(default=games.tournaments.models.new_key, editable=False, max_length=24, unique=True, verbose_name='key of the host')),
                ('title', models.CharField(blank=True, max_length=80, verbose_name='title')),
                ('variant', models.CharField(db_default='classic', default='classic', max_length=20, verbose_name='game')),
                ('kind', models.CharField(choices=[('arena', 'everyone against someone, as often as possible'), ('round', 'everyone against everyone')], default='arena', max_length=5, verbose_name='kind')),
                ('starts', models.CharField(choices=[('empty', 'an empty board'), ('drawn', 'an exercise that is a draw')], default='empty', max_length=5, verbose_name='games start from')),
                ('seconds', models.PositiveSmallIntegerField(default=30, verbose_name='seconds for a move')),
                ('minutes', models.PositiveSmallIntegerField(default=20, verbose_name='minutes')),
                ('phase', models.CharField(choices=[('waiting', 'not started yet'), ('running', 'running'), ('paused', 'paused'), ('over', 'over')], default='waiting', max_length=7, verbose_name='phase')),
                ('version', models.PositiveIntegerField(default=0, verbose_name='version')),
                ('keep_names', models.BooleanField(default=False, verbose_name='names are kept')),
                ('drawn_in', models.CharField(blank=True, max_length=16, verbose_name='names are drawn in')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('ends_at', models.DateTimeField(blank=True, null=True, verbose_name='ends')),
                ('paused_at', models.DateTimeField(blank=True, null=True, verbose_name='paused')),
                ('over_at', models.DateTimeField(blank=True, null=True, verbose_name='over')),
                ('director', models.CharField(blank=True, editable=False, max_length=32, verbose_name='directing process')),
                ('directed_until', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='directed until')),
            ],
            options={
                'verbose_name': 'tournament',
                'verbose_name_plural': 'tournaments',
            },
        ),
        migrations.RemoveConstraint(
            model_name='game',
            name='game_line_and_resigning_have_a_winner',
        ),
        migrations.RemoveConstraint(
            model_name='game',
            name='game_winner_only_when_won',
        ),
        migrations.AddField(
            model_name='game',
            name='move_by',
            field=models.DateTimeField(blank=True, null=True, verbose_name='time for a move ends'),
        ),
        migrations.AddField(
            model_name='game',
            name='place',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='number in its match'),
        ),
        migrations.AlterField(
            model_name='game',
            name='ended',
            field=models.CharField(blank=True, choices=[('line', 'three in a row'), ('full', 'board full'), ('resigned', 'resigned'), ('repeated', 'the same position three times'), ('abandoned', 'abandoned'), ('time', 'time ran out')], max_length=9, verbose_name='how it ended'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to='games.player', verbose_name='player'),
        ),
        migrations.AddField(
            model_name='match',
            name='first',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='begun', to='games.entrant', verbose_name='begins the first game'),
        ),
        migrations.AddField(
            model_name='match',
            name='second',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='answered', to='games.entrant', verbose_name='begins the second game'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='match',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='playing', to='games.match', verbose_name='match'),
        ),
        migrations.AddField(
            model_name='game',
            name='match',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='games.match', verbose_name='match'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('move_by__isnull', False)), fields=['move_by'], name='game_clock'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended__in', ['line', 'resigned', 'time']), _negated=True), models.Q(('winner', ''), _negated=True), _connector='OR'), name='game_line_resigning_and_time_have_a_winner'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('winner', ''), ('ended__in', ['line', 'resigned', 'abandoned', 'time']), _connector='OR'), name='game_winner_only_when_won'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('match', None), ('place', None), _connector='XOR', _negated=True), name='game_of_a_match_has_a_place'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('place', None), ('place__in', [1, 2]), _connector='OR'), name='game_one_of_two_in_its_match'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('match', 'place'), name='game_one_per_place_in_its_match'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('move_by', None), ('match__isnull', False), _connector='OR'), name='game_clock_only_in_a_match'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(condition=models.Q(('phase', 'running')), fields=['id'], name='tournament_running'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('seconds__in', (15, 30, 60))), name='tournament_seconds_for_a_move'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('minutes__gte', 5), ('minutes__lte', 180)), name='tournament_minutes'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('started_at', None), ('ends_at', None), _connector='XOR', _negated=True), name='tournament_starts_and_ends'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('started_at__isnull', False), ('phase__in', ['waiting', 'over']), _connector='OR'), name='tournament_started_when_it_runs'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('phase', 'waiting'), _negated=True), ('started_at', None), _connector='OR'), name='tournament_waits_before_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('phase', 'paused'), ('paused_at', None), _connector='XOR'), name='tournament_paused_says_when'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('phase', 'over'), ('over_at', None), _connector='XOR'), name='tournament_over_says_when'),
        ),
        migrations.AddField(
            model_name='match',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='games.tournament', verbose_name='tournament'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='games.tournament', verbose_name='tournament'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='match_one_per_number'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('second', None), models.Q(('first', models.F('second')), _negated=True), _connector='OR'), name='match_of_two'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('first',), name='match_one_at_a_time_as_first'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('second',), name='match_one_at_a_time_as_second'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('tournament', 'player'), name='entrant_once_per_tournament'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(models.F('tournament'), django.db.models.functions.text.Lower('name'), condition=models.Q(('name', ''), _negated=True), name='entrant_name_once_per_tournament'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(('match', None), ('standing', 'present'), _connector='OR'), name='entrant_plays_only_when_here'),
        ),
    ]
