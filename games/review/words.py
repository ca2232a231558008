"""A finished game, move by move: the state of a review page at one moment."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from games.engine.analysis import Analysis, JudgedMove, Verdict, analyse
from games.engine.position import Cell, Mark, Move, Position
from games.engine.robots import is_robot
from games.engine.solver import Solver
from games.features import face_of, why
from games.play.selectors.state import State
from games.play.words.board import Board, Square, board_to_answer
from games.play.words.marks import mark_of
from games.play.words.news import describe_move
from games.play.words.pov import Pov
from games.play.words.room import mistakes_of
from games.play.words.rules import rules_of
from games.play.words.squares import move_label, squares_named
from games.play.words.strip import strip_between
from games.play.words.verdicts import refutation, verdict_sentence, verdict_title, worth_in_words, worths_in_words

# The evaluation curve: moves are STEP apart, and it is RISE above or below the MIDDLE while a side is winning. It is at
# least MIN_MOVES wide.
STEP, RISE, MIDDLE, MIN_MOVES = 20, 14, 20, 9
# Moves in the strip. Each is a link, and links contain the whole game if it was opened from a file.
MAX_PLACES = 60


@dataclass(frozen=True)
class Review:
    """A finished game as one viewer sees it, after `ply` of its moves. `worths` shows the worth of each square.

    `trying` means that the viewer looks for a better move than the mistake shown, without the worths. `tried` is their
    latest move; `refused` says why the pressed square is not a legal move, and `write` is the chosen mark.
    """

    pov: Pov
    ply: int
    worths: bool
    trying: bool = False
    tried: Move | None = None
    refused: str = ""
    write: str = ""

    @cached_property
    def analysis(self) -> Analysis:
        state = self.pov.state
        return analyse(state.variant, state.positions[0], state.moves)

    @property
    def judged(self) -> bool:
        """Whether there are verdicts, which only solved games have."""
        return self.pov.state.variant.solver is not None

    @property
    def last(self) -> int:
        return self.pov.state.plies

    @property
    def back(self) -> int:
        return max(self.ply - 1, 0)

    @property
    def forward(self) -> int:
        return min(self.ply + 1, self.last)

    @property
    def position(self) -> Position:
        return self.pov.state.positions[self.ply]

    @property
    def play_from(self) -> Position:
        """The position to play on from: after a mistake the one before it, to try again."""
        return self.choice if self.mistaken else self.position

    @property
    def mistaken(self) -> bool:
        """Whether the move shown was a mistake."""
        return self.judged and self.move is not None and self.move.verdict.mistake

    @property
    def move(self) -> JudgedMove | None:
        """The move shown; None at the start."""
        return self.analysis.moves[self.ply - 1] if self.ply else None

    @property
    def judged_move(self) -> JudgedMove | None:
        """The move that the words are about: the one tried, or the one shown."""
        return self.move if self.tried is None else JudgedMove(self.pov.state.variant, self.choice, self.tried)

    @property
    def right(self) -> bool:
        """Whether the move tried is not a mistake."""
        return self.tried is not None and self.sign != "mistake"

    @cached_property
    def mistakes(self) -> list[int]:
        """The numbers of the mistakes to learn from."""
        return mistakes_of(self.pov, self.analysis) if self.judged else []

    @property
    def next_mistake(self) -> int:
        """The next mistake, in a circle. The move shown counts unless the viewer is already correcting it."""
        later = (ply for ply in self.mistakes if ply > self.ply - (not self.trying))
        return next(later, self.mistakes[0])

    @property
    def mover(self) -> str:
        return self.pov.name(self.move.mark) if self.move else ""

    @property
    def sign(self) -> str:
        return _sign(self.judged_move.verdict) if self.judged_move and self.judged else ""

    @property
    def verdict(self) -> str:
        return verdict_title(self.judged_move) if self.judged_move and self.judged else ""

    @property
    def played(self) -> str:
        """The move, and the mark that it removed, if any."""
        if self.tried is not None and (move := self.judged_move):
            return move_label(move.variant, move.after.cells[move.square], move.square)
        return describe_move(self.pov, self.ply - 1) if self.move else ""

    @property
    def rule(self) -> str:
        """The rule by which a robot made the move shown."""
        return why(self.pov.state.seats[self.move.mark].opponent, self.move.before) if self.move else ""

    @property
    def sentence(self) -> str:
        move = self.judged_move
        if not move:
            return ""
        if self.trying and self.tried is None:
            return self.refused or _("Find a better move.")
        if self.trying and not self.right:
            return refutation(move)
        if self.judged:
            return verdict_sentence(move)
        end = move.after.outcome
        return rules_of(self.pov.state.variant).ending(end.termination) if end else ""

    @property
    def choice(self) -> Position:
        """The position before the move shown; at the start, the starting position."""
        return self.move.before if self.move else self.position

    @property
    def what_if(self) -> str:
        """The question answered by the words in the squares."""
        if not (self.judged and self.worths) or self.trying or self.position.outcome:
            return ""
        mark = {"mark": self.pov.side(self.choice.turn)}
        return (_("What if %(mark)s had played here?") if self.move else _("What if %(mark)s plays here?")) % mark

    @cached_property
    def board(self) -> Board:
        """The board now, with the worths of the move and of its alternatives unless the game is over."""
        if self.trying:
            return self._board_to_answer()
        state, variant = self.pov.state, self.pov.state.variant
        worths = worths_in_words(variant, self.choice) if self.worths and self.position.outcome is None else {}
        if worths and self.move:
            worths[self.move.square] = worth_in_words(variant, self.choice, self.move.move)
        positions, moves = state.positions[: self.ply + 1], state.moves[: self.ply]
        board = board_to_answer(variant, positions, moves, {}, over=True, worths=worths)
        chosen = self.move.square if self.move else None
        squares = tuple(replace(one, look="last") if one.cell == chosen else one for one in board.squares)
        about = "what-if" if self.what_if else ""
        return replace(board, squares=squares, field="", turn="", closed=False, choices=(), about=about)

    @property
    def shown(self) -> State:
        """The game as the board shows it."""
        state = self.pov.state
        if not self.trying:
            return state if self.ply == self.last else state.at(self.ply)
        before = state.at(self.ply - 1)
        if not self.right or self.tried is None:
            return before
        return replace(before, record=before.record + state.variant.write(self.tried)).at(self.ply)

    @property
    def values(self) -> list[str]:
        """The words in the squares as text, each result once with all its squares."""
        found = dict[str, list[Cell]]()
        for square in self.board.squares:
            if square.worth:
                found.setdefault(square.worth, []).append(square.cell)
        variant = self.pov.state.variant
        return [
            # Translators: worth is "X wins in 2" or "draw"; squares are those with this result: "any corner, centre".
            _("%(worth)s: %(squares)s") % {"worth": worth, "squares": squares_named(variant, cells)}
            for worth, cells in found.items()
        ]

    def _board_to_answer(self) -> Board:
        """Return the board before the move shown, to try another move on."""
        state, tried = self.pov.state, self.tried
        positions, moves = state.positions[: self.ply], state.moves[: self.ply - 1]
        looks = {} if tried is None else {state.variant.square(tried): "last" if self.right else "wrong"}
        if tried is not None and self.right:
            positions, moves = (*positions, positions[-1].play(tried)), (*moves, tried)
        board = board_to_answer(state.variant, positions, moves, looks, over=self.right, write=self.write)
        return replace(board, form=board.form or "try")

    @property
    def marked(self) -> Square | None:
        """The square of the move that the words are about."""
        return self.board.squares[self.judged_move.square] if self.judged_move else None

    @cached_property
    def numbers(self) -> range:
        """The move numbers in the strip: all, or around this moment, starting with a move of the first side."""
        first = max(1, min(self.ply - MAX_PLACES // 2, self.last - MAX_PLACES + 1)) | 1
        return range(first, min(first + MAX_PLACES, self.last + 1))

    @property
    def places(self) -> list[dict[str, Any]]:
        """The moves in the strip, in order, each with its verdict as a `sign` and in words, if there are verdicts."""
        first, last = self.numbers.start, self.numbers.stop - 1
        places = strip_between(self.pov.state, first, last)
        if self.judged:
            for place, move in zip(places, self.analysis.moves[first - 1 : last], strict=True):
                place |= {"sign": _sign(move.verdict), "verdict": verdict_title(move)}
        return places

    @property
    def computers(self) -> list[dict[str, Any]]:
        """The computer players of this game, each with the side to play against it. `given` is a robot's given name,
        and `face` its face, drawn from its rules; other computer players have faces in faces.svg."""
        return [
            {
                "key": seat.opponent,
                "name": self.pov.name(mark),
                "given": seat.name,
                "side": Mark(mark).other,
                "face": face_of(seat.opponent) if is_robot(seat.opponent) else None,
            }
            for mark, seat in self.pov.state.seats.items()
            if seat.opponent
        ]

    @property
    def long(self) -> bool:
        """Whether the game has more than MIN_MOVES."""
        return self.last > MIN_MOVES

    @property
    def width(self) -> int:
        """The width of the evaluation curve."""
        return STEP * (max(len(self.numbers), MIN_MOVES) + 1)

    @property
    def curve(self) -> str:
        """The SVG path of the evaluation curve: up while the first side was winning, down for the second."""
        state, solver = self.pov.state, self.pov.state.variant.solved
        shown = state.positions[self.numbers.start - 1 : self.numbers.stop]
        heights = [MIDDLE - RISE * for_first(solver, position) for position in shown]
        path = [f"M0 {heights[0]}H{STEP - 14}"]
        for number, (before, after) in enumerate(pairwise(heights), start=1):
            middle = number * STEP
            path.append(f"C{middle - 10} {before} {middle - 10} {after} {middle - 6} {after}H{middle + 6}")
        return "".join(path)

    @cached_property
    def sides(self) -> list[dict[str, Any]]:
        """Both sides, each with its drawing ("" if neither side owns a mark), its name and that of its player, the
        number of its moves and mistakes (None without verdicts), and the number of its losing move, if any."""
        state, analysis = self.pov.state, self.analysis
        return [
            {
                "mark": mark_of(state.variant, mark),
                "called": self.pov.side(mark),
                "name": self.pov.name(mark),
                "moves": sum(move.mark is mark for move in analysis.moves),
                "mistakes": analysis.mistakes(mark) if self.judged else None,
                "lost_by": analysis.losing_move(mark) if self.judged and state.winner == mark.other else None,
            }
            for mark in Mark
        ]


def _sign(verdict: Verdict) -> str:
    return "mistake" if verdict.mistake else "best" if verdict is Verdict.BEST else "fine"


def for_first(solver: Solver, position: Position) -> int:
    """Return 1 if the first side wins with best play, -1 if the second does, 0 for a draw."""
    value = int(solver.worth(position).value)
    return value if position.turn is Mark.X else -value
