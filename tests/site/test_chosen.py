"""The game that a page shows."""

from django.test import RequestFactory

from games.engine.classic import CLASSIC
from games.site.chosen import named_variant, variant_of


def test_without_a_valid_choice_a_page_shows_the_classic_game(rf: RequestFactory):
    for address in ("/", "/?variant=", "/?variant=chess"):
        request = rf.get(address)
        request.COOKIES["variant"] = "checkers"
        assert (named_variant(request), variant_of(request)) == (CLASSIC, CLASSIC)
