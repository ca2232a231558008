from pathlib import Path

from django.db import migrations, models

import games.migrations

NEWEST = max(path.stem for path in Path(games.migrations.__file__).parent.glob("[0-9]*.py"))


class Migration(migrations.Migration):
    dependencies = [("games", NEWEST)]
    operations = [
        # With a database default, because the running server creates games without the column.
        migrations.AddField("game", "mood", models.CharField(max_length=9, db_default="calm"))
    ]
