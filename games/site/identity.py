"""Find the Player of a request or a socket.

A seat belongs to a Player, only a session identifies a Player, and only a POST may create one. A new guest also has a
digest of the browser's CSRF secret, so that a double click creates one Player.
"""

import hashlib
import ipaddress
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest

from games.site import limits, services
from games.site.limits import Limit
from games.site.models import Player
from games.site.refusals import Blocked
from games.site.selectors import player_with

SESSION_KEY = "player"
SAFE_METHODS = ("GET", "HEAD")  # which change nothing


def player_of(request: HttpRequest) -> Player | None:
    """Return the Player of a request, or None for someone new. A safe request reads the Player only once."""
    if request.method not in SAFE_METHODS:
        return player_of_session(request.session)
    # Keyed by player id, because the session may switch to another player during a request.
    read: dict[object, Player | None] = vars(request).setdefault("players_read", {})
    pk = request.session.get(SESSION_KEY)
    if pk not in read:
        read[pk] = player_of_session(request.session)
    return read[pk]


def player_of_session(session: SessionBase) -> Player | None:
    """Return the Player of a session, or None. Creates nothing."""
    number = session.get(SESSION_KEY)
    return None if number is None else player_with(number)


@contextmanager
def player_for_post(
    request: HttpRequest, limit: Limit | None = None, *, many: int = 1, welcome: bool = False, entering: str = ""
) -> Iterator[Player]:
    """Yield the session's Player, or a new guest, remembered for a year. If the block raises, no guest remains.

    Counts the POST towards the player's `limit`, and `many` towards that of their address. Counts a new guest towards
    the limit of their address, or of the tournament with the code `entering`, unless someone waits for them
    (`welcome`). Raises TooMany beyond a limit, Blocked for a blocked player.
    """
    known, address = player_of(request), address_of(request)
    if known and known.blocked:
        raise Blocked
    if known is None and not welcome:
        limits.take_guest(address, entering=entering)
    if limit:
        pk = known.pk if known else None
        limits.take_with_address(limit, pk, address=address, newcomer=is_newcomer(known), many=many)
    with transaction.atomic():
        player = known or services.create_guest(made_by=_csrf_digest(request))
        if known:
            services.note_seen([known.pk])
        yield player
    remember(request, player)


def remember(request: HttpRequest, player: Player) -> None:
    """Bind this browser's session to the player."""
    if request.session.get(SESSION_KEY) != player.pk:
        request.session[SESSION_KEY] = player.pk


def leave(request: HttpRequest) -> None:
    """Remove the player from this browser's session. An administrator stays signed in."""
    request.session.pop(SESSION_KEY, None)
    if request.session.keys():
        request.session.cycle_key()
    else:
        request.session.flush()


def is_newcomer(player: Player | None) -> bool:
    """Return whether someone has no Player yet, or was first seen less than a day ago."""
    return player is None or player.is_new


def address_of(request: HttpRequest) -> str:
    """Return the address for rate limits, "" if there is none: behind a proxy the last entry of X-Forwarded-For, which
    the proxy has added; for IPv6 the /64 network, because one person controls all of it."""
    return _address(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR"))


def address_of_scope(scope: Mapping[str, Any]) -> str:
    """Return the same as `address_of`, for a websocket."""
    forwarded = dict(scope["headers"]).get(b"x-forwarded-for")  # the last line, which the proxy wrote
    return _address((scope.get("client") or [""])[0], None if forwarded is None else forwarded.decode("latin-1"))


def _address(written: str, forwarded: str | None) -> str:
    if settings.TRUST_FORWARDED_FOR and forwarded is not None:
        written = forwarded.rpartition(",")[2].strip()
    try:
        address = ipaddress.ip_address(written)
    except ValueError:
        return ""
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), 64), strict=False).network_address)


def _csrf_digest(request: HttpRequest) -> str | None:
    """Return a digest of the browser's CSRF secret, which both requests of a double click have in common."""
    secret = request.META.get("CSRF_COOKIE")
    return hashlib.sha256(secret.encode()).hexdigest() if secret else None
