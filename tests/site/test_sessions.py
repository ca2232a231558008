"""The part of a session that survives a flush by Django, and invalid session keys."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db

DESK = reverse("admin:games_game_changelist")


@pytest.fixture
def browser() -> Client:
    """Ada's browser, in which the host has signed in to the review desk."""
    User.objects.create_superuser("host", password="pencil")
    browser = Client()
    browser.post("/name/", {"name": "Ada"})
    browser.post(reverse("admin:login"), {"username": "host", "password": "pencil"})
    assert browser.get(DESK).status_code == 200
    return browser


def change_password(_browser: Client) -> None:
    user = User.objects.get()
    user.set_password("eraser")
    user.save()


def sign_out(browser: Client) -> None:
    browser.post(reverse("admin:logout"))


@pytest.mark.parametrize("end", [change_password, sign_out])
def test_the_administrator_is_signed_out_and_the_player_stays(browser, end):
    key = browser.session.session_key
    end(browser)
    assert browser.get(DESK).status_code == 302
    assert "Ada" in browser.get("/").content.decode()
    assert browser.session.session_key != key


def test_a_session_without_a_player_is_flushed():
    User.objects.create_superuser("host", password="pencil")
    browser = Client()
    browser.post(reverse("admin:login"), {"username": "host", "password": "pencil"})
    sign_out(browser)
    assert "sessionid" not in browser.cookies or not browser.cookies["sessionid"].value


@pytest.mark.parametrize("key", ['"\\000aaaaaaaaa"', "%00aaaaaaaaa"])
def test_a_malformed_session_key_is_not_looked_up(key, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert Client().get("/name/", headers={"cookie": f"sessionid={key}"}).status_code == 200
