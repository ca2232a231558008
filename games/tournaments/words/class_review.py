"""The positions that people in a tournament got wrong most often, each with its lesson. Shows no names."""

from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.exercises import exercises
from games.engine.motifs import Motif, motif_of
from games.engine.position import BLANK, Position
from games.engine.solver import Value
from games.engine.symmetry import canonical
from games.engine.variant import Variant
from games.play.words.board import Board
from games.play.words.editor import read_only_board
from games.play.words.rules import side_name
from games.play.words.squares import ages_in_words, moves_named
from games.practice.links import exercise_path
from games.tournaments.selectors.endings import ending_of
from games.tournaments.selectors.tournaments import TournamentState

MAX_SIMILAR = 5  # puzzles


@dataclass(frozen=True)
class MissedPosition:
    """A position that several people got wrong; `answered` shows the answer."""

    variant: Variant
    position: Position
    people: int  # who moved in it
    missed: int  # of those, how many erred
    answered: bool = False

    @property
    def motif(self) -> Motif:
        """The motif, reduced to the five kinds that `title` and `teaches` describe."""
        found, solver = motif_of(self.variant, self.position), self.variant.solver
        assert found and solver  # a lost position has no good move to miss
        if found in (Motif.BLOCK, Motif.BLOCK_AND_THREATEN):
            return Motif.BLOCK
        if found in (Motif.LINE, Motif.FORK):
            return found
        return Motif.WIN if solver.worth(self.position).value is Value.WIN else Motif.DRAW

    @property
    def side(self) -> str:
        """The name of the side to move."""
        return side_name(self.variant, self.position.turn)

    @property
    def found(self) -> int:
        """The number of people who did not miss it."""
        return self.people - self.missed

    @property
    def title(self) -> SafeString:
        """The heading: how many people missed what, with the numbers emphasized."""
        count = self.missed
        # Translators: in these sentences, people is how many have come to a position, count how many of them erred.
        sentence = {
            Motif.LINE: ngettext(
                "<b>%(count)s of %(people)s</b> missed an immediate win.",
                "<b>%(count)s of %(people)s</b> missed an immediate win.",
                count,
            ),
            Motif.FORK: ngettext(
                "<b>%(count)s of %(people)s</b> missed this fork.",
                "<b>%(count)s of %(people)s</b> missed this fork.",
                count,
            ),
            Motif.BLOCK: ngettext(
                "<b>%(count)s of %(people)s</b> did not block here.",
                "<b>%(count)s of %(people)s</b> did not block here.",
                count,
            ),
            Motif.WIN: ngettext(
                "<b>%(count)s of %(people)s</b> let this win slip.",
                "<b>%(count)s of %(people)s</b> let this win slip.",
                count,
            ),
            Motif.DRAW: ngettext(
                "<b>%(count)s of %(people)s</b> threw away the draw here.",
                "<b>%(count)s of %(people)s</b> threw away the draw here.",
                count,
            ),
        }[self.motif]
        return mark_safe(sentence % {"count": count, "people": self.people})

    @property
    def teaches(self) -> str:
        """The idea in the position, without the squares."""
        words = {"side": self.side, "other": side_name(self.variant, self.position.turn.other)}
        return {
            # Translators: here and below, side and other are what the two sides of a game are called, "X" or "1st".
            Motif.LINE: _("%(side)s can win with this move."),
            Motif.FORK: _("One square gives %(side)s two ways to win, and %(other)s can stop only one of them."),
            Motif.BLOCK: _("%(other)s is about to win. Only one square stops it."),
            Motif.WIN: _("%(side)s can win from here, whatever %(other)s does."),
            Motif.DRAW: _("%(side)s can keep the draw, but not with every move."),
        }[self.motif] % words

    @property
    def ages(self) -> list[str]:
        """The ages of marks in words, in games where they matter."""
        return ages_in_words(self.variant, self.position)

    @property
    def answer(self) -> str:
        """The squares of the good moves."""
        assert self.variant.solver
        squares = moves_named(self.variant, self.position, self.variant.solver.keeping_moves(self.position))
        # Translators: squares is one or several: "top middle", "any corner".
        return _("The answer: %(squares)s.") % {"squares": squares}

    @property
    def board(self) -> Board:
        """The board, without buttons. The answer includes the worth of each square."""
        return read_only_board(self.variant, self.position, worths=self.answered)

    @property
    def similar_puzzles(self) -> list[tuple[str, str]]:
        """The cells and the path of each similar puzzle, starting with the position itself if it is a puzzle."""
        every = exercises(self.variant)
        numbers = similar(self.variant, canonical(self.variant, self.position))
        return [
            (every[number - 1].position.cells.lower(), exercise_path(self.variant, number, numbers))
            for number in numbers
        ]


def missed_positions(state: TournamentState, *, answered: bool = False) -> list[MissedPosition]:
    """Return the positions that many got wrong; none before the end, to give no answers away, or until known."""
    ending = ending_of(state)
    return [MissedPosition(state.variant, *missed, answered) for missed in ending.missed] if ending else []


@cache
def similar(variant: Variant, position: Position) -> tuple[int, ...]:
    """Return the numbers of the puzzles with the motif of a position, those with a similar number of marks first."""
    motif, blanks = motif_of(variant, position), position.cells.count(BLANK)
    alike = [
        (one.position != position, abs(one.position.cells.count(BLANK) - blanks), number)
        for number, one in enumerate(exercises(variant), start=1)
        if motif_of(variant, one.position) is motif
    ]
    return tuple(number for _other, _apart, number in sorted(alike)[:MAX_SIMILAR])
