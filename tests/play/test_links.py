"""URLs that people share."""

import pytest

from games.play import links


@pytest.fixture
def request_to(rf):
    """A request with this host."""
    return lambda host: rf.get("/", headers={"host": host})


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_a_loopback_name_gives_way_to_the_address_in_the_local_network(request_to, settings, host):
    settings.LAN_ORIGIN = "http://192.0.2.7:8000"
    assert links.invite_url(request_to(host), "2222222222") == "http://192.0.2.7:8000/g/2222222222/"


def test_a_site_on_loopback_only_keeps_the_loopback_name(request_to, settings):
    settings.LAN_ORIGIN = ""
    assert links.invite_url(request_to("localhost:8000"), "2222222222") == "http://localhost:8000/g/2222222222/"


def test_another_address_is_kept(request_to, settings):
    settings.LAN_ORIGIN = "http://192.0.2.7:8000"
    settings.ALLOWED_HOSTS = ["play.local"]
    assert links.invite_url(request_to("play.local:8000"), "2222222222") == "http://play.local:8000/g/2222222222/"


def test_the_public_url_overrides_everything(request_to, settings):
    settings.PUBLIC_URL, settings.LAN_ORIGIN = "https://play.example.org", "http://192.0.2.7:8000"
    assert links.invite_url(request_to("localhost"), "2222222222") == "https://play.example.org/g/2222222222/"
