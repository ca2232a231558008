"""The settings page."""

import pytest
from django.test import Client

from games.site.words.settings import SETTINGS
from tests.support.tidy import tidy

pytestmark = pytest.mark.django_db


def chosen_on(page: str) -> dict[str, str]:
    inputs = [part.split(">")[0] for part in tidy(page).split("<input ")[1:]]
    chosen = [part for part in inputs if part.endswith(" checked")]
    return {part.split('name="')[1].split('"')[0]: part.split('value="')[1].split('"')[0] for part in chosen}


def test_a_new_visitor_sees_the_default_settings():
    page = Client().get("/settings/").content.decode()
    assert chosen_on(page) == dict.fromkeys((setting.name for setting in SETTINGS), "")
    assert '<option value="en" lang="en" selected>' in tidy(page)


def test_an_unknown_theme_is_ignored():
    ada = Client()
    ada.post("/prefer/", {"theme": '"><script>'})
    assert "data-theme" not in ada.get("/").content.decode()


def test_saved_settings_are_selected_and_apply_to_every_page():
    ada = Client()
    wanted = {"theme": "dark", "size": "largest", "sound": "off", "doodles": "off", "calls": "on", "numpad": "on"}
    wanted |= {"ear": "on", "squares": "letters", "brief": "on", "warning": "20", "stops": "on"}
    saved = ada.post("/prefer/", {**wanted, "keys": "off", "language": "de", "next": "/settings/"})
    assert saved["Location"] == "/settings/"
    page = ada.get("/settings/").content.decode()
    assert chosen_on(page) == {**wanted, "keys": "off"}
    assert "Einstellungen" in page
    for part in ('lang="de"', 'data-theme="dark"', 'data-size="largest"', "data-numpad", "data-no-keys", "data-stops"):
        assert part in tidy(ada.get("/").content.decode()).split("<head>")[0]


@pytest.mark.parametrize(
    ("given", "used"), [("/g/2345678923/", "/g/2345678923/"), ("https://example.com/", "/settings/")]
)
def test_settings_lead_back_only_to_pages_of_this_site(given, used):
    page = tidy(Client().get(f"/settings/?next={given}").content.decode())
    assert f'<input type="hidden" name="next" value="{used}">' in page
