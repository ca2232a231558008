"""Makes games in play between two people who each have a session: a line of JSON for each.

Run in the environment of the server under test: python tests/bench/make_games.py 64 [--finished] [--all-games]
"""

import json
import os
import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import transaction  # noqa: E402

from games import identity, services  # noqa: E402
from games.engine.classic import CLASSIC  # noqa: E402
from games.engine.position import Mark  # noqa: E402
from games.engine.variants import VARIANTS  # noqa: E402
from games.models import Player  # noqa: E402

Session = import_module(settings.SESSION_ENGINE).SessionStore


def cookie_of(player: Player) -> str:
    session = Session()
    session[identity.SESSION_KEY] = player.pk
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


games = list(VARIANTS.values()) if "--all-games" in sys.argv else [CLASSIC]
for number in range(int(sys.argv[1])):
    with transaction.atomic():  # one for each game: a server at work on the same data gets its turn
        x, o = (Player.objects.create(name=f"{mark} {number}") for mark in "XO")
        variant = games[number % len(games)]
        code = services.invite(player=x, side=Mark.X, variant=variant).code
        services.join(code=code, player=o)
        if "--finished" in sys.argv:
            services.resign(code=code, player=o)
        cookies = [cookie_of(x), cookie_of(o)]
    print(json.dumps({"code": code, "cookies": cookies, **({"game": variant.key} if len(games) > 1 else {})}))
