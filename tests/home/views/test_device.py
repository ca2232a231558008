"""The link that moves a player to another device."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest

from games.site.models import Player
from tests.support.browsers import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("game")]


def link(browser: Browser) -> str:
    return urlsplit(re.search(r'value="(http[^"]+/device/[^"]+)"', browser.see("/device/"))[1]).path


def test_each_link_carries_a_player_over_once(ada):
    for _link in range(2):
        phone, path = Browser(None), link(ada)
        for _view in range(2):
            shown = phone.see(path)
            assert "Continue here" in shown
            assert path.split("/")[2] not in shown
            phone.head(path)
        assert phone.post(path)["Location"] == "/games/"
        assert phone.session["player"] == ada.session["player"] == ada.who.pk
        answer = Browser(None).post(path)
        assert (answer.status_code, "This link no longer works" in answer.content.decode()) == (410, True)
    assert Player.objects.count() == 2


def test_an_expired_link_does_not_work(ada, ben, monkeypatch):
    path = link(ada)
    monkeypatch.setattr("games.home.views.device.DEVICE_LINK_LASTS", timedelta(seconds=-1))
    assert ben.get(path).status_code == ben.post(path).status_code == 410


def test_using_the_link_on_the_same_device_does_not_spend_it(ada):
    path = link(ada)
    assert ada.post(path)["Location"] == "/games/"
    assert Browser(None).post(path).status_code == 302


def test_a_player_who_has_games_on_that_device_is_warned(ada, ben):
    assert "no longer be listed here" in ben.see(link(ada))


def test_without_games_there_is_no_link(client):
    assert "nothing to carry over" in client.get("/device/").content.decode()
    assert not client.session.get("player")
