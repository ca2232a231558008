"""Create games between two people with sessions, and print a line of JSON for each.

Run in the environment of the server under test: python tests/bench/make_games.py 64 [--finished]
With `0 --tournament`, create a tournament that is paused after five rounds, and a session of one of its entrants.
"""

import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.engine.classic import CLASSIC  # noqa: E402
from games.engine.position import Mark  # noqa: E402
from games.engine.variants import VARIANTS  # noqa: E402
from games.play import services  # noqa: E402
from games.play.models import Game  # noqa: E402
from games.site import identity  # noqa: E402
from games.site.models import Player  # noqa: E402
from games.tournaments.selectors.tournaments import BREATHER  # noqa: E402
from games.tournaments.services import directing, tournaments  # noqa: E402

Session = import_module(settings.SESSION_ENGINE).SessionStore
PEOPLE, ROUNDS = 40, 5


def cookie_of(player: Player) -> str:
    session = Session()
    session[identity.SESSION_KEY] = player.pk
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


@transaction.atomic  # so that the server's director does not interfere
def make_tournament() -> dict[str, str]:
    """Create a tournament, and return its code and the cookie of an entrant."""
    made = tournaments.create(title="Bench")
    for number in range(PEOPLE):
        tournaments.join(code=made.code, player=Player.objects.create(name=f"P {number}"), name=f"P {number}")
    tournaments.start(key=made.key)
    entrants = list(made.entrants.order_by("pk").values_list("pk", flat=True))
    for turn in range(ROUNDS):
        pairs = [(entrants[place], entrants[-1 - (place + turn) % (PEOPLE // 2)]) for place in range(PEOPLE // 2)]
        directing.pair(tournament=made.pk, pairs=pairs, at=timezone.now())
        for _game in range(2):
            for game in Game.objects.filter(match__tournament=made, finished_at=None):
                services.resign(code=game.code, player=game.seats.first().player)
            directing.settle(tournament=made.pk, at=timezone.now() + BREATHER)
    tournaments.pause(key=made.key)
    return {"code": made.code, "cookie": cookie_of(made.entrants.first().player)}


def make_games(count: int, variants: Sequence[str], *, finished: bool = False) -> list[dict]:
    """Create games of the variants with these keys, in rotation; return the code, cookies and variant of each."""
    made = []
    for number in range(count):
        with transaction.atomic():  # a short one, so that the server can write too
            x, o = (Player.objects.create(name=f"{mark} {number}") for mark in "XO")
            variant = VARIANTS[variants[number % len(variants)]]
            code = services.invite(player=x, side=Mark.X, variant=variant).code
            services.join(code=code, player=o)
            if finished:
                services.resign(code=code, player=o)
            made.append({"code": code, "cookies": [cookie_of(x), cookie_of(o)], "game": variant.key})
    return made


if __name__ == "__main__":
    made = make_games(int(sys.argv[1]), [CLASSIC.key], finished="--finished" in sys.argv)
    if "--tournament" in sys.argv:
        made.append(make_tournament())
    for one in made:
        print(json.dumps(one))
