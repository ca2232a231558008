from django.db import migrations, models


def first_try_streaks(apps, schema_editor):
    """Compute `first_try_streak` of existing rows."""
    daily, count = apps.get_model("games", "Daily"), 0
    for row in daily.objects.filter(streak__gt=0).order_by("player", "day").iterator():
        count = 0 if row.wrong else 1 if row.streak == 1 else count + 1
        daily.objects.filter(pk=row.pk).update(first_try_streak=count)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0027_rungs'),
    ]

    operations = [
        migrations.AddField(
            model_name='daily',
            name='first_try_streak',
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name='days in a row on the first try'),
        ),
        migrations.AddField(
            model_name='daily',
            name='first_wrong',
            field=models.CharField(blank=True, db_default='', default='', max_length=8, verbose_name='first wrong move'),
        ),
        migrations.AddIndex(
            model_name='daily',
            index=models.Index(fields=['day', 'first_wrong'], name='daily_wrong_moves'),
        ),
        migrations.RunPython(first_try_streaks, migrations.RunPython.noop),
    ]
