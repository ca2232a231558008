"""The computer players as the pages show them."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.variants import VARIANTS
from games.engine.wild import WILD
from games.opponents.words.gallery import gallery, picker
from games.play.selectors.results import Record


@pytest.mark.parametrize(("won", "best"), [(0, "helped"), (1, "beaten")])
def test_a_win_with_hints_counts_more_than_a_draw_and_less_than_a_win(won, best):
    [easy, *_others] = picker(CLASSIC, {"easy": {Mark.X: Record(won, drawn=1, lost=0, helped=1)}})
    assert (easy.key, easy.reached) == ("easy", best)


def test_the_gallery_has_the_rows_of_the_picker_with_all_players():
    groups = {name: [one.key for one in group] for name, group in gallery(CLASSIC, Mark.X, {}).items()}
    assert groups == {
        "Gentle": ["giveaway", "easy", "normal", "medium"],
        "Has a weak spot": ["centre", "corners", "extreme-first"],
        "Never loses": ["extreme", "bruteforce", "hard", "trickster"],
    }
    for start, (name, group) in zip((0, 3, 6), groups.items(), strict=True):
        row = picker(CLASSIC, {})[start : start + 3]
        assert [one.row for one in row] == [name, "", ""]
        assert {one.key for one in row} <= set(group)
        assert {one.truth == "a draw is a triumph" for one in row} == {name == "Never loses"}
    assert not any(one.row for one in picker(WILD, {}))


@pytest.mark.parametrize("key", [key for key in VARIANTS if key != CLASSIC.key])
def test_the_computer_players_of_other_games_are_one_group(key):
    assert list(gallery(VARIANTS[key], Mark.X, {})) == [""]
