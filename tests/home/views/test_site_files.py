"""The files that browsers and crawlers request by themselves."""

import re
from itertools import product

import pytest
from django.conf import settings as given
from django.urls import reverse
from PIL import Image

pytestmark = pytest.mark.django_db


class TestManifest:
    def test_its_icons_have_the_stated_sizes(self, client):
        answer = client.get("/manifest.webmanifest")
        assert answer.headers["Content-Type"] == "application/manifest+json"
        icons = answer.json()["icons"]
        for icon in icons:
            path = given.BASE_DIR / icon["src"].lstrip("/")
            with Image.open(path) as image:
                assert (f"{image.width}x{image.height}", image.format) == (icon["sizes"], "PNG")
        wanted = {*product(("192x192", "512x512"), ("any", "maskable"))}
        assert {(icon["sizes"], icon["purpose"]) for icon in icons} == wanted

    def test_it_is_in_the_viewers_language_and_cached_by_language(self, client, settings):
        settings.LANGUAGES = [("en", "English"), ("ar", "Arabic")]
        answer = client.get("/manifest.webmanifest", headers={"accept-language": "ar"})
        assert (answer.json()["lang"], answer.json()["dir"]) == ("ar", "rtl")
        assert {"Cookie", "Accept-Language"} <= set(answer.headers["Vary"].split(", "))


def test_favicon_ico_redirects_to_the_icon(client):
    assert client.get("/favicon.ico").headers["Location"] == "/static/img/favicon.ico"


def test_crawlers_may_read_rooms_for_link_previews(client):
    answer = client.get("/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.content.decode() == f"User-agent: *\nDisallow: {reverse('games:device')}\n"


@pytest.mark.parametrize(
    ("theme", "colours"),
    [
        ("", ['#eeeae1" media="(prefers-color-scheme: light)"', '#18211d" media="(prefers-color-scheme: dark)"']),
        ("light", ['#eeeae1"']),
        ("dark", ['#18211d"']),
    ],
)
def test_the_browsers_toolbar_has_the_colour_of_the_background(client, theme, colours):
    client.cookies["theme"] = theme
    page = client.get("/").content.decode()
    assert re.findall(r'<meta name="theme-color" content="([^>]*)>', page) == colours
