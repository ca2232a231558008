"""The headers of every response."""

import pytest


class TestCaching:
    """Personal pages are not cached by proxies."""

    @pytest.mark.django_db
    @pytest.mark.parametrize("path", ["/", "/games/", "/name/", "/watch/", "/practice/", "/nowhere", "/new/friend/"])
    def test_pages_are_private(self, client, path):
        assert "private" in client.get(path)["Cache-Control"]

    @pytest.mark.django_db
    def test_public_responses_stay_public(self, client):
        assert client.get("/robots.txt")["Cache-Control"] == "public, max-age=86400"
