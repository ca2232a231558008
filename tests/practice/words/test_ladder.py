"""Every sentence and number about ladders is true, checked by the rules alone."""

from collections.abc import Iterator

import pytest

from games.engine.ladder import Rung, rungs
from games.engine.notakto import NOTAKTO
from games.engine.position import Move
from games.engine.symmetry import canonical
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.wild import WILD
from games.practice.words.ladder import Climbing, length_in_words
from tests.support.truth import WON, Truth, facts_of, untrue

# The whole graph of Vanishing takes two seconds.
each = pytest.mark.parametrize("variant", [pytest.param(VANISHING, marks=pytest.mark.slow), NOTAKTO, WILD], ids=repr)


def truth_of(rung: Rung, moves: tuple[Move, ...]) -> Truth:
    return Truth(rung.variant, rung.positions(moves)[-1])


def longest(rung: Rung) -> int:
    """Return the number of moves of best play, computed by the rules alone."""
    moves = rung.played
    while truth_of(rung, moves).position.outcome is None:
        moves = (*moves, next(iter(truth_of(rung, moves).best_moves)))
    return len(moves) - len(rung.played)


def climbs(rung: Rung, moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    """Yield every record of best play from a rung after which the winner is to move."""
    truth = truth_of(rung, moves)
    if truth.position.outcome:
        return
    yield moves
    for move in truth.best_moves:
        after = truth_of(rung, (*moves, move))
        for answer in after.best_moves if after.position.legal_moves else ():
            yield from climbs(rung, (*moves, move, answer))


@each
def test_every_rung_is_a_forced_win_of_its_stated_length(variant):
    for rung in rungs(variant):
        reduced = canonical(variant, variant.reduced(rung.position))
        assert facts_of(variant)[reduced] == (WON, rung.moves)
        side = Truth(variant, rung.position).side(WON)
        task = f"{side} to play and win in {rung.moves} move{'s' if rung.moves > 1 else ''}."
        assert Climbing(rung, rung.played).task == task


@each
def test_the_length_of_the_whole_win_is_true(variant):
    opening = rungs(variant)[-1]
    plies, own = longest(opening), facts_of(variant)[canonical(variant, variant.start)][1]
    assert length_in_words(opening) == f"Against the best defence the game takes {plies} moves, {own} of them yours."


@each
def test_every_verdict_on_a_wrong_move_is_true(variant):
    for rung in rungs(variant):
        for moves in climbs(rung, rung.played):

            def verdict(
                _truth: Truth, move: Move, rung: Rung = rung, moves: tuple[Move, ...] = moves
            ) -> tuple[str, str]:
                title, _dot, sentence = Climbing(rung, moves, wrong=move).answer.partition(". ")
                return title, sentence

            assert untrue([truth_of(rung, moves)], verdict) == []


@each
def test_only_best_moves_keep_the_win(variant):
    for rung in rungs(variant):
        for moves in climbs(rung, rung.played):
            truth = truth_of(rung, moves)
            assert {move for move, fact in truth.after.items() if fact[0] == WON} == truth.best_moves


@each
def test_the_opening_reveals_no_better_move(variant):
    opening = rungs(variant)[-1]
    for moves in climbs(opening, ()):
        for move in truth_of(opening, moves).position.legal_moves:
            assert "Better" not in Climbing(opening, moves, wrong=move).answer


def praise(variant: Variant, count: int) -> str:
    return f"Right: {Truth(variant, variant.start).side(WON)} wins in {count} move{'s' if count > 1 else ''}. "


@each
def test_every_praise_is_true_and_every_reply_is_the_longest_defence(variant):
    for rung in rungs(variant)[:-1]:
        for moves in climbs(rung, rung.played):
            if moves == rung.played:
                continue
            before = truth_of(rung, moves[:-2])
            assert Climbing(rung, moves).answer.startswith(praise(variant, before.after[moves[-2]][1]))
            assert moves[-1] in truth_of(rung, moves[:-1]).best_moves
            assert rung.moves_in("".join(map(variant.write, moves))) == moves
