"""The address that moves a player to another device."""

from datetime import timedelta

from django.core import signing
from django.http import HttpRequest
from django.urls import reverse

from games.site.links import for_others
from games.site.models import Player

DEVICE = "device"


DEVICE_LINK_LASTS = timedelta(minutes=10)


def device_url(request: HttpRequest, player: Player) -> str:
    """An address that moves a player to another device. It works once and for 10 minutes. It holds `player.carried`,
    which its use raises by one, so nothing is stored for it."""
    token = signing.dumps([player.pk, player.carried], salt=DEVICE)
    return for_others(request, reverse("games:carry", args=[token]))


def read_device_token(token: str) -> tuple[int, int]:
    """The player's number and `carried`. Raises signing.BadSignature if the token is forged or too old."""
    player, carried = signing.loads(token, salt=DEVICE, max_age=DEVICE_LINK_LASTS)
    return player, carried
