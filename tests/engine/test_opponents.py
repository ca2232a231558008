"""What each computer player considers, and that the perfect one is perfect."""

import pytest

from games.engine.opponents import OPPONENTS, choose
from games.engine.position import Mark, Position
from tests.engine.boards import board, every_position


def candidates(key: str, rows: str) -> tuple[int, ...]:
    return OPPONENTS[key].candidates(board(rows))


def ends_against_anybody(key: str, mark: Mark) -> set[Mark | None]:
    """How games can end in which an opponent plays one mark and an adversary any legal move."""
    ends, seen, fresh = set(), set(), [Position()]
    while fresh:
        position = fresh.pop()
        if position in seen:
            continue
        seen.add(position)
        if position.outcome:
            ends.add(position.outcome.winner)
            continue
        moves = OPPONENTS[key].candidates(position) if position.turn == mark else position.legal_moves
        fresh += [position.play(cell) for cell in moves]
    return ends


@pytest.mark.parametrize("key", OPPONENTS)
def test_every_opponent_answers_in_every_unfinished_position(key):
    for position in every_position():
        if not position.outcome:
            cells = OPPONENTS[key].candidates(position)
            assert cells
            assert list(cells) == sorted(set(cells) & set(position.legal_moves))


@pytest.mark.parametrize("mark", Mark)
def test_hard_is_never_beaten_whoever_plays_it(mark):
    assert mark.other not in ends_against_anybody("hard", mark)


@pytest.mark.parametrize("mark", Mark)
def test_easy_and_medium_can_be_beaten(mark):
    assert mark.other in ends_against_anybody("easy", mark)
    assert mark.other in ends_against_anybody("medium", mark)


def test_easy_considers_any_empty_square():
    assert candidates("easy", "XX_ OO_ ___") == (2, 5, 6, 7, 8)


def test_medium_wins_if_it_can():
    assert candidates("medium", "XX_ OO_ ___") == (2,)
    assert candidates("medium", "XX_ X_O _OO") == (2, 6)


def test_medium_blocks_if_it_must():
    assert candidates("medium", "XX_ _O_ ___") == (2,)


def test_medium_otherwise_considers_any_empty_square():
    assert candidates("medium", "X__ _O_ ___") == (1, 2, 3, 5, 6, 7, 8)


def test_hard_takes_the_quickest_win():
    assert candidates("hard", "XX_ OO_ ___") == (2,)


def test_hard_takes_the_slowest_loss():
    assert candidates("hard", "XO_ ___ X__") == (3,)


def test_choosing_draws_from_the_candidates():
    position = board("XX_ X_O _OO")
    assert {choose(OPPONENTS["medium"], position) for _ in range(60)} == {2, 6}
