from django.db import migrations


class Migration(migrations.Migration):
    """Remove the table of errors, which the log and /metrics count."""

    dependencies = [
        ('games', '0017_too_long'),
    ]

    operations = [
        migrations.DeleteModel('LoggedErrors'),
    ]
