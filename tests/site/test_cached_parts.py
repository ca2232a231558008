"""The parts cached for everyone contain nothing personal."""

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from games.play.models import Ended, Game, Status

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_cached():
    caches["template_fragments"].clear()


def browser(**cookies: str) -> Client:
    client = Client()
    client.cookies.load({**cookies})
    return client


def page(client: Client, path: str) -> str:
    return client.get(path).content.decode()


@pytest.mark.parametrize("path", ["/", "/how-to-play/", "/opponents/", "/watch/", "/menace/"])
def test_each_browser_sees_its_own_language_theme_name_and_token(path):
    ada, ben = browser(theme="dark", language="de"), browser(theme="light", language="ar")
    for client, name in ((ada, "Ada"), (ben, "Ben")):
        client.post("/name/", {"name": name, "next": "/"})
    for _time in range(2):
        of_ada, of_ben = page(ada, path), page(ben, path)
        assert '<html lang="de" dir="ltr" data-theme="dark">' in of_ada
        assert '<html lang="ar" dir="rtl" data-theme="light">' in of_ben
        assert ("<bdi>Ada</bdi>" in of_ada, "<bdi>Ben</bdi>" in of_ada) == (True, False)
        assert ("<bdi>Ada</bdi>" in of_ben, "<bdi>Ben</bdi>" in of_ben) == (False, True)
        tokens = [{part.split('"')[0] for part in of.split('token" value="')[1:]} for of in (of_ada, of_ben)]
        assert [len(of) for of in tokens] == [1, 1]
        assert tokens[0] != tokens[1]


def test_nobody_sees_the_progress_of_others():
    ada, ben = Client(), Client()
    made = ada.post("/new/computer/", {"opponent": "easy", "side": "X"})
    over = {"status": Status.FINISHED, "ended": Ended.LINE, "winner": "X"}
    Game.objects.filter(code=made["Location"].split("/")[2]).update(**over)
    task = ada.get("/").context["task"]
    ada.post(reverse("games:daily", args=[task.day]), {"cell": task.exercise.variant.write(task.exercise.answers[0])})
    for _time in range(2):
        assert ["You have beaten it." in page(one, "/") for one in (ada, ben)] == [True, False]
        assert ["Found it!" in page(one, "/") for one in (ada, ben)] == [True, False]
        assert ["Your games against it" in page(one, "/opponents/") for one in (ada, ben)] == [True, False]
