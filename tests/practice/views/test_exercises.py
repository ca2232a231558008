"""Find the move: puzzles one after another, until all are solved."""

import pytest
from django.test import Client

from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.position import Move
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.engine.wild import WILD
from games.play.words.rules import rules_of, side_name
from games.play.words.squares import square_title
from games.practice.models import Practice
from games.practice.services import MOST_WRONG
from games.practice.words.exercises import ExerciseTask
from games.site.models import Player
from tests.support.boards import SOLVED

pytestmark = pytest.mark.django_db


each_other_game = pytest.mark.parametrize("variant", [one for one in SOLVED.values() if one is not CLASSIC], ids=repr)


def answer(client: Client, number: int, square: int) -> str:
    return client.post(f"/practice/{number}/", {"cell": square - 1}).content.decode()


def answer_in(client: Client, variant: Variant, number: int, move: Move) -> str:
    return client.post(f"/practice/{number}/?variant={variant.key}", {"cell": variant.write(move)}).content.decode()


def number_of(rows: str) -> int:
    """The number of the puzzle with this position."""
    cells = rows.replace(" ", "")
    return next(number for number, one in enumerate(exercises(CLASSIC), start=1) if one.position.cells == cells)


def test_the_first_one_not_solved_comes_next(client):
    assert client.get("/practice/")["Location"] == "/practice/1/"
    right = exercises(CLASSIC)[0].answers[0] + 1
    assert "Right: X wins." in answer(client, 1, right)
    assert client.get("/practice/")["Location"] == "/practice/2/"


