"""The URL that moves a player to another device."""

from datetime import timedelta

from django.core import signing
from django.http import HttpRequest
from django.urls import reverse

from games.site.links import for_others
from games.site.models import Player

DEVICE_SALT = "device"
DEVICE_LINK_LASTS = timedelta(minutes=10)


def device_url(request: HttpRequest, player: Player) -> str:
    """Return a full URL that moves a player to another device, once and within DEVICE_LINK_LASTS. It contains
    `player.carried`, which increases when the link is used, so nothing needs to be stored."""
    token = signing.dumps([player.pk, player.carried], salt=DEVICE_SALT)
    return for_others(request, reverse("games:carry", args=[token]))


def read_device_token(token: str) -> tuple[int, int]:
    """Return the player's id and `carried`. Raises signing.BadSignature if the token is forged or too old."""
    player, carried = signing.loads(token, salt=DEVICE_SALT, max_age=DEVICE_LINK_LASTS)
    return player, carried
