"""URLs that people share."""

import pytest

from games.play import links

LAN = "http://192.0.2.7:8000"


@pytest.mark.parametrize(
    ("host", "lan_origin", "public_url", "origin"),
    [
        # A loopback name is replaced by the address in the local network, if the site listens there.
        ("localhost:8000", LAN, "", LAN),
        ("127.0.0.1:8000", LAN, "", LAN),
        ("[::1]:8000", LAN, "", LAN),
        ("localhost:8000", "", "", "http://localhost:8000"),
        ("play.local:8000", LAN, "", "http://play.local:8000"),
        ("localhost", LAN, "https://play.example.org", "https://play.example.org"),
    ],
)
def test_an_invite_has_an_address_that_friends_can_open(rf, settings, host, lan_origin, public_url, origin):
    settings.LAN_ORIGIN, settings.PUBLIC_URL = lan_origin, public_url
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "play.local"]
    assert links.invite_url(rf.get("/", headers={"host": host}), "2222222222") == f"{origin}/g/2222222222/"
