"""Round-robin pairings: everyone plays everyone, in the order of a Berger table."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing import berger

# As printed for chess clubs. The first of each pair starts.
TABLES = {
    0: "",
    1: "",
    2: "1-2",
    3: "2-3, 1-2, 3-1",  # another player sits out each round
    4: "1-4 2-3, 4-3 1-2, 2-4 3-1",
    6: "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1",
}


def table(count: int) -> str:
    return ", ".join(" ".join(f"{one + 1}-{other + 1}" for one, other in pairs) for pairs in berger.rounds(count))


@pytest.mark.parametrize("count", TABLES)
def test_the_table_is_the_printed_one(count):
    assert table(count) == TABLES[count]


@given(st.integers(2, 12))
def test_everyone_meets_everyone_once_and_nobody_twice_in_a_round(count):
    people = "ABCDEFGHIJKL"[:count]
    met = [frozenset(pair) for pair in berger.remaining(people, set())]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(people, 2)]
    for pairs in berger.rounds(count):
        playing = [one for pair in pairs for one in pair]
        assert len(playing) == len(set(playing)) == count - count % 2


def pairs(order: str, *met: str, free: str) -> str:
    return " ".join(one + other for one, other in berger.pairs(order, {*map(frozenset, met)}, free))


@pytest.mark.parametrize(
    ("order", "met", "free", "started"),
    [
        ("ABCD", [], "ABCD", "AD BC"),
        ("ABCD", ["AD", "BC"], "ABCD", "DC AB"),
        ("ABCD", ["AD", "BC"], "ABD", "AB"),  # C is still playing, and D has no other opponent
        ("ABCD", ["AD", "BC"], "BD", "BD"),  # players need not wait for the end of a round
        ("ABC", ["AB", "AC"], "AB", ""),
        ("ABCE", ["AB", "AC", "BC"], "ABCE", "AE"),  # latecomers meet everyone too
    ],
)
def test_free_players_start_the_next_match_of_the_table(order, met, free, started):
    assert pairs(order, *met, free=free) == started


@given(st.integers(2, 12), st.randoms(use_true_random=False))
def test_all_matches_are_played_in_whatever_order_they_end(count, random):
    people, met, playing = "ABCDEFGHIJKL"[:count], set(), []
    while True:
        busy = {one for pair in playing for one in pair}
        started = berger.pairs(people, met, set(people) - busy)
        for pair in started:
            assert frozenset(pair) not in met
            met.add(frozenset(pair))
        playing += started
        if not playing:
            break
        playing.remove(random.choice(playing))
    assert len(met) == count * (count - 1) // 2
