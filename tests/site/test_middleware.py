"""The headers of every response."""

import pytest


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/games/", "/name/", "/watch/", "/practice/", "/nowhere", "/new/friend/"])
def test_proxies_may_not_cache_pages(client, path):
    assert "private" in client.get(path)["Cache-Control"]


@pytest.mark.django_db
def test_proxies_may_cache_public_responses(client):
    assert client.get("/robots.txt")["Cache-Control"] == "public, max-age=86400"
