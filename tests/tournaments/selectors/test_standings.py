"""The standings of a tournament."""

from collections import defaultdict

import pytest

from games.tournaments.selectors.standings import Score, places_of


def scores(text: str) -> defaultdict[str, Score]:
    """Parse scores such as "Ada +2=1-0 3": won, drawn, lost, and mistakes."""
    found = defaultdict(Score)
    for line in text.split(", "):
        who, results, mistakes = line.split()
        won, rest = results[1:].split("=")
        found[who] = Score(int(won), *map(int, rest.split("-")), int(mistakes))
    return found


def table(text: str) -> str:
    found = scores(text)
    return ", ".join(f"{place} {who} {found[who].points}" for who, place in places_of([*found], found).items())


@pytest.mark.parametrize(
    ("results", "shown"),
    [
        ("Ada +1=0-1 0, Ben +1=1-0 0, Cem +0=1-1 0", "1 Ben 3, 2 Ada 2, 3 Cem 1"),
        ("Ada +0=2-0 0, Ben +1=0-1 9", "1 Ben 2, 2 Ada 2"),  # equal points: by wins
        ("Ada +1=0-1 3, Ben +1=0-1 2", "1 Ben 2, 2 Ada 2"),  # equal wins: by fewer mistakes
        ("Ada +0=0-0 0, Ben +0=0-2 5", "1 Ben 0, 2 Ada 0"),  # players without a game come last
        ("Ada +1=0-0 0, Ben +1=0-0 0, Cem +0=0-2 0", "1 Ada 2, 1 Ben 2, 3 Cem 0"),  # ties share a place
        ("Ada +2=0-0 0, Ben +1=0-0 0, Cem +1=0-0 0, Dan +0=0-1 0", "1 Ada 4, 2 Ben 2, 2 Cem 2, 4 Dan 0"),
    ],
)
def test_the_standings_are_in_order_and_ties_share_a_place(results, shown):
    assert table(results) == shown
