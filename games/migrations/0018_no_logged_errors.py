from django.db import migrations


class Migration(migrations.Migration):
    """Errors are counted by the log and by /metrics alone."""

    dependencies = [
        ('games', '0017_too_long'),
    ]

    operations = [
        migrations.DeleteModel('LoggedErrors'),
    ]
