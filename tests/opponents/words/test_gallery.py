"""The computer players as the pages show them."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.variants import VARIANTS
from games.engine.wild import WILD
from games.opponents.words.gallery import gallery, picker


def test_the_rows_of_nine_are_named_for_a_common_property():
    rows = [picker(CLASSIC, {})[start : start + 3] for start in (0, 3, 6)]
    assert [[one.row for one in row] for row in rows] == [
        ["Gentle", "", ""],
        ["Has a weak spot", "", ""],
        ["Never loses", "", ""],
    ]
    assert {one.truth for one in rows[2]} == {"a draw is a triumph"}
    assert "a draw is a triumph" not in {one.truth for one in [*rows[0], *rows[1]]}
    assert not any(one.row for one in picker(WILD, {}))


def test_the_gallery_has_the_rows_of_the_picker_with_all_players():
    groups = {name: [one.key for one in group] for name, group in gallery(CLASSIC, Mark.X, {}).items()}
    assert groups == {
        "Gentle": ["giveaway", "easy", "normal", "medium"],
        "Has a weak spot": ["centre", "corners", "extreme-first"],
        "Never loses": ["extreme", "bruteforce", "hard", "trickster"],
    }
    choices = picker(CLASSIC, {})
    for start, group in zip((0, 3, 6), groups.values(), strict=True):
        assert {one.key for one in choices[start : start + 3]} <= set(group)


@pytest.mark.parametrize("key", [key for key in VARIANTS if key != CLASSIC.key])
def test_few_computer_players_are_one_group(key):
    assert list(gallery(VARIANTS[key], Mark.X, {})) == [""]
