"""Each computer player's card describes its play correctly, checked only by the rules and by its candidates."""

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import cache

import pytest

from games.engine.nine import CENTRE, CORNERS, EDGES
from games.engine.policies import Opponent
from games.engine.position import BLANK, Mark, Move, Position
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.wild import WILD
from games.play.words.roster import PLAYERS
from tests.support.boards import SOLVED, every_position, some_positions
from tests.support.truth import Truth

Claim = Callable[[Variant, Opponent], bool]


# --- the rules


def wins(position: Position) -> list[Move]:
    """Return the moves that win immediately."""
    ends = {move: position.play(move).outcome for move in position.legal_moves}
    return [move for move, end in ends.items() if end and end.winner is position.turn]


def safe(position: Position) -> list[Move]:
    """Return the moves that neither lose nor let the other side win immediately."""
    after = {move: position.play(move) for move in position.legal_moves}
    lost = {move for move, now in after.items() if now.outcome and now.outcome.winner is now.turn}
    return [move for move, now in after.items() if move not in lost and not wins(now)]


def without_three(position: Position) -> list[Move]:
    """Return the moves that complete no line."""
    ends = {move: position.play(move).outcome for move in position.legal_moves}
    return [move for move, end in ends.items() if not (end and end.line)]


def threatened(position: Position) -> set[Move]:
    """Return the squares on which the other side would win immediately if it were its turn, in the classic game."""
    lines = [line for line in LINES if [position.cells[cell] for cell in line].count(position.turn.other) == 2]
    return {cell for line in lines for cell in line if position.cells[cell] == BLANK}


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


# --- the positions that can occur


@cache
def open_positions(variant: Variant) -> list[Position]:
    """Return every unfinished position, or those of some games if there are many."""
    found = some_positions(variant) if variant in (VANISHING, WILD) else every_position(variant)
    return list({variant.reduced(position) for position in found if not position.outcome})


@cache
def reachable(variant: Variant, opponent: Opponent, mark: Mark) -> set[Position]:
    """Return every position that can occur in an opponent's games with this mark."""
    found, fresh = {variant.start}, [variant.start]
    while fresh:
        position = fresh.pop()
        mine = position.turn is mark and not position.outcome
        moves = opponent.candidates(position) if mine else position.legal_moves
        new = {position.play(move) for move in moves} - found
        found |= new
        fresh += new
    return found


def choices(variant: Variant, opponent: Opponent) -> Iterator[tuple[Position, set[Move]]]:
    """Yield every position in which an opponent can be to move, with the moves that it considers there."""
    for mark in Mark:
        for position in reachable(variant, opponent, mark):
            if position.turn is mark and not position.outcome:
                yield position, set(opponent.candidates(position))


@cache
def beaten(opponent: Opponent, mine: Mark, position: Position) -> Fraction:
    """Return the chance that best play beats an opponent from a position."""
    if position.outcome:
        return Fraction(position.outcome.winner is mine)
    if position.turn is mine:
        return max(beaten(opponent, mine, position.play(move)) for move in position.legal_moves)
    after = [beaten(opponent, mine, position.play(move)) for move in opponent.candidates(position)]
    return sum(after, Fraction()) / len(after)


# --- the claims, in which "it" is the computer player


def considers(rule: Callable[[Position], Collection[Move]]) -> Claim:
    """Claim that it considers exactly the moves that a rule names, or any move if the rule names none."""
    return lambda variant, opponent: all(
        set(opponent.candidates(position)) == set(rule(position) or position.legal_moves)
        for position in open_positions(variant)
    )


def as_fast_as_it_can(variant: Variant, opponent: Opponent) -> bool:
    """It considers all of the fastest moves, because it sets no traps."""
    return considers(lambda position: Truth(variant, position).best_moves)(variant, opponent)


def sets_traps(variant: Variant, opponent: Opponent) -> bool:
    """It gives nothing away, and in some positions considers only some of the best moves."""
    positions = open_positions(variant)
    return keeps_the_value(variant, opponent) and any(
        set(opponent.candidates(one)) < Truth(variant, one).best_moves for one in positions
    )


def keeps_the_value(variant: Variant, opponent: Opponent) -> bool:
    return all(set(opponent.candidates(one)) <= Truth(variant, one).keeping_moves for one in open_positions(variant))


def never_loses(variant: Variant, opponent: Opponent) -> bool:
    return not any(beaten(opponent, mine, variant.start) for mine in Mark)


def a_careful_player_draws(variant: Variant, opponent: Opponent) -> bool:
    return never_loses(variant, opponent) and Truth(variant, variant.start).best[0] == 0


def beaten_only_if_you_start(variant: Variant, opponent: Opponent) -> bool:
    """The first side can always win, and it never gives a win away."""
    return Truth(variant, variant.start).best[0] == 1 and keeps_the_value(variant, opponent)


def tries_to_lose_and_never_wins(variant: Variant, opponent: Opponent) -> bool:
    ends = {(mark, one.outcome) for mark in Mark for one in reachable(variant, opponent, mark) if one.outcome}
    return learn_it_and_win(variant, opponent) and not any(end.winner is mark for mark, end in ends)


