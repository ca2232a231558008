"""Fill a database with many finished games, with the code of the checkout of any release.

python many_games.py 1000, in that checkout and in the environment of its database.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")

import django

django.setup()

from games import services  # noqa: E402
from games.models import Player  # noqa: E402

AT_ONCE = 100  # games per series, the quickest way to create many

host = Player.objects.create(name="Host")
for _series in range(int(sys.argv[1]) // AT_ONCE):
    services.start_series(player=host, x="easy", o="medium", count=AT_ONCE)
