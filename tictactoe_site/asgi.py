"""The application of a server: pages by Django, sockets by Channels. Any ASGI server can run it.

Servers started by their own command run no system checks, so the checks that must prevent a start are here.
"""

import gc
import os
from typing import Any

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
django.setup(set_prefix=False)  # loads the apps, which the imports below need

from django.conf import settings  # noqa: E402

from games.engine.policies import choose  # noqa: E402
from games.engine.variants import VARIANTS  # noqa: E402
from games.features import begin, parts  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402
from games.site.sessions import with_session  # noqa: E402
from tictactoe_site import lock  # noqa: E402
from tictactoe_site.origin import SameOriginOnly, not_here  # noqa: E402
from tictactoe_site.requests import Handler, Requests  # noqa: E402
from tictactoe_site.static import with_static_files  # noqa: E402

# Otherwise a move made in one process would never reach the sockets of another.
alone = not settings.REDIS_URL
if not settings.DATABASE_URL:
    lock.take(settings.DATA_DIR / "db.lock", alone=alone)  # also tells `manage.py restore` that the site is running
elif alone:
    lock.take_database(settings.DATABASE_URL)

for variant in VARIANTS.values():
    for opponent in variant.opponents.values():
        choose(opponent, variant.start)  # solves the game now instead of during the first move

parts()  # imports the features' parts now instead of during the first request
gc.freeze()  # as in games/apps.py, with everything that a server has loaded since

connections = ProtocolTypeRouter(
    {
        "http": with_static_files(Requests(Handler())),
        "websocket": SameOriginOnly(with_session(URLRouter([*websocket_urlpatterns, re_path("", not_here)]))),
    }
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve a request or a socket. Also start the features' background work, if it is not running yet: as soon as the
    server has started if it says so, as uvicorn does."""
    begin()
    if scope["type"] == "lifespan":
        for event in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{event}.complete"})
    else:
        await connections(scope, receive, send)
