"""Find the move: exercises one after another, until all are solved."""

import pytest
from django.test import Client

from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.models import Player, Practice
from games.services.exercises import MOST_WRONG
from games.show.exercises import ExerciseTask

pytestmark = pytest.mark.django_db


def answer(client: Client, number: int, square: int) -> str:
    return client.post(f"/practice/{number}/", {"cell": square - 1}).content.decode()


def number_of(rows: str) -> int:
    """The number of the exercise with this position."""
    cells = rows.replace(" ", "")
    return next(number for number, one in enumerate(exercises(CLASSIC), start=1) if one.position.cells == cells)


def test_the_first_one_not_solved_comes_next(client):
    assert client.get("/practice/")["Location"] == "/practice/1/"
    right = exercises(CLASSIC)[0].answers[0] + 1
    assert "Right: X wins in 1 move." in answer(client, 1, right)
    assert client.get("/practice/")["Location"] == "/practice/2/"


def test_looking_makes_nobody_a_player(client):
    client.get("/practice/1/")
    client.get("/practice/")
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("rows", "square", "words"),
    [
        ("____X____", 2, "Not that one. X marks any corner, left or right, and wins in 3 moves."),
        ("____X____", 1, "Right: this keeps the draw."),
    ],
)
def test_an_answer_says_why(client, rows, square, words):
    assert words in answer(client, number_of(rows), square)


def test_a_square_that_is_taken_is_no_answer_and_changes_nothing(client):
    taken = next(cell for cell, symbol in enumerate(exercises(CLASSIC)[0].position.cells) if symbol != "_")
    response = client.post("/practice/1/", {"cell": taken})
    assert response.status_code == 409
    assert "Already taken" in response.content.decode()
    assert not Practice.objects.exists()


def test_every_wrong_answer_has_a_reason_and_every_right_one_praise():
    for exercise in exercises(CLASSIC):
        for cell in exercise.position.legal_moves:
            right = cell in exercise.answers
            words = ExerciseTask(exercise, cell, right).answer
            assert words.startswith("Right: " if right else "Not that one")
            assert "%" not in words
            assert "  " not in words


def test_a_found_answer_takes_no_more_and_going_on_comes_first(client):
    page = answer(client, 2, exercises(CLASSIC)[1].answers[0] + 1)
    assert page.count('form="nowhere" name="cell"') == 9
    assert page.index('id="next"') < page.index("Previous exercise")
    assert "Press <kbd>Enter</kbd> for the next exercise." in page


def test_all_can_be_solved_and_then_it_says_so(client):
    answer(client, 1, exercises(CLASSIC)[0].answers[0] + 1)
    ada = Player.objects.get()
    rest = [one.position.cells for one in exercises(CLASSIC)[1:]]
    Practice.objects.bulk_create(Practice(player=ada, cells=cells, solved_at=ada.created_at) for cells in rest)
    assert "You have solved them all." in client.get("/practice/").content.decode()


def test_wrong_answers_are_counted_until_it_is_solved_and_solved_it_stays(client):
    exercise = exercises(CLASSIC)[1]
    wrong = next(cell for cell in exercise.position.legal_moves if cell not in exercise.answers)
    for cell in (wrong, wrong, exercise.answers[0], wrong):
        answer(client, 2, cell + 1)
    row = Practice.objects.get()
    assert (row.wrong, row.solved_at is not None) == (2, True)


def test_what_is_no_answer_is_refused(client):
    taken = exercises(CLASSIC)[0].position.cells.index("X") + 1
    assert client.post("/practice/1/", {"cell": taken - 1}).status_code == 409
    for cell in ("9", "-1", "x", ""):
        assert client.post("/practice/1/", {"cell": cell}).status_code == 400
    for number in (0, 304):
        assert client.get(f"/practice/{number}/").status_code == 404
    assert not Practice.objects.exists()


def test_wrong_answers_are_counted_up_to_a_figure_that_the_database_holds(client, monkeypatch):
    monkeypatch.setattr("games.services.exercises.MOST_WRONG", 2)
    exercise = exercises(CLASSIC)[1]
    wrong = next(cell for cell in exercise.position.legal_moves if cell not in exercise.answers)
    for _time in range(4):
        answer(client, 2, wrong + 1)
    assert Practice.objects.get().wrong == 2
    assert MOST_WRONG < 2**15
