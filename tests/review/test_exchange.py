"""Games as files: exported and imported again; foreign files are refused."""

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


def test_an_exported_game_reopens_as_the_same_game(game, good):
    read = from_json(json.dumps(good))
    assert values_of(read) == values_of(State.of(game))
    assert (read.position, read.winner, read.ended) == (State.of(game).position, "X", "line")


def test_every_kind_of_game_can_be_reopened():
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


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"moves": [5, 4, 7, 5]}, "Move 4 is on a square that is taken."),
        ({"moves": [5, 4, 7, 3, 1, 6, 9, 8]}, "Move 8 comes after the end of the game."),
        ({"moves": [5, 10]}, "Move 2 is not on a square of the board."),
        ({"moves": [5, 0]}, "Move 2 is not on a square of the board."),
        ({"moves": [5, -1]}, "Move 2 is not on a square of the board."),
        ({"moves": [5, "4"]}, "Move 2 is not on a square of the board."),
        ({"moves": [5, True]}, "Move 2 is not on a square of the board."),
        ({"moves": [5, 4.0]}, "Move 2 is not on a square of the board."),
        ({"moves": "54"}, "The moves are missing from this file."),
        ({"moves": None}, "The moves are missing from this file."),
        ({"moves": [5, 4]}, "The result in this file does not match its moves."),
        ({"winner": "O"}, "The result in this file does not match its moves."),
        ({"winner": None}, "The result in this file does not match its moves."),
        ({"ended": "resigned"}, "The result in this file does not match its moves."),
        ({"moves": [5], "ended": "resigned", "winner": None}, "The result in this file does not match its moves."),
        ({"moves": [5], "ended": "time", "winner": None}, "The result in this file does not match its moves."),
        ({"winner": []}, "No game can end with the result in this file."),
        ({"ended": "bored"}, "No game can end with the result in this file."),
        ({"ended": {}}, "No game can end with the result in this file."),
        ({"start": "XXX______"}, "No game can start from the position in this file."),
        ({"start": 7}, "No game can start from the position in this file."),
        ({"players": {"X": {"name": "Ada"}}}, "The players are missing from this file."),
        ({"players": []}, "The players are missing from this file."),
        (
            {"players": {"X": {"computer": "Deep"}, "O": {"name": ""}}},
            "This site doesn’t know one of the players in this file.",
        ),
        (
            {"game": "misere", "players": {"X": {"computer": "wbf"}, "O": {"name": ""}}},
            "This site doesn’t know one of the players in this file.",
        ),
        (
            {"players": {"X": {"computer": ["hard"]}, "O": {"name": ""}}},
            "This site doesn’t know one of the players in this file.",
        ),
        (
            {"players": {"X": {"name": "x" * 81}, "O": {"name": ""}}},
            "This site doesn’t know one of the players in this file.",
        ),
        (
            {"players": {"X": {"name": "\ud800"}, "O": {"name": ""}}},
            "This site doesn’t know one of the players in this file.",
        ),
        (
            {"players": {"X": {"name": "a\u202eb"}, "O": {"name": ""}}},
            "This site doesn’t know one of the players in this file.",
        ),
        ({"format": "chess"}, "This file doesn’t contain a game from this site."),
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


def test_a_file_cut_off_anywhere_is_refused(good):
    text = json.dumps(good)
    for end in range(len(text)):
        with pytest.raises(NotOurs):
            from_json(text[:end])


def test_a_file_too_large_is_refused_before_it_is_read(good):
    with pytest.raises(NotOurs, match="too large"):
        from_json(json.dumps(good) + " " * 10_000)


def test_the_game_in_one_line(game):
    assert to_text(State.of(game)) == "Ada (X) – Ben 🦊 (O): X won, three in a row. 5 4 7 3 1 6 9"
    code = services.start_one_screen(player=player(), start="XX_OO____").code
    services.resign(code=code, player=game.seats.model.objects.filter(game__code=code)[0].player)
    assert to_text(State.of(games_with_seats().get(code=code))) == "X (X) – O (O): O won, given up. From XX_OO____: –"
