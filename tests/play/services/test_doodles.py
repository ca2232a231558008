"""Doodles reach only the right people, and are not stored."""

import pytest

from games.engine.position import Mark
from games.play import news, services
from games.play.models import Game
from games.play.selectors.doodles import Doodle, Drawing
from games.site.models import Player
from games.site.refusals import Reason, Refused
from tests.support.games import friends, play, player
from tests.support.stored import digest

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return player("Ada")


@pytest.fixture
def game(ada) -> Game:
    return friends(x=ada, o=player("Ben"))


@pytest.fixture
def messages(monkeypatch) -> list[tuple]:
    """The messages to the rooms."""
    messages: list[tuple] = []
    monkeypatch.setattr(news, "publish", lambda *news: messages.append(news))
    return messages


def show(code: str, who: Player | None) -> None:
    services.doodle(code=code, player=who, drawing=Drawing.NICE)


def refused(code: str, who: Player | None) -> Reason:
    with pytest.raises(Refused) as caught:
        show(code, who)
    return caught.value.reason


@pytest.mark.parametrize("moves", ["", "5", "1 4 2 5 3"])
def test_either_player_may_show_one_any_time_and_nothing_is_stored(
    ada, game, moves, messages, django_capture_on_commit_callbacks
):
    play(game, moves)
    before = digest()
    with django_capture_on_commit_callbacks(execute=True):
        show(game.code, ada)
        show(game.code, Player.objects.get(name="Ben"))
    assert digest() == before
    assert messages == [(game.code, "doodle", Doodle(mark, Drawing.NICE)) for mark in Mark]


def test_doodles_are_refused_without_another_person(ada):
    alone = services.start_against_computer(player=ada, opponent="easy", side=Mark.X)
    assert refused(alone.code, ada) == Reason.UNKNOWN_ACTION
    assert refused(services.start_one_screen(player=ada).code, ada) == Reason.UNKNOWN_ACTION
    assert refused(services.invite(player=ada, side=Mark.X).code, ada) == Reason.NOT_STARTED
