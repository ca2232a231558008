"""The sent form of a template."""

from django.template.loader import render_to_string


def test_indentation_is_not_sent():
    page = render_to_string("tournaments/_how_to_play.html")
    assert "\n " not in page
    assert "\n<h2>" in page
