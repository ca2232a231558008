"""Arena pairings."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing import arena
from games.tournaments.pairing.arena import AGAIN_AFTER, Free


def free(text: str) -> list[Free]:
    """Parse people such as "Ada 4 2s Ben": name, points, seconds waited, and the last opponent, if any."""
    found = []
    for line in text.split(", "):
        who, points, waited, *last = line.split()
        found.append(Free(who, int(points), float(waited.removesuffix("s")), last[0] if last else None))
    return found


def pairs(text: str, *met: str) -> set[str]:
    """Return the pairs, such as {"Ada Ben"}. `met` lists earlier pairs, once for each meeting."""
    times = Counter(frozenset(pair.split()) for pair in met)
    return {" ".join(sorted(pair)) for pair in arena.pairs(free(text), times)}


def test_players_with_equal_points_are_paired():
    assert pairs("Ada 6 2s, Ben 0 2s, Cem 6 2s, Dan 0 2s") == {"Ada Cem", "Ben Dan"}


def test_players_who_have_not_met_are_paired():
    met = ("Ada Ben", "Cem Dan", "Ada Cem", "Ben Dan")
    assert pairs("Ada 2 2s, Ben 2 2s, Cem 2 2s, Dan 2 2s", *met) == {"Ada Dan", "Ben Cem"}


def test_the_player_who_has_waited_longest_is_paired():
    assert pairs("Ada 4 2s, Ben 4 2s, Cem 0 20s") in ({"Ada Cem"}, {"Ben Cem"})


def test_as_few_as_possible_are_left_over():
    """Ada and Ben would be the best pair, but would leave the other two without opponents."""
    assert pairs("Ada 8 2s Cem, Ben 8 2s Dan, Cem 0 2s Dan, Dan 0 2s Cem") == {"Ada Dan", "Ben Cem"}


@pytest.mark.parametrize(
    ("people", "paired"),
    [
        ("Ada 2 2s Ben, Ben 0 2s Ada", set()),  # another player may soon be free
        ("Ada 2 9s Ben, Ben 0 2s Ada", set()),
        (f"Ada 2 {AGAIN_AFTER}s Ben, Ben 0 {AGAIN_AFTER}s Ada", {"Ada Ben"}),  # no other player became free
        ("Ada 2 9s Ben, Ben 0 9s Ada, Cem 9 9s", None),
        ("Ada 2 9s Ben, Ben 0 9s Ada, Cem 9 0s Dan, Dan 0 0s Cem", None),
    ],
)
def test_the_same_two_meet_again_only_if_nobody_else_is_free(people, paired):
    found = pairs(people, "Ada Ben")
    assert found == paired if paired is not None else found and "Ada Ben" not in found


people = st.lists(
    st.tuples(st.integers(0, 60), st.floats(0, 120), st.none() | st.integers(0, 79)),  # points, waited, last
    max_size=80,
)


@given(people)
def test_nobody_is_paired_twice_or_too_soon_with_the_same_player(drawn):
    """At most one player who could be paired is left over, even if very many are free."""
    known = [Free(number, *one) for number, one in enumerate(drawn)]
    found = arena.pairs(known, Counter())
    paired = [who for pair in found for who in pair]
    assert len(paired) == len(set(paired))
    for one, other in found:
        again = known[one].last == other or known[other].last == one
        assert not again or min(known[one].waited, known[other].waited) >= AGAIN_AFTER
    left = [one for one in known if one.who not in paired]
    assert not [pair for pair in combinations(left, 2) if pair[0].last != pair[1].who and pair[1].last != pair[0].who]
