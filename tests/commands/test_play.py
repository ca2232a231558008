"""The game in the terminal, played by people and by programs."""

import io
import os
import pty
import signal
import subprocess
import sys

import pytest
from django.core.management import CommandError

from games.engine.variants import VARIANTS
from games.play.words.rules import rules_of
from tests.support import commands
from tests.support.commands import output_of
from tests.support.mirror import mirror_offered
from tests.support.waiting import PATIENCE


@pytest.fixture
def play(monkeypatch):
    """Run the command with these lines of input and return its output."""

    def run(*lines: str, options: tuple[str, ...] = ()) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return output_of("play", *options)

    return run


@pytest.fixture
def launch(tmp_path):
    """Start the command as a process with data in an empty folder, without a database."""
    environment = {**os.environ, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tictactoe_site.settings"}

    def launch(*options: str, stdin: int = subprocess.PIPE, **variables: str) -> subprocess.Popen:
        pipes = {"stdin": stdin, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return commands.launch(sys.executable, "manage.py", "play", *options, env=environment | variables, **pipes)

    return launch


@pytest.fixture
def run(launch):
    """Run the command as a process with this input and return its output."""

    def run(sent: bytes, **variables: str) -> str:
        with launch(**variables) as process:
            printed, errors = process.communicate(sent, timeout=PATIENCE)
        assert (process.returncode, errors) == (0, b"")
        return printed.decode()

    return run


def drawn(rows: str) -> str:
    """Return a board as printed: `drawn("XOX _X_ O__")`."""
    lines = [f"| {' '.join(row.replace('_', ' '))} |" for row in rows.split()]
    return "\n".join(["---------", *lines, "---------"]) + "\n"


def test_after_a_game_between_two_users_it_asks_for_the_next_command_and_stores_nothing(run, tmp_path):
    printed = run(b"start user user\n1 3\n1 2\n2 3\n2 2\n3 3\nexit\n")
    boards = ("___ ___ ___", "X__ ___ ___", "X__ O__ ___", "XX_ O__ ___", "XX_ OO_ ___", "XXX OO_ ___")
    turns = "Enter the coordinates: ".join(map(drawn, boards))
    assert printed == f"Input command: {turns}X wins\nInput command: "
    assert not list(tmp_path.glob("*.sqlite3*"))


def test_after_a_wrong_command_it_asks_again(play):
    wrong = ["", "begin", "start", "start user", "start user deep", "start user user user", "exit now"]
    wrong.append("START user user")
    assert play(*wrong, "exit") == "Input command: " + "Bad parameters!\nInput command: " * len(wrong)


def test_after_wrong_coordinates_it_asks_again_without_printing_the_board(play):
    printed = play(
        *("one two", "1", "1 2 3", "1.5 2", ""),
        *("4 1", "1 0", "-1 1", "12345678901 1", f"1 {'9' * 5000}"),
        *("1 3", "2 1"),
        options=("--position", "X___O____"),
    )
    answers = ["You should enter numbers!\n"] * 5 + ["Coordinates should be from 1 to 3!\n"] * 5
    answers += ["This cell is occupied! Choose another one!\n", drawn("X__ _O_ _X_") + "Game not finished\n"]
    assert printed == "Enter the coordinates: ".join([drawn("X__ _O_ ___"), *answers])


@pytest.mark.parametrize(
    ("cells", "move", "key", "state"),
    [
        ("_XXOO_OX_", "1 3", "classic", "X wins"),
        ("XX_OO_X__", "3 2", "classic", "O wins"),
        ("XX_OO____", "3 3", "misere", "O wins"),  # a completed row loses
    ],
)
def test_one_move_from_a_position_prints_the_result(play, cells, move, key, state):
    assert play(move, options=("--game", key, "--position", cells)).endswith(f"{state}\n")


def test_it_asks_until_the_position_is_valid(play):
    printed = play("XX", "XXX______", "XO_______", "2 2", options=("--position",))
    assert printed.startswith("Enter cells: A position has nine symbols, one for each square.\nEnter cells: X starts")
    assert printed.endswith(drawn("XO_ _X_ ___") + "Game not finished\n")


def test_an_impossible_position_is_refused_with_a_sentence(play):
    with pytest.raises(CommandError, match=r"^Both sides have three in a row, but a game ends as soon as one of them"):
        play(options=("--position", "XXXOOO___"))


def test_undecodable_bytes_are_a_wrong_command(run):
    printed = run(b"\xff\nexit\n", PYTHONIOENCODING="utf-8:strict")
    assert printed == "Input command: Bad parameters!\nInput command: "


def test_a_closed_output_is_no_error(launch):
    with launch() as process:
        assert process.stdout.read(len("Input command: ")) == b"Input command: "
        process.stdout.close()
        process.stdin.write(b"start hard hard\n")
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("options", "lines", "prompt"),
    [
        ((), (), "Input command: "),
        ((), ("start user easy",), "Enter the coordinates: "),
        (("--position",), (), "Enter cells: "),
        (("--position", "X___O____"), (), "Enter the coordinates: "),
        (("--game", "wild"), ("start user user", "1 3"), "Enter X or O: "),
    ],
)
def test_exit_works_at_every_prompt(play, options, lines, prompt):
    assert play(*lines, " exit ", "start hard hard", options=options).endswith(prompt)


def test_at_a_terminal_it_explains_how_squares_are_numbered(launch):
    ours, theirs = pty.openpty()
    with launch(stdin=theirs) as process:
        os.write(ours, b"exit\n")
        printed, _errors = process.communicate(timeout=PATIENCE)
    for end in (ours, theirs):
        os.close(end)
    assert printed.decode() == (
        "A square is its column and its row, counted from the bottom left. 'exit' leaves at any prompt.\n"
        "Input command: "
    )


@pytest.mark.parametrize("lines", [(), ("start user easy",)])
def test_the_end_of_the_input_quits_quietly(play, lines):
    assert play(*lines).endswith(": ")


def test_ctrl_c_quits_quietly_while_a_computer_thinks(launch):
    process = launch("--delay", "30")
    process.stdin.write(b"start hard user\n")
    process.stdin.flush()
    printed = ""
    while "Making move" not in printed:
        printed = process.stdout.readline().decode()
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=PATIENCE) == (b"", b"")
    assert process.returncode == 0


