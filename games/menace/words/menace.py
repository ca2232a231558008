"""The page of a matchbox machine, for one of its players."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.classic import CLASSIC
from games.engine.position import Mark, Move, Position, positions_after
from games.engine.robots import is_robot
from games.menace import machine as menace
from games.menace.machine import Losses, Machine, Place, fresh_machine, place_of
from games.menace.models import Menace, MenaceGame
from games.menace.words.learning_curve import Chart
from games.menace.words.matchbox import Box, beads_of, box_of, signed
from games.play.words.board import Board, board_to_answer
from games.play.words.roster import called, players_of
from games.play.words.squares import square_name
from games.site.words.sentences import sentences

# A robot that wins if it can and guesses otherwise. It beats a fresh machine too rarely to empty its first box.
BEGINNER: Final = "w"


@dataclass(frozen=True)
class MachinePage:
    """A machine and the viewer's game with it. `asked` is the number, from 1, of the step with the open box, and
    `teacher` a computer player or robot named in the URL."""

    house: bool
    row: Menace
    game: MenaceGame
    asked: int | None = None
    teacher: str = ""

    # --- the game

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return CLASSIC.moves(self.game.record)

    @cached_property
    def positions(self) -> list[Position]:
        return positions_after(CLASSIC.start, self.moves)

    @property
    def board(self) -> Board:
        """The game in play, with buttons; or the end of the last one, without."""
        looks = {CLASSIC.square(move): "last" for move in self.moves[-1:]}
        board = board_to_answer(CLASSIC, self.positions, self.moves, looks, over=self.game.over)
        return replace(board, field="", turn="", closed=False) if self.game.over else board

    @property
    def gave_up(self) -> bool:
        """Whether the machine resigned the last game, because a box was empty."""
        return self.game.over and self.positions[-1].outcome is None

    @property
    def said(self) -> str:
        """The machine's last action, and the side to move; or how the game with the player ended."""
        if self.game.in_play:
            return sentences(self._drew, _("Your turn."))
        if not self.game.over or self.game.teacher:
            return ""
        end = {Mark.X: _("The machine wins."), "": _("Draw. Good game."), Mark.O: _("You win!")}[self.game.winner]
        first = _("No beads left: it gives up.") if self.gave_up else ""
        if len(self.moves) % 2:
            first = _("It marked %(square)s.") % {"square": square_name(CLASSIC, CLASSIC.square(self.moves[-1]))}
        return sentences(first, end)

    @property
    def _drew(self) -> str:
        """The machine's last move, and the number of beads that it drew from."""
        position, move = self.positions[-2], self.moves[-1]
        place, words = place_of(position), {"square": square_name(CLASSIC, CLASSIC.square(move))}
        if place is None:
            return _("It marked the last square.")
        heaps: Sequence[int] = self.game.boxes[-1]
        beads = dict(zip(place.moves, heaps, strict=True))[move]
        # Translators: the machine draws one of the beads in a box; square as in "centre".
        drew = ngettext(
            "It drew the only bead, for %(square)s.",
            "It drew a bead for %(square)s: that square had %(beads)d of the %(count)d in the box.",
            sum(heaps),
        )
        return drew % {**words, "beads": beads, "count": sum(heaps)}

    # --- the machine

    @cached_property
    def machine(self) -> Machine:
        return menace.read(self.row.beads)

    @property
    def end(self) -> str:
        """A sentence that it has given up for good, and what to do about it; "" if it has not."""
        if not self.machine.gives_up:
            return ""
        if self.house:
            return _("It has no beads left for its first move. It will start over with the next game.")
        return sentences(
            _("It has died: no bead is left in its first box, so it can’t make a first move."),
            _("Each lost game took one bead out of that box."),
            _("Refill it, and the other boxes keep what they have learnt."),
            _("Then let a weaker player teach it: it loses fewer beads that way."),
        )

    @property
    def may_begin(self) -> bool:
        """Whether a game may begin now. The house's machine may always play: after giving up, it starts over."""
        return not self.game.in_play and (self.house or not self.machine.gives_up)

    @property
    def heading(self) -> str:
        """The last game's number and its result for the machine; "" if there is none."""
        if not self.game.over:
            return ""
        words = {"number": self.game.number}
        if self.gave_up:
            return _("Game %(number)d: it gave up.") % words
        return {
            Mark.X: _("Game %(number)d: it won.") % words,
            "": _("Game %(number)d: a draw.") % words,
            Mark.O: _("Game %(number)d: it lost.") % words,
        }[self.game.winner]

    @property
    def lesson(self) -> str:
        """A sentence on what the machine learnt from the last game; "" if there is none."""
        if not self.game.over:
            return ""
        return {
            Mark.X: _("Three beads go into each box it used."),
            "": _("One bead goes into each box it used."),
            Mark.O: _("One bead comes out of each box it used."),
        }[self.game.winner]

    @property
    def lessons(self) -> str:
        """The teacher, the number of games, and their results; "" if the player played the last game."""
        if not self.game.teacher:
            return ""
        (won, drawn, lost), count = self.game.results, sum(self.game.results)
        # Translators: name is a computer player; won, drawn and lost count the games of the machine.
        sentence = ngettext(
            "%(name)s taught it over %(count)d game: %(won)d won, %(drawn)d drawn, %(lost)d lost.",
            "%(name)s taught it over %(count)d games: %(won)d won, %(drawn)d drawn, %(lost)d lost.",
            count,
        )
        name = _name_of(self.game.teacher)
        return sentence % {"name": name, "count": count, "won": won, "drawn": drawn, "lost": lost}

    @property
    def totals(self) -> str:
        """The number of games it has learnt from, by result, as a sentence."""
        row = self.row
        if not row.games:
            return _("It has not played yet: every box holds the beads it started with.")
        # Translators: won, drawn and lost count the games of the machine.
        sentence = ngettext(
            "It has learnt from %(count)d game: %(won)d won, %(drawn)d drawn, %(lost)d lost.",
            "It has learnt from %(count)d games: %(won)d won, %(drawn)d drawn, %(lost)d lost.",
            row.games,
        )
        return sentence % {"count": row.games, "won": row.won, "drawn": row.drawn, "lost": row.lost}

    @property
    def generations(self) -> str:
        """The number of times it has started over, and its total games; "" for the first generation."""
        if self.row.generation == 1:
            return ""
        times = self.row.generation - 1
        # Translators: count is how many times the machine has given up, games how many it has played in all.
        sentence = ngettext(
            "It has run out of beads and started over once: %(games)d games in all.",
            "It has run out of beads and started over %(count)d times: %(games)d games in all.",
            times,
        )
        return sentence % {"count": times, "games": self.row.earlier_games + self.row.games}

    # --- its boxes

    @cached_property
    def steps(self) -> list[dict[str, Any]]:
        """The changes of the last game, box by box, and the empty box if it gave up; empty while a game is in play.
        `learnt` is the change in the beads of the heap drawn from, and `cells` the board with the new mark."""
        return [self._step(index) for index in range(len(self._choices))] if self.game.over else []

    def _step(self, index: int) -> dict[str, Any]:
        place, position, move = self._choices[index]
        step = {"box": place.box + 1, "cells": _with_new(position, move), "learnt": 0}
        if move is None:
            return step
        beads = dict(zip(place.moves, self.game.boxes[index], strict=True))[move]
        learnt = beads - self.game.before[index]
        drawn = {"learnt": learnt, "change": signed(learnt), "count": beads, "beads": beads_of(beads, learnt)}
        return {**step, **drawn, "square": square_name(CLASSIC, CLASSIC.square(move))}

    @property
    def opened(self) -> int:
        """The step whose box is open: the requested one, or else the last."""
        return min(self.asked or len(self.steps), len(self.steps))

    @property
    def box(self) -> Box:
        """The box to show: during a game the one that the machine drew from last, after it that of the open step,
        before the first game that of the empty board."""
        if not self._choices:
            return box_of(CLASSIC.start, self.machine.boxes[0])
        at = self.opened - 1 if self.game.over else -1
        place, position, move = self._choices[at]
        if move is None:
            return box_of(position, (0,) * len(place.moves))
        learnt = self.steps[at]["learnt"] if self.game.over else 0
        return box_of(position, self.game.boxes[at], drawn=move, learnt=learnt)

    @property
    def caption(self) -> str:
        """A sentence about the marked bead in the box, if any."""
        if self.game.in_play:
            return _("It drew a bead from the highlighted square.")
        if not self.game.over:
            return ""
        learnt, words = self.steps[self.opened - 1]["learnt"], {"number": self.game.number}
        if learnt < 0:
            return _("The dotted bead was taken out after game %(number)d.") % words
        if learnt > 0:
            added = ngettext(
                "The ringed bead was put in after game %(number)d.",
                "The ringed beads were put in after game %(number)d.",
                learnt,
            )
            return added % words
        return ""

    @cached_property
    def _choices(self) -> list[tuple[Place, Position, Move | None]]:
        """The boxes from which the machine drew, each with its position and the move, None if the box was empty."""
        mine: list[tuple[Position, Move | None]] = [*zip(self.positions[:-1:2], self.moves[::2], strict=True)]
        if self.gave_up:
            mine.append((self.positions[-1], None))
        return [(place, position, move) for position, move in mine if (place := place_of(position))]

    # --- its strength, and its possible teachers

    @property
    def chart(self) -> Chart:
        row = self.row
        return Chart(_at_first(), row.curve, row.blind_curve, row.games, self.machine.losses())

    @property
    def teachers(self) -> list[tuple[str, str, bool]]:
        """The computer players to choose from, and the chosen robot, if any: key, name, and whether chosen."""
        refilled = self.machine.boxes[0] == fresh_machine().boxes[0]  # the last teacher may have emptied it
        last = self.teacher or ("" if refilled else self.game.teacher) or BEGINNER
        keys = dict.fromkeys([BEGINNER, *players_of(CLASSIC), *([last] if is_robot(last) else [])])
        return [(key, _name_of(key), key == last) for key in keys]


@cache
def _at_first() -> Losses:
    """Return the chances that a fresh machine loses."""
    return fresh_machine().losses()


def _name_of(teacher: str) -> str:
    return pgettext("a computer player", "Beginner") if teacher == BEGINNER else called(teacher)


def _with_new(position: Position, move: Move | None) -> str:
    """Return a board for _small.html, with the earlier marks pale and the new one in full."""
    new = position.play(move).cells if move is not None else position.cells
    symbols = zip(position.cells, new, strict=True)
    return "".join(after if before == after else after.lower() for before, after in symbols)
