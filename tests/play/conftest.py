"""Two players and their game."""

from types import SimpleNamespace

import pytest

from games.play import news
from games.play.models import Game
from games.site.models import Player
from tests.support.games import friends, player


@pytest.fixture
def ada() -> Player:
    return player("Ada")


@pytest.fixture
def ben() -> Player:
    return player("Ben")


@pytest.fixture
def people(ada, ben) -> SimpleNamespace:
    """Ada, Ben and Eve as `people.ada` and so on, for tests that call their pages `ada`, `ben` and `eve`."""
    return SimpleNamespace(ada=ada, ben=ben, eve=player("Eve"))


@pytest.fixture
def game(ada, ben) -> Game:
    """A game in play: Ada is X, Ben is O."""
    return friends(x=ada, o=ben)


@pytest.fixture
def published(monkeypatch) -> list[tuple]:
    """The news that would have been published, each as its room, its kind and its data."""
    published: list[tuple] = []
    monkeypatch.setattr(news, "publish", lambda *sent: published.append(sent))
    return published