@pytest.mark.parametrize(
    ("rows", "square", "words"),
    [
        ("____X____", 2, "Not that one. X marks any corner, middle left or middle right, and wins in 2 moves."),
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


@pytest.mark.parametrize("variant", SOLVED.values(), ids=SOLVED)
def test_every_wrong_answer_has_a_reason_and_every_right_one_praise(variant):
    for exercise in exercises(variant):
        for move in exercise.position.legal_moves:
            right = move in exercise.answers
            words = ExerciseTask(exercise, move, right).answer
            begins = "Right: " if right else ("Not that one", str(rules_of(variant).line))
            assert words.startswith(begins)
            assert "%" not in words
            assert "  " not in words
            assert " 0 moves" not in words


def test_a_found_answer_takes_no_more_and_going_on_comes_first(client):
    page = answer(client, 2, exercises(CLASSIC)[1].answers[0] + 1)
    assert page.count('form="nowhere" name="cell"') == 9
    assert page.index('id="next"') < page.index("Previous puzzle")
    assert "Press <kbd>Enter</kbd> for the next puzzle." in page


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


def test_an_invalid_answer_is_refused(client):
    taken = exercises(CLASSIC)[0].position.cells.index("X") + 1
    assert client.post("/practice/1/", {"cell": taken - 1}).status_code == 409
    for cell in ("9", "-1", "x", ""):
        assert client.post("/practice/1/", {"cell": cell}).status_code == 400
    for number in (0, 304):
        assert client.get(f"/practice/{number}/").status_code == 404
    assert not Practice.objects.exists()


def test_wrong_answers_are_counted_up_to_a_figure_that_the_database_holds(client, monkeypatch):
    monkeypatch.setattr("games.practice.services.MOST_WRONG", 2)
    exercise = exercises(CLASSIC)[1]
    wrong = next(cell for cell in exercise.position.legal_moves if cell not in exercise.answers)
    for _time in range(4):
        answer(client, 2, wrong + 1)
    assert Practice.objects.get().wrong == 2
    assert MOST_WRONG < 2**15


@each_other_game
def test_each_game_has_exercises_of_its_own_and_counts_them_for_itself(client, variant):
    first = client.get(f"/practice/?variant={variant.key}")["Location"]
    assert first == f"/practice/1/?variant={variant.key}"
    page = client.get(first).content.decode()
    assert f"<b>{rules_of(variant).name}</b> {rules_of(variant).rule}" in page
    assert f"Puzzle 1 of {len(exercises(variant))} · 0 solved" in page
    found = answer_in(client, variant, 1, exercises(variant)[0].answers[0])
    assert "Right: " in found
    assert f'href="/practice/?variant={variant.key}"' in found
    assert "1 solved" in found
    assert client.get(f"/practice/?variant={variant.key}")["Location"] == f"/practice/2/?variant={variant.key}"
    assert client.get("/practice/?variant=classic")["Location"] == "/practice/1/"
    assert "0 solved" in client.get("/practice/1/").content.decode()


@each_other_game
def test_the_task_names_the_side_as_its_game_does(client, variant):
    exercise = exercises(variant)[0]
    page = client.get(f"/practice/1/?variant={variant.key}").content.decode()
    assert f"<h1>{side_name(variant, exercise.position.turn)} to play and " in page


@each_other_game
def test_a_number_beyond_the_last_is_nowhere_and_the_last_has_a_way_on(client, variant):
    last = len(exercises(variant))
    assert client.get(f"/practice/{last + 1}/?variant={variant.key}").status_code == 404
    assert ">Skip<" not in client.get(f"/practice/{last}/?variant={variant.key}").content.decode()
    assert 'id="next"' in answer_in(client, variant, last, exercises(variant)[-1].answers[0])


def test_the_game_started_last_is_practised(client):
    client.post("/new/one-screen/", {"variant": "misere"})
    assert client.get("/practice/")["Location"] == "/practice/1/?variant=misere"


def test_all_of_those_chosen_are_not_all_there_are(client):
    vanishing = VARIANTS["vanishing"]
    answer_in(client, vanishing, 1, exercises(vanishing)[0].answers[0])
    ada = Player.objects.get()
    rest = [
        Practice(player=ada, variant="vanishing", cells=one.position.text, solved_at=ada.created_at)
        for one in exercises(vanishing)[1:]
    ]
    Practice.objects.bulk_create(rest)
    page = client.get("/practice/?variant=vanishing").content.decode()
    assert "You have solved them all." in page
    assert "There are no others." not in page
    assert 'href="/practice/1/?variant=vanishing"' in page


def test_in_wild_the_square_and_what_to_write_there_are_the_answer(client):
    wild = VARIANTS["wild"]
    exercise = exercises(wild)[0]
    cell, mark = exercise.answers[0]
    posted = client.post("/practice/1/?variant=wild", {"cell": str(cell), "write": mark}).content.decode()
    assert "Right: " in posted


def test_the_chosen_mark_persists_from_answer_to_answer(client):
    for number in (1, 2):
        page = client.get(f"/practice/{number}/?variant=wild").content.decode()
        assert ('aria-label="O" checked' in page) == (number > 1)
        cell = WILD.square(exercises(WILD)[0].answers[0])
        answered = client.post("/practice/1/?variant=wild", {"cell": cell, "write": "O"}).content.decode()
        assert 'aria-label="O" checked' in answered


def test_the_mark_that_goes_is_told(client):
    number, exercise = next(
        (number, one) for number, one in enumerate(exercises(VANISHING), start=1) if one.position.going is not None
    )
    page = client.get(f"/practice/{number}/?variant=vanishing").content.decode()
    assert page.count(", goes next") == 1
    assert f"{square_title(exercise.variant, exercise.position.going)}, {exercise.position.turn}, goes next" in page


class TestASet:
    """Consecutive puzzles, named by an address."""

    def page(self, client: Client, number: int, within: str) -> str:
        return client.get(f"/practice/{number}/?set={within}").content.decode()

    def test_leads_from_one_to_the_next_and_back(self, client):
        page = self.page(client, 9, "5.9.3")
        assert "Puzzle 2 of 3" in page
        assert 'href="/practice/3/?set=5.9.3"' in page
        assert 'href="/practice/5/?set=5.9.3"' in page

    def test_solving_goes_on_in_the_set_and_then_with_all_others(self, client):
        for number, leads_to in ((5, "/practice/3/?set=5.3"), (3, "/practice/?variant=classic")):
            right = CLASSIC.write(exercises(CLASSIC)[number - 1].answers[0])
            page = client.post(f"/practice/{number}/?set=5.3", {"cell": right}).content.decode()
            assert f'id="next" href="{leads_to}"' in page
        assert "2 solved" in page

    @pytest.mark.parametrize("within", ["", "x", "0", "99999", "5..x.-1", "3", "5" * 5_000])
    def test_where_it_makes_no_sense_there_are_all(self, client, within):
        assert f"Puzzle 9 of {len(exercises(CLASSIC))}" in self.page(client, 9, within)

    def test_each_counts_once(self, client):
        assert "Puzzle 1 of 2" in self.page(client, 9, "9.9.x.5.9")
