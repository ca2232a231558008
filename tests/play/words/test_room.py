"""A room's data in addition to the Pov."""

from games.play.words.room import review_from
from tests.support.states import ADA, BEN, EVE, WON, seen_by, state


def test_a_review_opens_at_the_first_mistake():
    # O gives the draw away with move 2, X misses the win with move 3, and O throws the game away with move 6.
    played = state("1 2 3 5 4 6 8 7 9", **WON)
    assert [review_from(seen_by(who, played)) for who in (ADA, BEN, EVE)] == [3, 2, 2]
    assert review_from(seen_by(ADA, state("1 4 2 5 3", **WON))) == 2  # she has made no mistake
    assert review_from(seen_by(ADA, state("1 5 9"))) == 3
