import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_tournament_ending'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='replaced_by',
            field=models.OneToOneField(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name='replaces',
                to='games.player',
                verbose_name='replaced by',
            ),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['offered_by'], name='game_offered_by'),
        ),
    ]
