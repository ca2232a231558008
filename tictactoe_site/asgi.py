"""The ASGI application, with the checks that must prevent a start, because some servers run no system checks."""

import gc
import os
from typing import Any

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
django.setup(set_prefix=False)  # the imports below need the apps

from django.conf import settings  # noqa: E402

from games.engine.policies import choose  # noqa: E402
from games.engine.variants import VARIANTS  # noqa: E402
from games.features import begin, parts  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402
from games.site.sessions import with_session  # noqa: E402
from tictactoe_site import lock  # noqa: E402
from tictactoe_site.origin import SameOriginOnly, refuse  # noqa: E402
from tictactoe_site.requests import Handler, Requests  # noqa: E402
from tictactoe_site.static import with_static_files  # noqa: E402

# Without Redis, a move in one process would never reach the sockets of another.
alone = not settings.REDIS_URL
if not settings.DATABASE_URL:
    lock.take(settings.DATA_DIR / "db.lock", alone=alone)  # `manage.py restore` also checks this lock
elif alone:
    lock.take_database(settings.DATABASE_URL)

for variant in VARIANTS.values():
    for opponent in variant.opponents.values():
        choose(opponent, variant.start)  # solve the game now instead of during the first move

parts()  # import the features' parts now instead of during the first request
gc.freeze()  # again, after games/apps.py, with everything loaded since

connections = ProtocolTypeRouter(
    {
        "http": with_static_files(Requests(Handler())),
        "websocket": SameOriginOnly(with_session(URLRouter([*websocket_urlpatterns, re_path("", refuse)]))),
    }
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve a request or a socket, and start the features' background work unless it is running. Uvicorn's lifespan
    starts it with the server."""
    begin()
    if scope["type"] == "lifespan":
        for event in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{event}.complete"})
    else:
        await connections(scope, receive, send)
