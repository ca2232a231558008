"""Games as files: exported, opened again, or refused."""

import json

import pytest

from games.engine.position import Mark
from games.play import services
from games.play.models import Game
from games.play.selectors.games import games_with_seats
from games.play.selectors.state import State
from games.review.exchange import NotOurs, from_json, to_json, to_text, values_of
from tests.support.games import friends, play, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    game = friends(x=player("Ada"), o=player("Ben 🦊"))
    play(game, "5 4 7 3 1 6 9")
    return games_with_seats().get()


@pytest.fixture
def good(game) -> dict:
    return to_json(game)


def test_a_file_holds_the_players_moves_and_result(game, good):
    assert {name: value for name, value in good.items() if not name.endswith("_at")} == {
        "format": "tic-tac-toe",
        "version": 1,
        "players": {"X": {"name": "Ada"}, "O": {"name": "Ben 🦊"}},
        "start": "_________",
        "moves": [5, 4, 7, 3, 1, 6, 9],
        "winner": "X",
        "ended": "line",
        "helped": False,
        "code": game.code,
    }


def test_every_kind_of_game_can_be_opened_again():
    ada = player("")
    kinds = [
        services.start_against_computer(player=ada, opponent="hard", side=Mark.O, start="________X"),
        services.start_one_screen(player=ada, start="XX_OO____"),
        State.of(friends(x=ada, o=player("Ben"))),
    ]
    for state in kinds:
        services.resign(code=state.code, player=ada)
        stored = State.of(games_with_seats().get(code=state.code))
        assert values_of(from_json(json.dumps(values_of(stored)))) == values_of(stored)


NO_SQUARE = "Move 2 is not on a square of the board."
OTHER_RESULT = "The result in this file does not match its moves."
NO_RESULT = "No game can end with the result in this file."
UNKNOWN_PLAYER = "This site doesn’t know one of the players in this file."
BEN = {"name": "Ben"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"moves": [5, 4, 7, 5]}, "Move 4 is on a square that is taken."),
        ({"moves": [5, 4, 7, 3, 1, 6, 9, 8]}, "Move 8 comes after the end of the game."),
        *(({"moves": [5, move]}, NO_SQUARE) for move in (10, 0, -1, "4", True, 4.0)),
        ({"moves": "54"}, "The moves are missing from this file."),
        ({"moves": None}, "The moves are missing from this file."),
        ({"moves": [5, 4]}, OTHER_RESULT),
        ({"winner": "O"}, OTHER_RESULT),
        ({"winner": None}, OTHER_RESULT),
        ({"ended": "resigned"}, OTHER_RESULT),
        ({"moves": [5], "ended": "resigned", "winner": None}, OTHER_RESULT),
        ({"moves": [5], "ended": "time", "winner": None}, OTHER_RESULT),
        ({"winner": []}, NO_RESULT),
        ({"ended": "bored"}, NO_RESULT),
        ({"ended": {}}, NO_RESULT),
        ({"start": "XXX______"}, "No game can start from the position in this file."),
        ({"start": 7}, "No game can start from the position in this file."),
        ({"players": {"X": {"name": "Ada"}}}, "The players are missing from this file."),
        ({"players": []}, "The players are missing from this file."),
        *(({"players": {"X": {"computer": key}, "O": BEN}}, UNKNOWN_PLAYER) for key in ("Deep", ["hard"])),
        ({"game": "misere", "players": {"X": {"computer": "wbf"}, "O": BEN}}, UNKNOWN_PLAYER),
        *(({"players": {"X": {"name": name}, "O": BEN}}, UNKNOWN_PLAYER) for name in ("x" * 81, "\ud800", "a\u202eb")),
        *(
            (change, "This file doesn’t contain a game from this site.")
            for change in ({"format": "chess"}, {"game": []})
        ),
        ({"version": 2}, "This site can’t read this version of the file."),
    ],
)
def test_an_invalid_field_is_refused_with_the_reason(good, change, reason):
    with pytest.raises(NotOurs) as refused:
        from_json(json.dumps(good | change))
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    "text",
    ["", "x", "[", "[]", "null", "5", '"text"', "[" * 9_999, b"\xff\xfe", "{" + '"a":' * 1_000, "NaN", "9" * 5_000],
)
def test_other_text_is_refused(text):
    with pytest.raises(NotOurs):
        from_json(text)


def test_a_file_that_is_too_large_is_refused(good):
    with pytest.raises(NotOurs, match="too large"):
        from_json(json.dumps(good) + " " * 10_000)


def test_a_game_as_a_line_of_text(game):
    assert to_text(State.of(game)) == "Ada (X) – Ben 🦊 (O): X won, three in a row. 5 4 7 3 1 6 9"
    ada = player()
    code = services.start_one_screen(player=ada, start="XX_OO____").code
    services.resign(code=code, player=ada)
    assert to_text(State.of(games_with_seats().get(code=code))) == "X (X) – O (O): O won, given up. From XX_OO____: –"
