"""The pages of the puzzles."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from games.engine.classic import CLASSIC
from games.engine.exercises import Exercise, exercises
from games.engine.motifs import Motif
from games.engine.position import Move
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.wild import WILD
from games.play.words.rules import rules_of, side_name
from games.play.words.squares import square_title
from games.practice.course import WARM_UP, course_of, section_of
from games.practice.models import Practice
from games.practice.services import MAX_WRONG
from tests.support.boards import SOLVED

pytestmark = pytest.mark.django_db


WARM = course_of(CLASSIC)[WARM_UP]
FORKS = course_of(CLASSIC)[Motif.FORK]
each_other_game = pytest.mark.parametrize("variant", [one for one in SOLVED.values() if one is not CLASSIC], ids=repr)


def puzzle(number: int, variant: Variant = CLASSIC) -> Exercise:
    return exercises(variant)[number - 1]


def answer(client: Client, number: int, move: Move, variant: Variant = CLASSIC) -> str:
    """Answer a puzzle, and return the page."""
    return client.post(f"/practice/{number}/?variant={variant.key}", {"cell": variant.write(move)}).content.decode()


def right(client: Client, number: int, variant: Variant = CLASSIC) -> str:
    return answer(client, number, puzzle(number, variant).answers[0], variant)


def wrong(client: Client, number: int, variant: Variant = CLASSIC) -> str:
    return answer(client, number, puzzle(number, variant).tempting[0], variant)


def test_the_first_unsolved_puzzle_comes_next(client):
    assert client.get("/practice/")["Location"] == "/practice/1/"
    assert "Right: X wins." in right(client, 1)
    assert client.get("/practice/")["Location"] == "/practice/2/"


def test_wrong_answers_are_counted_until_it_is_solved(client):
    for give_answer in (wrong, wrong, right, wrong):
        give_answer(client, 2)
    row = Practice.objects.get()
    assert (row.wrong, row.solved_at is not None) == (2, True)


def test_an_invalid_answer_is_refused(client):
    taken = client.post("/practice/1/", {"cell": puzzle(1).position.cells.index("X")})
    assert (taken.status_code, "Already taken" in taken.content.decode()) == (409, True)
    for cell in ("9", "-1", "x", ""):
        assert client.post("/practice/1/", {"cell": cell}).status_code == 400
    for number in (0, 304):
        assert client.get(f"/practice/{number}/").status_code == 404
    assert not Practice.objects.exists()


def test_the_count_of_wrong_answers_is_bounded(client, monkeypatch):
    monkeypatch.setattr("games.practice.services.MAX_WRONG", 2)
    for _time in range(4):
        wrong(client, 2)
    assert Practice.objects.get().wrong == 2
    assert MAX_WRONG < 2**15


@each_other_game
def test_each_game_has_its_own_puzzles_and_progress(client, variant):
    first = client.get(f"/practice/?variant={variant.key}")["Location"]
    assert first == f"/practice/1/?variant={variant.key}"
    page = client.get(first).content.decode()
    assert f"<b>{rules_of(variant).name}</b> {rules_of(variant).rule}" in page
    assert f"<h1>{side_name(variant, puzzle(1, variant).position.turn)} to play and " in page
    warm_up = course_of(variant)[WARM_UP]
    assert f"Puzzle 1 of {len(warm_up)} · 0 solved" in page
    solved = right(client, 1, variant)
    assert "Right: " in solved
    assert solved.count('form="nowhere" name="cell"') == variant.squares
    assert f'id="next" href="/practice/?variant={variant.key}&amp;theme=warm-up"' in " ".join(solved.split())
    assert "1 solved" in solved
    second = f"/practice/{warm_up[1]}/?variant={variant.key}"
    assert client.get(f"/practice/?variant={variant.key}")["Location"] == second
    assert client.get("/practice/?variant=classic")["Location"] == "/practice/1/"
    assert "0 solved" in client.get("/practice/1/").content.decode()


@each_other_game
def test_a_number_beyond_the_last_is_not_found_and_the_last_puzzle_leads_on(client, variant):
    assert client.get(f"/practice/{len(exercises(variant)) + 1}/?variant={variant.key}").status_code == 404
    last = course_of(variant)[WARM_UP][-1]
    assert ">Skip<" not in client.get(f"/practice/{last}/?variant={variant.key}").content.decode()
    assert 'id="next"' in right(client, last, variant)


def test_the_game_started_last_is_practised(client):
    client.post("/new/one-screen/", {"variant": "misere"})
    assert client.get("/practice/")["Location"] == "/practice/1/?variant=misere"


def test_in_wild_an_answer_is_a_square_and_a_mark(client):
    cell, mark = puzzle(1, WILD).answers[0]
    posted = client.post("/practice/1/?variant=wild", {"cell": str(cell), "write": mark}).content.decode()
    assert "Right: " in posted


def test_the_chosen_mark_persists_from_answer_to_answer(client):
    for number in (1, 2):
        page = client.get(f"/practice/{number}/?variant=wild").content.decode()
        assert ('aria-label="O" checked' in page) == (number > 1)
        cell = WILD.square(puzzle(1, WILD).answers[0])
        answered = client.post("/practice/1/?variant=wild", {"cell": cell, "write": "O"}).content.decode()
        assert 'aria-label="O" checked' in answered


def test_the_next_mark_to_disappear_is_labelled(client):
    number = next(number for number, one in enumerate(exercises(VANISHING), 1) if one.position.going is not None)
    position = puzzle(number, VANISHING).position
    page = client.get(f"/practice/{number}/?variant=vanishing").content.decode()
    assert page.count(", disappears next") == 1
    assert f"{square_title(VANISHING, position.going)}, {position.turn}, disappears next" in page


class TestThemes:
    def test_a_section_is_followed_by_the_others(self, client):
        assert client.get("/practice/?variant=classic&theme=fork")["Location"] == f"/practice/{FORKS[0]}/"
        for number in FORKS:
            assert 'href="/practice/?variant=classic&amp;theme=fork"' in right(client, number)
        assert client.get("/practice/?variant=classic&theme=fork")["Location"] == "/practice/1/"

    def test_the_page_lists_sections_with_progress_except_in_a_mix(self, client):
        page = client.get("/practice/1/").content.decode()
        for name, count in (("Warm-up", 10), ("Block and threaten", 31), ("Fork", 18), ("Tempo", 10), ("Defence", 3)):
            assert re.search(rf">{name} <small>0/{count}</small>", page)
        assert 'class="sections"' not in client.get("/practice/1/?mix=on").content.decode()

    def test_the_task_says_whose_moves_to_look_at(self, client):
        assert "Look 3 moves ahead, yours and theirs." in client.get(f"/practice/{FORKS[0]}/").content.decode()
        assert "Look 1 move ahead." in client.get("/practice/1/").content.decode()

    def test_the_answer_explains_the_theme_draws_the_threats_and_plays_on(self, client):
        side, page = puzzle(FORKS[0]).position.turn, right(client, FORKS[0])
        assert f"Fork: {side} threatens to win in two ways, and {side.other} can stop only one." in page
        assert re.search(rf'<svg class="threats {side}".*?</svg>', page, re.S)[0].count("<path") == 2
        assert page.count('viewBox="0 0 60 60" aria-hidden="true">') >= 3
        assert "Play it out against Hard" in page

    def test_a_wrong_answer_shows_its_refutation_and_not_the_right_one(self, client):
        page = wrong(client, FORKS[0])
        assert '<ol class="steps-on">' in page
        assert 'class="threats' not in page
        assert "Fork:" not in page


class TestMix:
    def solved(self, client: Client, count: int) -> Iterator[Exercise]:
        """Solve this many puzzles, and yield each."""
        address = "/practice/?mix=on&variant=classic"
        for _time in range(count):
            page = client.get(client.get(address)["Location"])
            exercise = page.context["task"].exercise
            yield exercise
            move = exercise.variant.write(exercise.answers[0])
            address = client.post(page.context["action"], {"cell": move}).context["next_url"]

    def test_the_games_take_turns(self, client):
        every = list(SOLVED.values())
        assert [one.variant for one in self.solved(client, 6)] == [*every[1:], every[0], every[1]]

    def test_the_themes_of_a_game_take_turns(self, client):
        classic = [exercises(CLASSIC).index(one) + 1 for one in self.solved(client, 5 * 6) if one.variant is CLASSIC]
        assert [section_of(CLASSIC, number) for number in classic] == [*course_of(CLASSIC), WARM_UP]


class TestRepetition:
    def next(self, client: Client) -> int:
        """Return the number of the next puzzle."""
        return int(client.get("/practice/?variant=classic")["Location"].split("/")[2])

    def test_a_failed_puzzle_comes_back_after_a_few_others(self, client):
        assert "It will come back later." in wrong(client, 1)
        right(client, 1)  # does not count so soon
        for number in WARM[1:4]:
            assert self.next(client) == number
            right(client, number)
        assert self.next(client) == 1
        assert "It’s back, because you got it wrong." in client.get("/practice/1/").content.decode()
        assert "It’s back" not in client.get("/practice/2/").content.decode()

    def test_the_last_puzzle_comes_back_immediately(self, client):
        notakto = SOLVED["notakto"]
        *others, last = [one for numbers in course_of(notakto).values() for one in numbers]
        for number in others:
            right(client, number, notakto)
        wrong(client, last, notakto)
        assert client.get("/practice/?variant=notakto")["Location"] == f"/practice/{last}/?variant=notakto"
        right(client, last, notakto)
        assert "You have solved them all." in client.get("/practice/?variant=notakto").content.decode()


class TestSet:
    """A set of puzzles named in a URL."""

    def page(self, client: Client, number: int, within: str) -> str:
        return client.get(f"/practice/{number}/?set={within}").content.decode()

    def test_it_leads_from_one_puzzle_to_the_next_and_back(self, client):
        page = self.page(client, 9, "5.9.3")
        assert "Puzzle 2 of 3" in page
        assert 'href="/practice/3/?set=5.9.3"' in page
        assert 'href="/practice/5/?set=5.9.3"' in page

    def test_solving_continues_in_the_set_and_then_with_the_others(self, client):
        for number, next_url in ((5, "/practice/3/?set=5.3"), (3, "/practice/?variant=classic&amp;theme=warm-up")):
            page = client.post(f"/practice/{number}/?set=5.3", {"cell": puzzle(number).answers[0]}).content.decode()
            assert f'id="next" href="{next_url}"' in page
        assert "2 solved" in page

    @pytest.mark.parametrize("within", ["", "x", "0", "99999", "5..x.-1", "3", "5" * 5_000])
    def test_an_invalid_set_is_ignored(self, client, within):
        assert "Puzzle 9 of 10" in self.page(client, 9, within)

    def test_a_puzzle_named_twice_counts_once(self, client):
        assert "Puzzle 1 of 2" in self.page(client, 9, "9.9.x.5.9")
