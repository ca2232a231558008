"""Random names."""

import pytest
from django.conf import settings

from games.play.forms import NameForm
from games.site.limits import MAX_ENTRANTS
from games.tournaments.words.drawn_names import drawn_names


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_in_each_language_all_names_are_different_and_valid(language):
    """A tournament has each name only once."""
    names = drawn_names(language)
    assert len({name.casefold() for name in names}) == len(names)
    last = MAX_ENTRANTS // len(names) + 1
    for name in names:
        for drawn in (name, f"{name} {last}"):
            assert NameForm({"name": drawn}).errors == {}
