"""A room's data in addition to the Pov: where a review opens, and the score by game."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.variant import Variant
from games.engine.wild import WILD
from games.play import services
from games.play.models import Game
from games.play.selectors.results import results_so_far
from games.play.selectors.state import State
from games.play.words.pov import Pov
from games.play.words.room import review_from, score_by_game
from games.site.models import Player
from tests.support.states import ADA, BEN, EVE, WON, seen_by, state


def test_a_review_opens_at_the_first_mistake():
    # O gives the draw away with move 2, X misses the win with move 3, and O throws the game away with move 6.
    played = state("1 2 3 5 4 6 8 7 9", **WON)
    assert [review_from(seen_by(who, played)) for who in (ADA, BEN, EVE)] == [3, 2, 2]
    assert review_from(seen_by(ADA, state("1 4 2 5 3", **WON))) == 2  # she has made no mistake
    assert review_from(seen_by(ADA, state("1 5 9"))) == 3


def score(state: State) -> list[str]:
    return score_by_game(Pov(state), results_so_far(state))


def next_game(game: State, ada: Player, ben: Player, variant: Variant | None = None) -> State:
    """Return the rematch that Ada offers and Ben accepts."""
    for who in (ada, ben):
        done = services.rematch(code=game.code, player=who, variant=variant)
    return State.of(Game.objects.get(code=done.next_code))


@pytest.mark.django_db
def test_the_score_continues_over_rematches_and_is_kept_by_variant(ada, ben, game):
    second = next_game(services.resign(code=game.code, player=ben), ada, ben)
    assert score(State.of(game)) == score(second) == []
    third = next_game(services.resign(code=second.code, player=ada), ada, ben, WILD)
    assert score(third) == ["Classic: Ada 1, Ben 1"]
    over = services.resign(code=third.code, player=ben)
    assert score(over) == ["Classic: Ada 1, Ben 1", "Wild: Ada 1, Ben 0"]
    Game.objects.filter(pk=over.game).update(winner="", ended="full")
    back = next_game(over, ada, ben, CLASSIC)
    assert score(back) == ["Classic: Ben 1, Ada 1", "Wild: Ben 0, Ada 0, 1 draw"]
