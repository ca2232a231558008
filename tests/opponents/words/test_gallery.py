"""The computer players as the pages show them."""

from games.engine.classic import CLASSIC
from games.engine.wild import WILD
from games.opponents.words.gallery import picker


def test_the_rows_of_nine_are_named_for_what_is_true_of_all_in_them():
    rows = [picker(CLASSIC, {})[start : start + 3] for start in (0, 3, 6)]
    assert [[one.row for one in row] for row in rows] == [
        ["Gentle", "", ""],
        ["Has a weak spot", "", ""],
        ["Never loses", "", ""],
    ]
    assert {one.truth for one in rows[2]} == {"a draw is a triumph"}
    assert "a draw is a triumph" not in {one.truth for one in [*rows[0], *rows[1]]}
    assert not any(one.row for one in picker(WILD, {}))
