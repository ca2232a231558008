"""The game in the terminal: the same rules and computer players, without a database."""

import io
import os
import re
import sys
import time
from argparse import ArgumentTypeError
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser, no_translations

from games.engine.classic import CLASSIC
from games.engine.policies import choose
from games.engine.position import BLANK, Mark, Move, Position
from games.engine.variants import VARIANTS
from games.play.words import editor

USER = "user"
INSTRUCTIONS = "A square is its column and its row, counted from the bottom left. 'exit' leaves at any prompt."
ASK = True  # the value of --position without CELLS; not a string, because any string may be meant as CELLS


def seconds(text: str) -> float:
    """Parse the value of --delay. Raises ArgumentTypeError with a sentence."""
    try:
        delay = float(text)
    except ValueError:
        delay = -1
    if not 0 <= delay <= 60:
        raise ArgumentTypeError("the delay is a number of seconds from 0 to 60")
    return delay


class UserExit(Exception):
    """The user has typed 'exit'."""


class Command(BaseCommand):
    help = f"Plays in the terminal: 'start X O', each 'user' or a computer player. {INSTRUCTIONS}"
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=list(VARIANTS), default=CLASSIC.key, help="the game to play")
        parser.add_argument("--delay", type=seconds, default=0.0, metavar="SECONDS", help="how long computers think")
        parser.add_argument(
            "--position",
            nargs="?",
            const=ASK,
            metavar="CELLS",
            help="play one move from a position (X, O, _, row by row from the top); asks for it if not given",
        )

    @no_translations  # programs read these lines
    def handle(self, *_: Any, **options: Any) -> None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # treat undecodable input as a wrong answer
        self.delay, self.variant = options["delay"], VARIANTS[options["game"]]
        if sys.stdin.isatty():
            self.stdout.write(INSTRUCTIONS)  # programs read only the lines below
        try:
            if options["position"] is None:
                self.play_games()
            else:
                self.play_one_move(options["position"])
            self.stdout.flush()
        except BrokenPipeError:
            # The program that reads the output has ended. Discard the rest, or Python would raise the error again
            # when it flushes the output at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except UserExit:
            pass
        except (EOFError, KeyboardInterrupt):
            if sys.stdin.isatty():
                self.stdout.write("")  # so that the shell's prompt starts on a new line

    def play_games(self) -> None:
        while True:
            command = self.ask("Input command: ").split()
            players = command[1:]
            known = all(player == USER or self.variant.opponent(player) for player in players)
            if command[:1] != ["start"] or len(players) != 2 or not known:
                self.stdout.write("Bad parameters!")
                continue
            position, seats = self.variant.start, dict(zip(Mark, players, strict=True))
            move: Move | None = None
            self.show(position)
            while position.outcome is None:
                move = self.next_move(position, seats[position.turn], move)
                position = position.play(move)
                self.show(position)
            self.stdout.write(editor.state_of(self.variant, position))

    def play_one_move(self, given: str | bool) -> None:
        position = self.position_of(given)
        self.show(position)
        if position.outcome is None:
            position = position.play(self.asked_move(position))
            self.show(position)
        self.stdout.write(editor.state_of(self.variant, position))

    def position_of(self, given: str | bool) -> Position:
        """Return the position of the cells given on the command line, or else ask for it."""
        while True:
            try:
                return editor.parse(self.variant, given if isinstance(given, str) else self.ask("Enter cells: "))
            except ValidationError as impossible:
                if isinstance(given, str):
                    raise CommandError(str(impossible.message)) from None
                self.stdout.write(str(impossible.message))

    def next_move(self, position: Position, player: str, last: Move | None) -> Move:
        if player == USER:
            return self.asked_move(position)
        self.stdout.write(f'Making move level "{player}"')
        self.stdout.flush()
        time.sleep(self.delay)
        opponent = self.variant.opponent(player)
        assert opponent is not None  # checked before the game began
        return choose(opponent, position, last)

    def asked_move(self, position: Position) -> Move:
        """Ask until the answer is the column and row of a legal square, counted from the bottom left."""
        while True:
            answer = self.ask("Enter the coordinates: ").split()
            if len(answer) != 2 or not all(re.fullmatch(r"[+-]?[0-9]+", text) for text in answer):
                self.stdout.write("You should enter numbers!")
                continue
            try:
                cell = self.variant.cell_at(int(answer[0]), int(answer[1]))
            except ValueError:  # int() raises it too, for thousands of digits
                self.stdout.write(f"Coordinates should be from 1 to {self.variant.columns}!")
                continue
            moves = [move for move in position.legal_moves if self.variant.square(move) == cell]
            if moves:
                return self.asked_mark(position, moves)
            if cell == position.going:
                self.stdout.write("This mark is about to disappear! Choose another square!")
            elif position.cells[cell] == BLANK:
                self.stdout.write("This cell is not allowed now! Choose another one!")
            else:
                self.stdout.write("This cell is occupied! Choose another one!")

    def asked_mark(self, position: Position, moves: list[Move]) -> Move:
        """Return one of the moves on a square; if there are several, ask for the mark."""
        written = {position.play(move).cells[self.variant.square(move)]: move for move in moves}
        while len(written) > 1:
            answer = self.ask(f"Enter {' or '.join(written)}: ").upper()
            if answer in written:
                return written[answer]
        return moves[0]

    def show(self, position: Position) -> None:
        cells = list(position.cells)
        if position.going is not None:
            cells[position.going] = cells[position.going].lower()  # the next move removes it
        rows = ["| " + " ".join(row).replace(BLANK, " ") + " |" for row in self.variant.rows_of("".join(cells))]
        edge = "-" * len(rows[0])
        self.stdout.write("\n".join([edge, *rows, edge]))

    def ask(self, prompt: str) -> str:
        """Read a line from the user. Raises UserExit for "exit", EOFError at the end of the input."""
        self.stdout.write(prompt, ending="")
        self.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if (answer := line.strip()) == "exit":
            raise UserExit
        return answer
