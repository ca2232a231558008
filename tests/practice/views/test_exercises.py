"""Find the move: puzzles one after another, until all are solved."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.motifs import Motif
from games.engine.position import Move
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.engine.wild import WILD
from games.play.words.rules import rules_of, side_name
from games.play.words.squares import square_title
from games.practice.course import WARM_UP, course_of, section_of
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
    """Return the number of the puzzle with this position."""
    cells = rows.replace(" ", "")
    return next(number for number, one in enumerate(exercises(CLASSIC), start=1) if one.position.cells == cells)


def test_the_first_unsolved_puzzle_comes_next(client):
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


def test_a_taken_square_is_no_answer_and_changes_nothing(client):
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


def test_a_solved_puzzle_takes_no_answers_and_leads_on(client):
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


def test_wrong_answers_are_counted_until_it_is_solved(client):
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


def test_the_count_of_wrong_answers_is_bounded(client, monkeypatch):
    monkeypatch.setattr("games.practice.services.MOST_WRONG", 2)
    exercise = exercises(CLASSIC)[1]
    wrong = next(cell for cell in exercise.position.legal_moves if cell not in exercise.answers)
    for _time in range(4):
        answer(client, 2, wrong + 1)
    assert Practice.objects.get().wrong == 2
    assert MOST_WRONG < 2**15


@each_other_game
def test_each_game_has_its_own_puzzles_and_progress(client, variant):
    first = client.get(f"/practice/?variant={variant.key}")["Location"]
    assert first == f"/practice/1/?variant={variant.key}"
    page = client.get(first).content.decode()
    assert f"<b>{rules_of(variant).name}</b> {rules_of(variant).rule}" in page
    warm_up = course_of(variant)[WARM_UP]
    assert f"Puzzle 1 of {len(warm_up)} · 0 solved" in page
    found = answer_in(client, variant, 1, exercises(variant)[0].answers[0])
    assert "Right: " in found
    assert f'href="/practice/?variant={variant.key}&amp;theme=warm-up"' in found
    assert "1 solved" in found
    second = f"/practice/{warm_up[1]}/?variant={variant.key}"
    assert client.get(f"/practice/?variant={variant.key}")["Location"] == second
    assert client.get("/practice/?variant=classic")["Location"] == "/practice/1/"
    assert "0 solved" in client.get("/practice/1/").content.decode()


@each_other_game
def test_the_task_names_the_side_as_its_game_does(client, variant):
    exercise = exercises(variant)[0]
    page = client.get(f"/practice/1/?variant={variant.key}").content.decode()
    assert f"<h1>{side_name(variant, exercise.position.turn)} to play and " in page


@each_other_game
def test_a_number_beyond_the_last_is_not_found_and_the_last_puzzle_leads_on(client, variant):
    assert client.get(f"/practice/{len(exercises(variant)) + 1}/?variant={variant.key}").status_code == 404
    last = course_of(variant)[WARM_UP][-1]
    assert ">Skip<" not in client.get(f"/practice/{last}/?variant={variant.key}").content.decode()
    assert 'id="next"' in answer_in(client, variant, last, exercises(variant)[last - 1].answers[0])


def test_the_game_started_last_is_practised(client):
    client.post("/new/one-screen/", {"variant": "misere"})
    assert client.get("/practice/")["Location"] == "/practice/1/?variant=misere"


def test_in_wild_the_square_and_the_mark_are_the_answer(client):
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


def test_the_next_mark_to_disappear_is_labelled(client):
    number, exercise = next(
        (number, one) for number, one in enumerate(exercises(VANISHING), start=1) if one.position.going is not None
    )
    page = client.get(f"/practice/{number}/?variant=vanishing").content.decode()
    assert page.count(", goes next") == 1
    assert f"{square_title(exercise.variant, exercise.position.going)}, {exercise.position.turn}, goes next" in page


class TestThemes:
    def test_a_section_is_followed_by_the_others(self, client):
        forks = course_of(CLASSIC)[Motif.FORK]
        assert client.get("/practice/?variant=classic&theme=fork")["Location"] == f"/practice/{forks[0]}/"
        for number in forks:
            page = answer(client, number, exercises(CLASSIC)[number - 1].answers[0] + 1)
            assert 'href="/practice/?variant=classic&amp;theme=fork"' in page
        assert client.get("/practice/?variant=classic&theme=fork")["Location"] == "/practice/1/"

    def test_the_page_lists_sections_with_progress(self, client):
        page = client.get("/practice/1/").content.decode()
        for name, count in (("Warm-up", 10), ("Block and threaten", 31), ("Fork", 18), ("Tempo", 10), ("Defence", 3)):
            assert re.search(rf">{name} <small>0/{count}</small>", page)

    def test_an_unknown_theme_is_ignored(self, client):
        assert client.get("/practice/?variant=classic&theme=x")["Location"] == "/practice/1/"

    def test_it_says_whose_moves_to_look_at(self, client):
        number = course_of(CLASSIC)[Motif.FORK][0]
        assert "Look 3 moves ahead, yours and theirs." in client.get(f"/practice/{number}/").content.decode()
        assert "Look 1 move ahead." in client.get("/practice/1/").content.decode()

    def test_the_answer_says_why_draws_the_threats_and_plays_on(self, client):
        number = course_of(CLASSIC)[Motif.FORK][0]
        side, other = exercises(CLASSIC)[number - 1].position.turn, exercises(CLASSIC)[number - 1].position.turn.other
        page = answer(client, number, exercises(CLASSIC)[number - 1].answers[0] + 1)
        assert f"Fork: {side} threatens to win in two ways, and {other} can stop only one." in page
        assert re.search(rf'<svg class="threats {side}".*?</svg>', page, re.S)[0].count("<path") == 2
        assert page.count('viewBox="0 0 60 60" aria-hidden="true">') >= 3
        assert "Play it out against Hard" in page

    def test_a_wrong_answer_shows_its_refutation_and_not_the_right_one(self, client):
        number = course_of(CLASSIC)[Motif.FORK][0]
        exercise = exercises(CLASSIC)[number - 1]
        page = answer(client, number, exercise.tempting[0] + 1)
        assert '<ol class="steps-on">' in page
        assert 'class="threats' not in page
        assert "Fork:" not in page


class TestMix:
    def test_each_game_has_its_turn(self, client):
        address, games = "/practice/?mix=on", []
        for _time in range(6):
            there = client.get(address)["Location"]
            page = client.get(there)
            task = page.context["task"]
            games.append(task.exercise.variant)
            move = task.exercise.variant.write(task.exercise.answers[0])
            address = client.post(page.context["action"], {"cell": move}).context["next_url"]
        every = list(SOLVED.values())
        assert games == [*every[1:], every[0], every[1]]

    def test_all_themes_of_a_game_have_their_turn(self, client):
        address, sections = "/practice/?mix=on&variant=classic", []
        for _time in range(5 * 6):
            page = client.get(client.get(address)["Location"])
            exercise = page.context["task"].exercise
            if exercise.variant is CLASSIC:
                sections.append(section_of(CLASSIC, exercises(CLASSIC).index(exercise) + 1))
            move = exercise.variant.write(exercise.answers[0])
            address = client.post(page.context["action"], {"cell": move}).context["next_url"]
        assert sections == [*course_of(CLASSIC), WARM_UP]

    def test_the_theme_is_hidden(self, client):
        assert 'class="sections"' not in client.get("/practice/1/?mix=on").content.decode()


WARM = course_of(CLASSIC)[WARM_UP]


class TestRepetition:
    def wrong(self, client: Client, number: int) -> None:
        exercise = exercises(CLASSIC)[number - 1]
        answer(client, number, next(cell for cell in exercise.position.legal_moves if cell not in exercise.answers) + 1)

    def right(self, client: Client, number: int) -> None:
        answer(client, number, exercises(CLASSIC)[number - 1].answers[0] + 1)

    def follows(self, client: Client) -> int:
        return int(client.get("/practice/?variant=classic")["Location"].split("/")[2])

    def test_a_failed_puzzle_comes_back_after_a_few_others(self, client):
        self.wrong(client, 1)
        self.right(client, 1)  # immediately, which does not count
        for number in WARM[1:4]:
            assert self.follows(client) == number
            self.right(client, number)
        assert self.follows(client) == 1
        assert "It’s back, because you got it wrong." in client.get("/practice/1/").content.decode()
        assert "It’s back" not in client.get("/practice/2/").content.decode()

    def test_a_wrong_answer_says_that_it_comes_back(self, client):
        move = exercises(CLASSIC)[0].tempting[0] + 1
        assert "It will come back later." in answer(client, 1, move)
        assert "It will come back later." not in answer(client, 1, exercises(CLASSIC)[0].answers[0] + 1)

    def test_it_comes_back_again_after_a_day(self, client, monkeypatch):
        self.wrong(client, 1)
        for number in (*WARM[1:4], 1):
            self.right(client, number)
        assert self.follows(client) == WARM[4]
        later = timezone.now() + timedelta(days=1)
        monkeypatch.setattr(timezone, "now", lambda: later)
        assert self.follows(client) == 1

    def test_a_wrong_answer_starts_over(self, client, monkeypatch):
        self.wrong(client, 1)
        for number in (*WARM[1:4], 1):
            self.right(client, number)
        later = timezone.now() + timedelta(days=2)
        monkeypatch.setattr(timezone, "now", lambda: later)
        self.wrong(client, 1)
        assert Practice.objects.get(cells=exercises(CLASSIC)[0].position.text).box == 1

    def test_a_puzzle_solved_on_the_first_try_does_not_come_back(self, client):
        self.right(client, 1)
        assert Practice.objects.get().box == 0

    def test_the_last_puzzle_is_solved_with_the_next_answer(self, client):
        notakto = SOLVED["notakto"]
        *others, last = [one for numbers in course_of(notakto).values() for one in numbers]
        for number in others:
            answer_in(client, notakto, number, exercises(notakto)[number - 1].answers[0])
        answer_in(client, notakto, last, exercises(notakto)[last - 1].tempting[0])
        assert client.get("/practice/?variant=notakto")["Location"] == f"/practice/{last}/?variant=notakto"
        answer_in(client, notakto, last, exercises(notakto)[last - 1].answers[0])
        assert "You have solved them all." in client.get("/practice/?variant=notakto").content.decode()


class TestSetOfPuzzles:
    """Consecutive puzzles, named in a URL."""

    def page(self, client: Client, number: int, within: str) -> str:
        return client.get(f"/practice/{number}/?set={within}").content.decode()

    def test_leads_from_one_to_the_next_and_back(self, client):
        page = self.page(client, 9, "5.9.3")
        assert "Puzzle 2 of 3" in page
        assert 'href="/practice/3/?set=5.9.3"' in page
        assert 'href="/practice/5/?set=5.9.3"' in page

    def test_solving_continues_in_the_set_and_then_with_the_others(self, client):
        for number, leads_to in ((5, "/practice/3/?set=5.3"), (3, "/practice/?variant=classic&amp;theme=warm-up")):
            right = CLASSIC.write(exercises(CLASSIC)[number - 1].answers[0])
            page = client.post(f"/practice/{number}/?set=5.3", {"cell": right}).content.decode()
            assert f'id="next" href="{leads_to}"' in page
        assert "2 solved" in page

    @pytest.mark.parametrize("within", ["", "x", "0", "99999", "5..x.-1", "3", "5" * 5_000])
    def test_an_invalid_set_is_ignored(self, client, within):
        assert "Puzzle 9 of 10" in self.page(client, 9, within)

    def test_each_counts_once(self, client):
        assert "Puzzle 1 of 2" in self.page(client, 9, "9.9.x.5.9")
