"""The first win against each computer player."""

import pytest
from django.test import Client

from games.engine.position import Mark
from games.play import services
from games.play.models import Game
from games.play.selectors.games import with_first_win
from games.play.selectors.state import State
from games.play.services.storage import publish
from games.play.words.news import said_after
from games.site.models import Player
from tests.support.states import WON, against, seen_by

pytestmark = pytest.mark.django_db
FIRST = "Your first win against Easy!"


def won(who: Player, opponent: str = "easy", **changes: object) -> State:
    """Return the State of a game that this player has just won as X, read from the database."""
    code = services.start_against_computer(player=who, opponent=opponent, side=Mark.X).code
    over = {"record": "03142", "status": "finished", "winner": "X", "ended": "line"}
    Game.objects.filter(code=code).update(**over | changes)
    return with_first_win(State.of(Game.objects.get(code=code)))


def test_only_the_first_win_against_each_counts(ada, ben):
    assert [won(ada).first_win, won(ada).first_win] == [True, False]
    assert won(ada, "medium").first_win
    first = won(ben)
    assert first.first_win
    assert publish(Game.objects.get(code=first.code)).first_win  # so later news repeats it


@pytest.mark.parametrize("changes", [{"helped": True}, {"start": "X...O...."}, {"winner": "O"}])
def test_a_loss_or_a_win_with_hints_or_from_another_start_does_not_count(ada, changes):
    assert not won(ada, **changes).first_win
    assert won(ada).first_win


def test_only_the_winner_sees_it():
    before, after = against("easy", "1 4 2 5"), against("easy", "1 4 2 5 3", first_win=True, **WON)
    assert said_after(seen_by(1, after), before, own=True) == f"You win! {FIRST}"
    assert FIRST not in said_after(seen_by(3, after), before)


def test_the_winners_page_shows_it_with_the_last_move_and_later():
    ada = Client()
    room = ada.post("/new/computer/", {"opponent": "easy", "side": "X"})["Location"]
    game = Game.objects.get()
    Game.objects.update(record="0314")  # X: 0, 1; O: 3, 4
    game.refresh_from_db()
    done = ada.post(f"{room}play/", {"cell": "2", "version": game.version}, follow=True)
    assert FIRST in done.content.decode()
    assert FIRST in ada.get(f"{room}?over").content.decode()
    assert FIRST not in Client().get(room).content.decode()
