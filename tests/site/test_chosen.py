"""The game that a page is about."""

from django.test import RequestFactory

from games.engine.classic import CLASSIC
from games.site.chosen import named_variant, variant_of


def test_without_a_valid_game_a_page_is_about_the_classic_one(rf: RequestFactory):
    for address in ("/", "/?variant=", "/?variant=chess"):
        request = rf.get(address)
        request.COOKIES["variant"] = "checkers"
        assert (named_variant(request), variant_of(request)) == (CLASSIC, CLASSIC)
