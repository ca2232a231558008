"""The pages of a ladder: how long the win takes, and a rung to climb."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.analysis import JudgedMove, winner_after
from games.engine.ladder import Rung
from games.engine.position import Move, Position
from games.play.words.board import Board, board_to_answer
from games.play.words.marks import drawn
from games.play.words.questions import answers_without_game
from games.play.words.rules import rules_of, side_name
from games.play.words.squares import square_name
from games.play.words.verdicts import verdict_sentence, verdict_title, verdict_without_better, worths_in_words


def length_in_words(opening: Rung) -> str:
    sentence = ngettext(
        "Against the best defence the game takes %(count)d move, %(own)d of them yours.",
        "Against the best defence the game takes %(count)d moves, %(own)d of them yours.",
        opening.plies,
    )
    return sentence % {"count": opening.plies, "own": opening.moves}


@dataclass(frozen=True)
class Climbing:
    """A rung and the `moves` of the game so far. `wrong` is the latest move if it is not one of the best; `refused`
    says why the pressed square is not a legal move. `hinted` shows the worth of each square, and `write` is the chosen
    mark."""

    rung: Rung
    moves: tuple[Move, ...]
    write: str = ""
    wrong: Move | None = None
    refused: str = ""
    hinted: bool = False

    @cached_property
    def positions(self) -> list[Position]:
        return self.rung.positions(self.moves)

    @property
    def climbed(self) -> bool:
        return self.positions[-1].outcome is not None

    @property
    def opening(self) -> bool:
        """Whether this is the last rung, which gives no hints."""
        return not self.rung.played

    @property
    def record(self) -> str:
        return "".join(map(self.rung.variant.write, self.moves))

    @property
    def side(self) -> str:
        return side_name(self.rung.variant, self.rung.position.turn)

    @property
    def task(self) -> str:
        count = self.rung.moves
        words = ngettext(
            "%(mark)s to play and win in %(count)d move.", "%(mark)s to play and win in %(count)d moves.", count
        )
        return words % {"mark": self.side, "count": count}

    @property
    def answer(self) -> str:
        """The verdict on a wrong move, the end, or the reply; at the opening without better moves or distances."""
        variant, position = self.rung.variant, self.positions[-1]
        if self.wrong is not None:
            move = JudgedMove(variant, position, self.wrong)
            sentence = verdict_without_better(move) if self.opening else verdict_sentence(move)
            # Translators: verdict is as in "Missed a win"; sentence says why.
            return _("%(verdict)s. %(sentence)s") % {"verdict": verdict_title(move), "sentence": sentence}
        if self.refused or self.moves == self.rung.played:
            return self.refused
        if position.outcome:
            first, second = rules_of(variant).ending(position.outcome.termination), _("%(winner)s wins.")
            return _("%(first)s %(second)s") % {"first": first, "second": second % {"winner": self.side}}
        cell = variant.square(self.moves[-1])
        reply = str(rules_of(variant).move.of_nameless) % {
            "mark": position.cells[cell],
            "square": square_name(variant, cell),
        }
        if self.opening:
            return reply
        _winner, count = winner_after(position.turn, JudgedMove(variant, self.positions[-3], self.moves[-2]).worth)
        right = ngettext("Right: %(mark)s wins in %(count)d move.", "Right: %(mark)s wins in %(count)d moves.", count)
        return _("%(first)s %(second)s") % {"first": right % {"mark": self.side, "count": count}, "second": reply}

    @property
    def answers_by_key(self) -> dict[str, str]:
        """The answers to questions about the board."""
        return answers_without_game(self.rung.variant, self.positions[0], self.record, self.rung.position.turn)

    @property
    def drawings(self) -> str:
        return drawn(self.positions[-1].cells, self.rung.variant.inks(self.positions, self.moves))

    @property
    def board(self) -> Board:
        variant, position, over = self.rung.variant, self.positions[-1], self.climbed or self.wrong is not None
        looks = {variant.square(move): "last" for move in self.moves[-1:]}
        looks |= {} if self.wrong is None else {variant.square(self.wrong): "wrong"}
        worths = worths_in_words(variant, position) if self.hinted else {}
        return board_to_answer(variant, self.positions, self.moves, looks, over=over, write=self.write, worths=worths)