def replies_on_an_edge_and_is_lost(variant: Variant, opponent: Opponent) -> bool:
    replies = [(after, opponent.candidates(after)) for after in map(variant.start.play, range(9))]
    return all(
        move in EDGES and beaten(opponent, Mark.X, after.play(move)) == 1 for after, moves in replies for move in moves
    )


def a_fork_beats_it(variant: Variant, opponent: Opponent) -> bool:
    """Two simultaneous threats can occur, and it has no answer to them."""
    forked = [(one, moves) for one, moves in choices(variant, opponent) if len(threatened(one)) > 1 and not wins(one)]
    return bool(forked) and all(wins(one.play(move)) for one, moves in forked for move in moves)


def centre_then_edges(variant: Variant, opponent: Opponent) -> bool:
    """After its first move, it considers only one move in nineteen of twenty positions."""
    first = all(
        moves == {CENTRE} for one, moves in choices(variant, opponent) if one.ply < 2 and one.cells[CENTRE] == BLANK
    )
    later = [(one, moves) for one, moves in choices(variant, opponent) if one.ply > 1]
    quiet = [moves for one, moves in later if not wins(one) and not threatened(one) and set(EDGES) & {*one.legal_moves}]
    single = [moves for _one, moves in later if len(moves) == 1]
    return first and all(moves <= set(EDGES) for moves in quiet) and 20 * len(single) >= 19 * len(later)


def learn_it_and_win(variant: Variant, opponent: Opponent) -> bool:
    return all(beaten(opponent, mine, variant.start) == 1 for mine in Mark)


def corners_even_when_it_needs_the_centre(variant: Variant, opponent: Opponent) -> bool:
    quiet = [(one, moves) for one, moves in choices(variant, opponent) if not wins(one) and not threatened(one)]
    corners = all(moves <= set(CORNERS) for one, moves in quiet if set(CORNERS) & {*one.legal_moves})
    return corners and any(Truth(variant, one).only(CENTRE) and CENTRE not in moves for one, moves in quiet)


def overlooks_threats(variant: Variant, opponent: Opponent) -> bool:
    return any(
        len(threatened(one)) == 1 and not wins(one) and not moves & threatened(one)
        for one, moves in choices(variant, opponent)
    )


def almost_extreme_mended(variant: Variant, opponent: Opponent) -> bool:
    """Almost Extreme can lose, and it cannot. tests/engine/test_classic.py compares their moves."""
    return not never_loses(variant, variant.opponents["extreme-first"]) and never_loses(variant, opponent)


def misses_wins(variant: Variant, opponent: Opponent) -> bool:
    return any(wins(one) and moves - {*wins(one)} for one, moves in choices(variant, opponent))


def always_the_same(variant: Variant, opponent: Opponent) -> bool:
    return all(len(moves) == 1 for _one, moves in choices(variant, opponent))


def takes_prevents_guesses(position: Position) -> Collection[Move]:
    return wins(position) or safe(position)


CLAIMS: dict[str, tuple[Claim, ...]] = {
    "Tries hard to lose, and never wins.": (tries_to_lose_and_never_wins,),
    "Marks any empty square without looking.": (considers(lambda position: position.legal_moves),),
    "Its first reply is on an edge. After that you can always beat it.": (replies_on_an_edge_and_is_lost,),
    "Takes a win, blocks a win, otherwise guesses. A fork beats it.": (
        considers(lambda position: wins(position) or threatened(position)),
        a_fork_beats_it,
    ),
    "Centre first, then edges, nearly always the same way. Learn it and win.": (centre_then_edges, learn_it_and_win),
    "Loves corners, even when it needs the centre.": (corners_even_when_it_needs_the_centre,),
    "Said to be unbeatable. It is not: it overlooks threats.": (overlooks_threats,),
    "Almost Extreme, with its mistakes fixed. It still misses quick wins.": (almost_extreme_mended, misses_wins),
    "Always plays the same way, and is in no hurry to win.": (always_the_same, misses_wins),
    "Wins as fast as it can, but sets no traps.": (as_fast_as_it_can,),
    "Sets traps. A careful player draws.": (sets_traps, a_careful_player_draws),
    "Takes a win, prevents a loss, otherwise guesses.": (considers(takes_prevents_guesses),),
    "Avoids three in a row if it can, otherwise guesses.": (considers(without_three),),
    "Wins as fast as it can. You can beat it only if you start.": (as_fast_as_it_can, beaten_only_if_you_start),
    "Sets traps. You can beat it only if you start.": (sets_traps, beaten_only_if_you_start),
}


# Building the graph of Vanishing takes two seconds.
@pytest.mark.parametrize(
    ("game", "key"),
    [
        pytest.param(game, key, marks=[pytest.mark.slow] if game == VANISHING.key else [])
        for game in SOLVED
        for key in PLAYERS[game]
    ],
)
def test_the_card_of_each_computer_player_is_true(game, key):
    variant, sentence = SOLVED[game], str(PLAYERS[game][key].character)
    assert [claim for claim in CLAIMS[sentence] if not claim(variant, variant.opponents[key])] == []
