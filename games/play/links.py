"""Addresses that people pass on."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from functools import lru_cache
from urllib.parse import urlencode, urlsplit

import segno
from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games.engine.classic import CLASSIC
from games.engine.position import Position
from games.engine.variant import Variant
from games.robots.words.robots import Robot
from games.site.models import Player

DEVICE = "device"
DEVICE_LINK_LASTS = timedelta(minutes=10)
# Characters of the longest path with its query that the site makes. Proxies take addresses of 8,192 bytes, Daphne a
# request of twice that in all, in which it stands a second time: as the page that asks for a picture.
LONGEST = 6_000
QR_CODES_KEPT = 256  # of tournaments, about 4 KB of memory each
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def invite_url(request: HttpRequest, code: str) -> str:
    """The address of a room that a friend can open."""
    return _for_others(request, reverse("games:room", args=[code]))


def board_path(variant: Variant, inks: str) -> str:
    """The path of a board's picture: in whose ink each square is drawn says it all."""
    return _with(reverse("games:board", args=[inks]), _which(variant))


def setup_path(variant: Variant, position: Position | None = None) -> str:
    """The path of the page that sets up a position: this one, or an empty board if none is given."""
    cells = {"cells": position.text} if position else {}
    return _with(reverse("games:setup"), {**_which(variant), **cells})


def robot_path(robot: Robot) -> str:
    """The path of a robot's page, which holds its rules and its name."""
    return _with(reverse("games:robot", args=[robot.key]), {"name": robot.name} if robot.name else {})


def workshop_path(robot: Robot, at: Position | None = None) -> str:
    """The path of the workshop with this robot in it, and with a position in which it is looked at."""
    query = {"rules": robot.letters, "name": robot.name, "at": at.text if at else ""}
    return _with(reverse("games:workshop"), {key: value for key, value in query.items() if value or key == "rules"})


def league_path(robots: Iterable[Robot], computers: Iterable[str] = ()) -> str:
    """The path of a league, which holds the rules and names of its robots, and the keys of the computer players."""
    named = [("robot", f"{robot.key}~{robot.name}" if robot.name else robot.key) for robot in robots]
    return _with(reverse("games:league"), [*named, *(("computer", key) for key in computers)])


def league_url(request: HttpRequest, path: str) -> str:
    """The address of a league, to pass on."""
    return _for_others(request, path)


def workshop_url(request: HttpRequest) -> str:
    """The address of the workshop, to pass on."""
    return _for_others(request, reverse("games:workshop"))


def teaching_path(robot: Robot) -> str:
    """The path of one's own machine of matchboxes, with this robot as the one to teach it."""
    return _with(reverse("games:menace"), {"teacher": robot.key})


def robot_url(request: HttpRequest, robot: Robot) -> str:
    """The address of a robot's page, to pass on."""
    return _for_others(request, robot_path(robot))


def face_url(request: HttpRequest, robot: Robot) -> str:
    """The address of a robot's picture, as chats ask for it."""
    path = reverse("games:robot_picture", args=[robot.key])
    return _for_others(request, _with(path, {"name": robot.name} if robot.name else {}))


def host_url(request: HttpRequest, key: str) -> str:
    """The address of a host's page, to carry to another device."""
    return _for_others(request, reverse("games:tournament_host", args=[key]))


def join_url(request: HttpRequest, code: str = "") -> str:
    """The address by which people join a tournament; without its code the one at which they type that."""
    return _for_others(request, reverse("games:join_tournament", args=[code]) if code else reverse("games:enter"))


def practice_url(request: HttpRequest, code: str, number: int = 1) -> str:
    """The address of exercises like a position that many of a tournament got wrong."""
    path = reverse("games:class_practice", args=[code])
    return _for_others(request, _with(path, {"at": str(number)} if number > 1 else {}))


def exercise_path(variant: Variant, number: int, within: Sequence[int] = ()) -> str:
    """The path of one of a game's exercises, by its number from 1; as one of some that follow on each other if those
    are given."""
    some = {"set": ".".join(map(str, within))} if within else {}
    return _with(reverse("games:exercise", args=[number]), {**_which(variant), **some})


def _which(variant: Variant) -> dict[str, str]:
    """The query parameters that name a game. None for the classic one, so that links from earlier releases stay
    valid."""
    return {} if variant is CLASSIC else {"variant": variant.key}


def _with(path: str, query: dict[str, str] | list[tuple[str, str]]) -> str:
    return f"{path}?{urlencode(query)}" if query else path


def picture_url(request: HttpRequest, variant: Variant, inks: str) -> str:
    """The address of a board's picture, as chats ask for it."""
    return _for_others(request, board_path(variant, inks))


def day_url(request: HttpRequest, day: date) -> str:
    """The address of the position of a day."""
    return _for_others(request, reverse("games:daily", args=[day]))


def device_url(request: HttpRequest, player: Player) -> str:
    """An address that moves a player to another device. It works once and for 10 minutes. It holds `player.carried`,
    which its use raises by one, so nothing is stored for it."""
    token = signing.dumps([player.pk, player.carried], salt=DEVICE)
    return _for_others(request, reverse("games:carry", args=[token]))


def read_device_token(token: str) -> tuple[int, int]:
    """The player's number and `carried`. Raises signing.BadSignature if the token is forged or too old."""
    player, carried = signing.loads(token, salt=DEVICE, max_age=DEVICE_LINK_LASTS)
    return player, carried


def _for_others(request: HttpRequest, path: str) -> str:
    """A path of this site as an address for another machine.

    PUBLIC_URL if set. Else the address in the local network if the site was opened by a loopback name, because that
    name means nothing on another machine. Else the address it was opened by.
    """
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL + path
    if settings.LAN_ORIGIN and urlsplit(f"//{request.get_host()}").hostname in LOOPBACK:
        return settings.LAN_ORIGIN + path
    return request.build_absolute_uri(path)


def spoken(address: str) -> str:
    """An address as people write it on a board: without the protocol, and without a slash at its end."""
    return address.partition("://")[2].rstrip("/")


def qr_code(address: str) -> SafeString:
    """An address for a phone's camera: inline SVG, dark on white in both themes, with the quiet border it needs."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(
        code.svg_inline(border=4, dark="#22262e", light="#fff", svgclass="qr", lineclass=None, omitsize=True)
    )


@lru_cache(maxsize=QR_CODES_KEPT)
def kept_qr_code(address: str) -> SafeString:
    """The same of an address that is no secret and shown again and again: to work it out takes longer than the rest of
    a wall."""
    return qr_code(address)
