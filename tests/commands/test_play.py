"""The game in the terminal: its response to each line, also when another program drives it."""

import io
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.variants import VARIANTS
from games.play.words.rules import rules_of
from tests.support.mirror import mirror_offered
from tests.support.waiting import PATIENCE

ROOT = Path(__file__).parent.parent.parent


def command(*options: str) -> list[str]:
    return [sys.executable, "manage.py", "play", *options]


@pytest.fixture
def environment(tmp_path) -> dict[str, str]:
    """Data in an empty folder, without a database."""
    return {**os.environ, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tictactoe_site.settings"}


@pytest.fixture
def play(monkeypatch):
    """Run the command with these lines of input and return its output."""

    def run(*lines: str, options: tuple[str, ...] = ()) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        printed = io.StringIO()
        call_command("play", *options, stdout=printed)
        return printed.getvalue()

    return run


@pytest.fixture
def run(environment):
    """Do the same in a separate process, which must exit without an error."""

    def run(*lines: str) -> str:
        done = subprocess.run(
            command(),
            input="".join(f"{line}\n" for line in lines),
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return run


def drawn(rows: str) -> str:
    """Return a board as printed: `drawn("XOX _X_ O__")`."""
    lines = [f"| {' '.join(row.replace('_', ' '))} |" for row in rows.split()]
    return "\n".join(["---------", *lines, "---------"]) + "\n"


def test_two_users_play_a_game_and_are_asked_again(run):
    printed = run("start user user", "1 3", "1 2", "2 3", "2 2", "3 3", "exit")
    ask = "Enter the coordinates: "
    assert printed == (
        "Input command: "
        + ask.join(
            drawn(rows)
            for rows in ("___ ___ ___", "X__ ___ ___", "X__ O__ ___", "XX_ O__ ___", "XX_ OO_ ___", "XXX OO_ ___")
        )
        + "X wins\nInput command: "
    )


def test_wrong_commands_are_asked_again(play):
    wrong = (
        "",
        "begin",
        "start",
        "start user",
        "start user deep",
        "start user user user",
        "exit now",
        "START user user",
    )
    assert play(*wrong, "exit") == "Input command: " + "Bad parameters!\nInput command: " * len(wrong)


def test_wrong_coordinates_are_asked_again_without_printing_the_board(play):
    printed = play(
        *("one two", "1", "1 2 3", "1.5 2", ""),
        *("4 1", "1 0", "-1 1", "12345678901 1", f"1 {'9' * 5000}"),
        *("1 3", "2 1"),
        options=("--position", "X___O____"),
    )
    ask, numbers, outside = (
        "Enter the coordinates: ",
        "You should enter numbers!\n",
        "Coordinates should be from 1 to 3!\n",
    )
    assert printed == (
        drawn("X__ _O_ ___")
        + (ask + numbers) * 5
        + (ask + outside) * 5
        + ask
        + "This cell is occupied! Choose another one!\n"
        + ask
        + drawn("X__ _O_ _X_")
        + "Game not finished\n"
    )


@pytest.mark.parametrize(
    ("cells", "move", "state"),
    [("_XXOO_OX_", "1 3", "X wins"), ("XX_OO_X__", "3 2", "O wins"), ("XOXXOO_XO", "1 1", "X wins")],
)
def test_one_move_from_a_position_prints_the_result(play, cells, move, state):
    assert play(move, options=("--position", cells)).endswith(f"{state}\n")


def test_it_asks_until_the_position_is_valid(play):
    printed = play("XX", "XXX______", "XO_______", "2 2", options=("--position",))
    assert printed.startswith("Enter cells: A position has nine symbols, one for each square.\nEnter cells: X starts")
    assert printed.endswith(drawn("XO_ _X_ ___") + "Game not finished\n")


def test_an_impossible_position_is_refused_with_a_sentence(environment):
    done = subprocess.run(
        command("--position", "XXXOOO___"), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "CommandError: Both sides have three in a row, but a game ends as soon as one of them does.\n"


def test_ask_is_not_a_position(play):
    with pytest.raises(CommandError, match=r"^A position has nine symbols, one for each square\.$"):
        play(options=("--position", "ask"))


def test_undecodable_bytes_are_a_wrong_answer(environment):
    strict = {**environment, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        command(), input=b"\xff\nexit\n", cwd=ROOT, env=strict, capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"Input command: Bad parameters!\nInput command: "


def test_a_closed_output_is_no_error(environment):
    with subprocess.Popen(
        command(), cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
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


def test_it_explains_how_squares_are_numbered(environment):
    ours, theirs = pty.openpty()
    with subprocess.Popen(command(), cwd=ROOT, env=environment, stdin=theirs, stdout=subprocess.PIPE) as process:
        os.write(ours, b"exit\n")
        printed, _errors = process.communicate(timeout=PATIENCE)
    for end in (ours, theirs):
        os.close(end)
    assert printed.decode() == (
        "A square is its column and its row, counted from the bottom left. 'exit' leaves at any prompt.\n"
        "Input command: "
    )


@pytest.mark.slow
def test_the_end_of_the_input_quits_quietly(run, play):
    assert run() == "Input command: "
    assert play("start user easy").endswith("Enter the coordinates: ")


def test_ctrl_c_quits_quietly_while_a_computer_thinks(environment):
    process = subprocess.Popen(
        command("--delay", "30"),
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    process.stdin.write(b"start hard user\n")
    process.stdin.flush()
    printed = ""
    while "Making move" not in printed:
        printed = process.stdout.readline().decode()
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=PATIENCE) == (b"", b"")
    assert process.returncode == 0


def test_nothing_is_stored(run, tmp_path):
    run("start hard hard", "exit")
    assert not list(tmp_path.glob("*.sqlite3*"))


@pytest.mark.parametrize("delay", ["-1", "soon", "nan", "61"])
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

    def test_in_misere_completing_a_row_loses(self, play):
        assert play("3 3", options=("--game", "misere", "--position", "XX_OO____")).endswith("O wins\n")

    def test_in_notakto_everyone_writes_x_and_completing_a_row_loses(self, play):
        printed = play("start user user", "2 2", "1 3", "3 1", "exit", options=("--game", "notakto"))
        assert printed.endswith(drawn("X__ _X_ __X") + "2nd wins\nInput command: ")

    def test_an_answering_policy_gets_the_last_move(self, play):
        with mirror_offered():
            printed = play("start user mirror", "1 3")
        assert drawn("X__ ___ __O") in printed
