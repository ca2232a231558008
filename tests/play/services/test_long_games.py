"""Games of Vanishing may be long: a third repetition is a draw, and their length is limited."""

import json

import pytest

from games.engine.position import Mark
from games.engine.vanishing import VANISHING
from games.play import services as play_services
from games.play.models import MAX_MOVES, Game
from games.play.selectors.state import State
from games.play.verification import problems_of
from games.play.words.pov import Pov
from games.play.words.status import status_of
from games.review.exchange import NotOurs, from_json, to_text, values_of
from games.review.words import Review
from tests.support.games import play
from tests.support.states import long_game
from tests.support.tournaments import game_of, pair, settle, table, tournament

pytestmark = pytest.mark.django_db

ROUND = "1 3 2 6 4 7 5 8"  # each side cycles through four squares, so the position repeats after eight moves
DRAWN = " ".join([ROUND] * 2 + ["1 3 2 6 4 7"])


@pytest.fixture
def game(ada) -> State:
    return play_services.start_one_screen(player=ada, variant=VANISHING)


def test_a_third_repetition_is_a_draw_everywhere(game, ada):
    *before, last = DRAWN.split()
    assert play(game, " ".join(before)).ended == ""
    end = play(game, last)
    assert (end.status, end.winner, end.ended) == ("finished", "", "repeated")
    stored = Game.objects.get()
    assert State.of(stored) == end
    assert problems_of(stored) == []
    pov = Pov(end, end.marks_of(ada.pk))
    assert status_of(pov) == "The same position three times: it’s a draw."
    assert Review(pov, end.plies, worths=True).sentence.endswith("The same position for the third time.")
    read = from_json(json.dumps(values_of(end)))
    assert (read.record, read.ended) == (end.record, "repeated")
    assert to_text(end).startswith("Vanishing: X (X) – O (O): draw, the same position three times. 1 3 2 6")


@pytest.fixture
def six(monkeypatch) -> None:
    """Limit games to six moves, wherever the limit applies."""
    for module in ("play.services.storage", "play.verification", "review.exchange"):
        monkeypatch.setattr(f"games.{module}.MAX_MOVES", 6)


@pytest.mark.usefixtures("six")
def test_a_game_of_the_maximum_length_is_a_draw_everywhere(game, ada):
    end = play(game, "1 3 2 6 4 7")
    assert (end.status, end.winner, end.ended) == ("finished", "", "too long")
    assert problems_of(Game.objects.get()) == []
    pov = Pov(end, end.marks_of(ada.pk))
    assert status_of(pov) == "Too many moves: a draw."
    assert Review(pov, end.plies, worths=True).sentence
    file = values_of(end)
    assert from_json(json.dumps(file)).ended == "too long"
    assert to_text(end).startswith("Vanishing: X (X) – O (O): draw, too many moves. 1 3 2 6")
    for other in ({"moves": file["moves"][:-1]}, {"winner": "X"}):
        with pytest.raises(NotOurs, match="does not match"):
            from_json(json.dumps({**file, **other}))
    Game.objects.update(record=end.record[:-1])
    assert any("is not over" in one for one in problems_of(Game.objects.get()))


@pytest.mark.usefixtures("six")
@pytest.mark.parametrize("side", [Mark.X, Mark.O])
def test_a_computer_player_does_not_move_beyond_the_maximum(ada, side):
    state = play_services.start_against_computer(player=ada, opponent="easy", side=side, variant=VANISHING)
    while state.ended == "":
        square = next(move for move in state.position.legal_moves if not state.position.play(move).outcome)
        state = play_services.play(code=state.code, player=ada, move=str(square), version=state.version)
    assert state.plies <= 6
    assert state.ended == "too long" or state.winner


@pytest.mark.usefixtures("six")
def test_in_a_tournament_nobody_loses_a_game_of_the_maximum_length():
    tournament("Ada", "Ben", variant=VANISHING)
    pair("Ada Ben")
    assert play(game_of("Ada"), "1 3 2 6 4 7").ended == "too long"
    settle()
    assert table() == "1 Ada 1: 0 1 0, 1 Ben 1: 0 1 0"


def test_the_longest_game_can_be_opened_from_its_file_but_no_longer_one(game, ada):
    moves = [int(VANISHING.label(move)) for move in long_game(MAX_MOVES + 2).moves]
    file = {**values_of(play_services.resign(code=game.code, player=ada)), "moves": moves[:-1]}
    assert from_json(json.dumps(file)).plies == MAX_MOVES + 1
    with pytest.raises(NotOurs, match="too large"):
        from_json(json.dumps({**file, "moves": moves}))
