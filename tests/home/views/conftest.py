"""Two people's browsers and their game."""

import pytest

from games.play.models import Game
from tests.support.browsers import Browser
from tests.support.games import friends, player


@pytest.fixture
def ada() -> Browser:
    return Browser(player("Ada"))


@pytest.fixture
def ben() -> Browser:
    return Browser(player("Ben"))


@pytest.fixture
def game(ada, ben) -> Game:
    """A game in play: Ada is X, Ben is O."""
    return friends(x=ada.who, o=ben.who)
