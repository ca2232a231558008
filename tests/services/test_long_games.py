"""Games of vanishing may be long: the third time the same position comes about they are drawn, and they have an end."""

import json
from collections.abc import Iterator
from random import Random

import pytest

from games import services
from games.engine.position import Cell
from games.engine.vanishing import VANISHING
from games.files.exchange import NotOurs, from_json, to_text, values_of
from games.files.verification import problems_of
from games.models import MOST_MOVES, Game, Player
from games.refusals import Reason, Refused
from games.selectors.games import games_with_seats
from games.selectors.state import State
from games.show.pov import Pov
from games.show.review import Review
from games.show.status import status_of
from tests.games import play, player

pytestmark = pytest.mark.django_db

ROUND = "1 3 2 6 4 7 5 8"  # each goes round four squares, so eight moves later all stands as before
DRAWN = " ".join([ROUND] * 2 + ["1 3 2 6 4 7"])


@pytest.fixture
def ada() -> Player:
    return player("Ada")


@pytest.fixture
def game(ada) -> Game:
    made = services.start_one_screen(player=ada, variant=VANISHING)
    return Game.objects.get(code=made.code)


def test_the_third_time_is_a_draw_that_is_stored_told_reviewed_and_kept_as_a_file(game, ada):
    *before, last = DRAWN.split()
    assert play(game, " ".join(before)).ended == ""
    end = play(game, last)
    assert (end.status, end.winner, end.ended) == ("finished", "", "repeated")
    stored = games_with_seats().prefetch_related("moves").get(pk=game.pk)
    assert State.of(stored) == end
    assert problems_of(stored) == []
    pov = Pov(end, end.marks_of(ada.pk))
    assert status_of(pov) == "Three times the same: a draw."
    assert Review(pov, end.plies, worths=True).sentence.endswith("The same position for the third time.")
    read = from_json(json.dumps(values_of(end)))
    assert (read.record, read.ended) == (end.record, "repeated")
    assert to_text(end).startswith("Vanishing: X (X) – O (O): draw, the same position three times. 1 3 2 6")


def test_a_game_goes_on_no_further_than_most_moves(game, ada, monkeypatch):
    monkeypatch.setattr("games.services.moves.MOST_MOVES", 6)
    state = play(game, "1 3 2 6 4 7")
    with pytest.raises(Refused) as refused:
        services.play(code=game.code, player=ada, move="4", version=state.version)
    assert refused.value.reason is Reason.TOO_LONG
    assert services.resign(code=game.code, player=ada).ended == "resigned"


def endless(plies: int) -> Iterator[Cell]:
    """Moves of a game of vanishing that has not ended after them."""
    position, lot = VANISHING.start, Random(1)
    for _ply in range(plies):
        move = lot.choice([move for move in position.legal_moves if not position.play(move).outcome])
        position = position.play(move)
        yield move


def test_the_longest_game_is_read_again_from_its_file_and_no_longer_one(game, ada):
    moves = [move + 1 for move in endless(MOST_MOVES + 2)]
    file = {**values_of(services.resign(code=game.code, player=ada)), "moves": moves[:-1]}
    assert from_json(json.dumps(file)).plies == MOST_MOVES + 1
    with pytest.raises(NotOurs, match="too large"):
        from_json(json.dumps({**file, "moves": moves}))
