"""Places in words."""

import pytest
from django.utils import translation

from games.site.words.ordinals import ordinal


@pytest.mark.parametrize(
    ("number", "words"),
    [
        *((1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (20, "20th")),
        *((21, "21st"), (102, "102nd"), (111, "111th"), (1000, "1000th")),
    ],
)
def test_the_ordinal_has_the_right_ending(number, words):
    with translation.override("en"):
        assert ordinal(number) == words