@pytest.mark.parametrize("delay", ["-1", "soon", "61"])
def test_an_invalid_delay_is_refused(play, delay):
    with pytest.raises(CommandError, match="the delay is a number of seconds from 0 to 60"):
        play(options=(f"--delay={delay}",))


class TestOtherGames:
    @pytest.mark.parametrize("key", VARIANTS)
    def test_every_computer_player_plays_every_other(self, play, key):
        opponents = list(VARIANTS[key].opponents)
        starts = [f"start {x} {opponents[-1]}" for x in opponents]
        printed = play(*starts, "exit", options=("--game", key))
        ends = {"Draw", *(f"{side} wins" for side in rules_of(VARIANTS[key]).sides)}
        assert sum(line in ends for line in printed.splitlines()) == len(starts)

    def test_in_wild_it_asks_for_the_mark_and_the_winner_has_none(self, play):
        printed = play(
            "start user user", *("1 3", "o", "1 2", "z", "O", "1 1", "O"), "exit", options=("--game", "wild")
        )
        assert printed.count("Enter X or O: ") == 4
        assert printed.endswith(drawn("O__ O__ O__") + "1st wins\nInput command: ")

    def test_in_vanishing_the_next_mark_to_disappear_is_lower_case_and_its_square_taken(self, play):
        squares = ("1 3", "2 3", "3 3", "2 2", "2 1", "1 2")
        printed = play("start user user", *squares, "1 3", "3 1", options=("--game", "vanishing"))
        assert drawn("xOX OO_ _X_") in printed
        assert "This mark is about to disappear! Choose another square!\n" in printed
        assert printed.endswith(drawn("_oX OO_ _XX") + "Enter the coordinates: ")

    def test_in_notakto_everyone_writes_x_and_completing_a_row_loses(self, play):
        printed = play("start user user", "2 2", "1 3", "3 1", "exit", options=("--game", "notakto"))
        assert printed.endswith(drawn("X__ _X_ __X") + "2nd wins\nInput command: ")

    def test_an_answering_policy_gets_the_last_move(self, play):
        with mirror_offered():
            printed = play("start user mirror", "1 3")
        assert drawn("X__ ___ __O") in printed
