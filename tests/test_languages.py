"""Pages use the right language, with nothing left in English."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.utils import translation
from django.utils.safestring import SafeData, mark_safe

from games.engine.position import Mark
from games.hosting.house import COMMIT_LENGTH
from games.play import services
from games.play.models import Game
from games.play.words import fragments
from games.site.models import Player
from tests.support.addresses import ROUTES, Site
from tests.support.browsers import Browser
from tests.support.games import friends, play, player, take_back
from tictactoe_site.release import commit

pytestmark = pytest.mark.django_db


def page(browser: Client, path: str = "/", **headers: str) -> str:
    return browser.get(path, headers=headers).content.decode()


class TestChoice:
    def test_the_switch_overrides_the_browser_unless_the_language_is_unknown(self, client):
        for chosen, shown in (("fr", "fr"), ("tlh", "de")):
            answer = client.post("/prefer/", {"language": chosen, "next": "/opponents/?x=1"})
            assert answer["Location"] == "/opponents/?x=1"
            assert f'<html lang="{shown}"' in page(client, "/opponents/", **{"accept-language": "de"})

    def test_every_language_is_offered_by_its_own_name_with_the_current_one_marked(self, client):
        client.post("/prefer/", {"language": "es"})
        offered = re.findall(
            r'name="language" value="([\w-]+)" lang="\1"( aria-current="true")?>([^<]+)<', page(client)
        )
        assert [(code, name) for code, _now, name in offered] == settings.LANGUAGES
        assert [code for code, now, _name in offered if now] == ["es"]

    def test_a_cached_page_is_not_served_in_another_language(self, client):
        assert {"Accept-Language", "Cookie"} <= set(client.get("/")["Vary"].split(", "))


# --- Nothing is left in English.

OPEN, CLOSE = "\u27e6", "\u27e7"
# Words that are the same in all languages (names, codes, URLs), and three words that Django's admin has only in
# English.
SAME = re.compile(r"\b((https?://|testserver/)\S+|Ada|Ben|Cem|Dan|host|[0-9a-z]{10}|Search|True|False)\b")


class Untranslated(HTMLParser):
    """Collects the text of a page outside translated sentences, without tournament codes, which look like words."""

    def __init__(self, html: str, *codes: str) -> None:
        super().__init__()
        self.codes = codes
        self.found: list[str] = []
        self.silent = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        own = dict(attrs)
        if tag in ("script", "style") or own.get("name") == "language":
            self.silent = tag
        for name in ("aria-label", "alt", "title", "placeholder", "label"):
            self.note(own.get(name))
        if own.get("name") == "description" or (own.get("property") or "").startswith("og:title"):
            self.note(own.get("content"))
        for name, value in attrs:
            if name.startswith("data-") and value and " " in value:
                self.note(value)

    def handle_endtag(self, tag):
        if tag == self.silent:
            self.silent = ""

    def handle_data(self, data):
        if not self.silent:
            self.found.append(data)

    def note(self, text: str | None) -> None:
        self.found.append(f"{text or ''}\n")

    @property
    def english(self) -> list[str]:
        outside, depth = "", 0
        for character in "".join(self.found):
            depth += (character == OPEN) - (character == CLOSE)
            outside += character if depth == 0 else ""
        for code in self.codes:
            outside = outside.replace(code, "")
        return re.findall(r"[^\W\d_]{2,}.*", SAME.sub("", outside))


@pytest.fixture
def bracketed(monkeypatch):
    """Put every translated sentence into brackets."""

    def bracket(real):
        def translated(*arguments):
            text = real(*arguments)
            return mark_safe(f"{OPEN}{text}{CLOSE}") if isinstance(text, SafeData) else f"{OPEN}{text}{CLOSE}"

        return translated

    for name in ("gettext", "pgettext", "ngettext", "npgettext"):
        monkeypatch.setattr(translation._trans, name, bracket(getattr(translation._trans, name)))
    forget()
    yield
    forget()


def forget() -> None:
    for one in (fragments._render, fragments._events_since):
        one.cache_clear()
    caches["template_fragments"].clear()


def test_every_word_of_every_page_can_be_translated(rf, bracketed):
    """One test for all URLs, because creating the data takes as long as the requests."""
    site, english = Site(rf), {}
    browser = site.browser(staff=True)
    for route in ROUTES:
        if "auth" not in route:
            answer = browser.get(site.address(route), secure=True)
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                codes = site.tournament.code, commit()[:COMMIT_LENGTH]
                english[route] = Untranslated(answer.content.decode(), *codes).english
    assert {route: words for route, words in english.items() if words} == {}


def rooms(ada: Player) -> Iterator[Game]:
    """Yield a game of Ada's at each of its stages."""
    ben = player("Ben")
    yield Game.objects.get(code=services.invite(player=ada, side=Mark.X).code)
    game = friends(x=ada, o=ben)
    yield game
    play(game, "5 1")
    take_back(code=game.code, player=ben)
    yield game
    services.resign(code=game.code, player=ben)
    services.rematch(code=game.code, player=ada)
    yield game
    made = services.start_against_computer(player=ada, opponent="easy", side=Mark.X, hints=True)
    game = Game.objects.get(code=made.code)
    services.hint(code=game.code, player=ada)
    yield game


def test_every_word_of_a_room_can_be_translated_in_every_state(bracketed):
    ada = player("Ada")
    for game in rooms(ada):
        for who in (ada, None):
            for query in ("", "?watch=1"):
                assert Untranslated(page(Browser(who), f"/g/{game.code}/{query}")).english == []


@pytest.mark.parametrize(
    "path",
    [
        *("/watch/?x=easy&o=hard", "/setup/?cells=X_O______", "/setup/?cells=XXXO", "/games/?result=won"),
        *("/look/?game=1", "/opponents/?side=O", "/practice/?level=hard", "/practice/302/", "/nowhere/"),
    ],
)
def test_every_word_of_a_page_with_parameters_can_be_translated(client, bracketed, path):
    assert Untranslated(page(client, path)).english == []


@pytest.mark.parametrize("path", ["/new/friend/", "/new/computer/", "/new/series/", "/name/", "/open/", "/setup/"])
def test_every_word_of_a_refusal_can_be_translated(client, bracketed, path):
    assert Untranslated(client.post(path, {"name": "x" * 99, "start": "?", "side": "Z"}).content.decode()).english == []
