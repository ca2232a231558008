"""Continuing as the same player on another device."""

from datetime import timedelta

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from games.play.selectors.games import games_of
from games.play.words import refusals
from games.site import identity, services
from games.site.error_pages import error, read_only
from games.site.links import for_others, qr_code
from games.site.models import Player
from games.site.refusals import Reason, Refused

DEVICE_SALT = "device"
DEVICE_LINK_LASTS = timedelta(minutes=10)


def device_url(request: HttpRequest, player: Player) -> str:
    """Return a full URL that moves a player to another device, once and within DEVICE_LINK_LASTS. It contains
    `player.carried`, which increases when the link is used, so nothing needs to be stored."""
    token = signing.dumps([player.pk, player.carried], salt=DEVICE_SALT)
    return for_others(request, reverse("games:carry", args=[token]))


@read_only
@never_cache
def device(request: HttpRequest) -> HttpResponse:
    """Show the link for the other device, as text and as a QR code."""
    player = identity.player_of(request)
    url = device_url(request, player) if player else ""
    return render(request, "home/device.html", {"url": url, "qr_code": qr_code(url) if url else ""})


@never_cache
def carry(request: HttpRequest, token: str) -> HttpResponse:
    """Ask before moving the player, because chat programs open links too. Only the button uses the link up."""
    try:
        number, carried = signing.loads(token, salt=DEVICE_SALT, max_age=DEVICE_LINK_LASTS)
    except signing.BadSignature:  # forged, or too old
        return error(request, 410, refusals.in_words(Refused(Reason.LINK_OVER)))
    if not Player.objects.filter(pk=number, carried=carried).exists():
        return error(request, 410, refusals.in_words(Refused(Reason.LINK_OVER)))
    here = identity.player_of(request)
    if here is not None and here.pk == number:
        return redirect("games:your_games")
    if request.method != "POST":
        return render(
            request, "home/carry.html", {"has_games": here is not None and games_of(here).exists(), "here": "/"}
        )
    try:
        player = services.carry_over(player=number, carried=carried)
    except Refused as refused:
        return error(request, 410, refusals.in_words(refused))
    request.session.cycle_key()
    identity.remember(request, player)
    return redirect("games:your_games")
