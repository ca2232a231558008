"""The daily puzzle: solved by a press, dated by the visitor's clock, and shared without its answer."""

import re
from datetime import UTC, date, datetime, timedelta
from io import BytesIO

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from PIL import Image

from games.engine.classic import CLASSIC
from games.engine.motifs import motif_of
from games.play.words.picture import png
from games.play.words.rules import rules_of
from games.practice import services
from games.practice.daily import FIRST, ROTATING, exercise_of
from games.practice.models import Daily
from games.practice.selectors import wrong_moves_of
from games.practice.words.explained import THEMES, steps_of
from games.site.models import Player
from games.site.refusals import Reason, Refused
from tests.support.games import player

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 22)
YESTERDAY, TOMORROW = TODAY - timedelta(days=1), TODAY + timedelta(days=1)


@pytest.fixture(autouse=True)
def noon(monkeypatch) -> None:
    at(monkeypatch, datetime(2026, 11, 22, 12, tzinfo=UTC))


def at(monkeypatch, now: datetime) -> None:
    monkeypatch.setattr(timezone, "now", lambda: now)


def wrong_cell(day: date) -> int:
    exercise = exercise_of(day)
    return next(cell for cell in exercise.position.legal_moves if cell not in exercise.answers)


def find(who: Player, day: date, *, today: date | None = None, first: bool = True) -> Daily:
    """Let a player solve a day's puzzle, after a wrong move unless on the first try."""
    if not first:
        assert not services.answer_daily(player=who, day=day, today=today or day, move=wrong_cell(day))
    assert services.answer_daily(player=who, day=day, today=today or day, move=exercise_of(day).answers[0])
    return Daily.objects.get(player=who, day=day)


def page_without_icons(response) -> str:
    return re.sub(r"<svg.*?</svg>", "", response.content.decode())


class TestStreak:
    def test_it_grows_daily_whatever_the_number_of_tries(self):
        ada = player()
        days = [TODAY - timedelta(days=ago) for ago in (3, 2, 1, 0)]
        assert [find(ada, day, first=day != days[1]).streak for day in days] == [1, 2, 3, 4]

    def test_only_a_puzzle_without_a_wrong_move_counts_as_first_try(self):
        ada = player()
        assert [find(ada, YESTERDAY).at_first_try, find(ada, TODAY, first=False).at_first_try] == [True, False]
        assert not Daily(player=ada, day=TOMORROW).at_first_try

    def test_a_missed_day_restarts_it(self):
        ada = player()
        find(ada, TODAY - timedelta(days=2))
        assert find(ada, TODAY).streak == 1

    def test_a_puzzle_found_later_does_not_count_for_the_streak(self):
        ada = player()
        assert find(ada, YESTERDAY, today=TODAY).streak == 0
        assert find(ada, TODAY).streak == 1

    def test_a_solved_puzzle_stays_solved(self):
        ada = player()
        found = find(ada, TODAY, first=False)
        services.answer_daily(player=ada, day=TODAY, today=TODAY, move=wrong_cell(TODAY))
        services.answer_daily(player=ada, day=TODAY, today=TOMORROW, move=exercise_of(TODAY).answers[0])
        assert Daily.objects.values().get() == {
            "id": found.pk, "player_id": ada.pk, "variant": "classic", "day": TODAY,
            "wrong": 1, "first_wrong": str(wrong_cell(TODAY)), "found_at": found.found_at, "streak": 1,
            "first_try_streak": 0,
        }  # fmt: skip

    def test_tomorrow_is_not_answered_today(self):
        cell = exercise_of(TOMORROW).answers[0]
        with pytest.raises(Refused) as refused:
            services.answer_daily(player=player(), day=TOMORROW, today=TODAY, move=cell)
        assert refused.value.reason is Reason.NOT_YET
        assert not Daily.objects.exists()

    def test_the_database_refuses_streaks_of_unsolved_puzzles_and_duplicate_days(self):
        ada = player()
        for rows in ([{"streak": 1}], [{}, {}]):
            with pytest.raises(IntegrityError), transaction.atomic():
                for row in rows:
                    Daily.objects.create(player=ada, day=TODAY, **row)


class TestPage:
    def press(self, browser: Client, cell: int, day: date = TODAY):
        return browser.post(f"/day/{day}/", {"cell": cell})

    def test_it_is_solved_by_a_press(self, client):
        page = client.get("/day/").content.decode()
        assert "X to play and win. Find the move." in page
        assert "Day 22" in page
        page = self.press(client, exercise_of(TODAY).answers[0]).content.decode()
        for words in (
            "Found it!",
            "Right: X wins in 1 move.",
            "Day 22, on the first try",
            "I found it on the first try.",
        ):
            assert words in page
        assert "Found it!" in client.get("/day/").content.decode()
        assert "Found it!" in client.get("/").content.decode()
        assert "Found it!" not in Client().get("/day/").content.decode()

    @pytest.mark.parametrize("path", ["/", "/day/"])
    def test_the_task_is_read_before_the_squares(self, client, path):
        page = client.get(path).content.decode().partition("<main")[2]
        assert page.index("X to play and win. Find the move.") < page.index('id="board"')

    def test_a_wrong_press_says_why_and_the_first_try_is_gone(self, client):
        page = self.press(client, wrong_cell(TODAY)).content.decode()
        assert "Not that one." in page
        assert "Found it!" not in page
        page = self.press(client, exercise_of(TODAY).answers[0]).content.decode()
        assert "Found it!" in page
        assert "on the first try" not in page

    def test_once_solved_it_stays_solved(self, client):
        self.press(client, exercise_of(TODAY).answers[0])
        assert "Day 22, on the first try" in self.press(client, wrong_cell(TODAY)).content.decode()

    def test_an_invalid_answer_is_refused_and_creates_no_player(self, client):
        taken = next(cell for cell, symbol in enumerate(exercise_of(TODAY).position.cells) if symbol != "_")
        assert self.press(client, taken).status_code == 409
        for cell in ("9", "x", ""):
            assert self.press(client, cell).status_code == 400
        assert not Player.objects.exists()

    def test_a_streak_shows_until_a_day_has_passed_unsolved(self, client, monkeypatch):
        for day in (YESTERDAY, TODAY):
            at(monkeypatch, datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
            page = self.press(client, exercise_of(day).answers[0], day).content.decode()
            assert ("days in a row" in page) == (day == TODAY)
        assert "I found it on the first try. 2 days in a row." in page
        for days, shown in ((1, True), (2, False)):
            at(monkeypatch, datetime(2026, 11, 22 + days, 12, tzinfo=UTC))
            for address in ("/", "/day/"):
                page = page_without_icons(client.get(address))
                assert bool(re.search("> ?2 days in a row", page)) == shown

    def test_the_first_try_streak_and_the_longest_are_shown(self, client, monkeypatch):
        for ago, first in ((5, True), (4, True), (3, True), (2, False), (1, True), (0, True)):
            day = TODAY - timedelta(days=ago)
            at(monkeypatch, datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
            if not first:
                self.press(client, wrong_cell(day), day)
            page = self.press(client, exercise_of(day).answers[0], day).content.decode()
        for words in (
            "6 days in a row",
            "2 days in a row on the first try",
            "Your best on the first try: 3 days in a row",
        ):
            assert words in page
        assert "Your best:" not in page

    def test_a_missed_day_leaves_both_bests_visible(self, client, monkeypatch):
        for day in (TODAY - timedelta(days=4), TODAY - timedelta(days=3), TODAY):
            at(monkeypatch, datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
            page = self.press(client, exercise_of(day).answers[0], day).content.decode()
        assert "Your best: 2 days in a row" in page
        assert "Your best on the first try: 2 days in a row" in page

    def test_a_broken_streak_leaves_the_best_one_visible(self, client, monkeypatch):
        for day in (YESTERDAY, TODAY, TODAY + timedelta(days=2)):
            at(monkeypatch, datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
            page = self.press(client, exercise_of(day).answers[0], day).content.decode()
            assert ("Your best: 2 days in a row" in page) == (day > TODAY)
        assert "Your best" not in Client().get("/day/").content.decode()

    def test_yesterday_stays_open_and_earlier_than_day_one_is_not_found(self, client):
        page = client.get(f"/day/{YESTERDAY}/").content.decode()
        assert "Today’s puzzle" in page
        assert "Found it!" in self.press(client, exercise_of(YESTERDAY).answers[0], YESTERDAY).content.decode()
        assert "Previous puzzle" not in client.get(f"/day/{FIRST}/").content.decode()
        for day in (FIRST - timedelta(days=1), TODAY + timedelta(days=2), "2026-13-01", "2026-11-31"):
            assert client.get(f"/day/{day}/").status_code == 404


class TestOtherGames:
    """Since the games take turns."""

    @pytest.mark.parametrize("ahead", range(5))
    def test_each_can_be_solved_and_is_explained(self, client, monkeypatch, ahead):
        day = ROTATING + timedelta(days=ahead)
        at(monkeypatch, datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
        exercise = exercise_of(day)
        for address in ("/", "/day/") if exercise.variant is not CLASSIC else ():
            assert str(rules_of(exercise.variant).rule) in client.get(address).content.decode()
        wrong = exercise.tempting[0]
        assert "Not that one." in press_move(client, day, wrong)
        page = press_move(client, day, exercise.answers[0])
        assert "Found it!" in page
        assert str(THEMES[motif_of(exercise.variant, exercise.position)].name) in page
        assert "Tempting wrong moves" in page
        assert [move for move in exercise.tempting if move not in exercise.plausible] == []
        for move in exercise.tempting[:3]:
            assert f"<b>{steps_of(exercise.variant, exercise.position, [move])[0].words}</b>" in page
        row = Daily.objects.get()
        assert (row.variant, row.first_wrong) == (exercise.variant.key, exercise.variant.write(wrong))
        assert client.get(f"/day/{day}/board.png?lang=en").status_code == 200

    def test_the_text_to_share_names_the_game(self, client, monkeypatch):
        at(monkeypatch, datetime(2026, 11, 27, 12, tzinfo=UTC))
        assert "Don’t make three: Three in a row loses." in client.get("/day/").context["words"]


def press_move(client: Client, day: date, move) -> str:
    return client.post(f"/day/{day}/", {"cell": exercise_of(day).variant.write(move)}).content.decode()


class TestExplanation:
    """In X O O / _ _ X / _ X O, X forks on the middle left."""

    DAY = date(2026, 11, 30)

    @pytest.fixture(autouse=True)
    def on_the_day(self, monkeypatch) -> None:
        at(monkeypatch, datetime(2026, 11, 30, 12, tzinfo=UTC))

    def test_both_threats_of_a_fork_are_drawn_and_the_best_line_is_played_out(self, client):
        page = press_move(client, self.DAY, exercise_of(self.DAY).answers[0])
        threats = re.search(r'<svg class="threats ([XO])".*?</svg>', page, re.S)
        assert threats[1] == exercise_of(self.DAY).position.turn
        assert threats[0].count("<path") == 2
        steps = re.findall(r"<ol class=\"steps-on\">.*?</ol>", page, re.S)[0]
        assert steps.count("<li>") == 3
        assert f"<b>{exercise_of(self.DAY).position.turn} wins.</b>" in steps

    def test_nothing_is_explained_before_it_is_solved(self, client):
        for page in (client.get("/day/").content.decode(), press_move(client, self.DAY, wrong_cell(self.DAY))):
            assert not re.search("threats|steps-on|Play it out", page)

    def test_the_wrong_moves_of_others_are_refuted_the_most_frequent_first(self, client):
        wrong = exercise_of(self.DAY).tempting
        made = [move for move, count in zip(wrong[::-1], (7, 4), strict=True) for _time in range(count)]
        for move in made:
            services.answer_daily(player=player(), day=self.DAY, today=self.DAY, move=move)
        page = press_move(client, self.DAY, exercise_of(self.DAY).answers[0])
        assert "The most common wrong moves" in page
        assert re.findall(r"(\d+) people tried this", page) == ["7", "4"]
        assert list(wrong_moves_of(self.DAY)) == [*wrong[::-1]]

    def test_with_few_answers_the_tempting_moves_are_refuted(self, client):
        services.answer_daily(player=player(), day=self.DAY, today=self.DAY, move=wrong_cell(self.DAY))
        page = press_move(client, self.DAY, exercise_of(self.DAY).answers[0])
        assert "Tempting wrong moves" in page
        assert "tried this" not in page

    def test_it_can_be_played_out_against_hard(self, client):
        page = press_move(client, self.DAY, exercise_of(self.DAY).answers[0])
        form = page[page.index('action="/new/computer/"') :]
        fields = dict(re.findall(r'name="(variant|start|side|opponent)" value="(\w+)"', form)[:4])
        assert fields == {"variant": "classic", "start": "XOO__X_XO", "side": "X", "opponent": "hard"}
        assert client.post("/new/computer/", fields, follow=True).status_code == 200


class TestVisitorsDate:
    @pytest.mark.parametrize(
        ("hour", "zone", "day"),
        [
            (12, None, TODAY),
            (23, "60", TOMORROW),
            (23, "59", TODAY),
            (10, "840", TOMORROW),
            (5, "-360", YESTERDAY),
            (6, "-360", TODAY),
            (12, "841", TODAY),  # an impossible time zone
            (23, "90000", TODAY),
            (12, "-721", TODAY),
            (23, "nonsense", TODAY),
        ],
    )
    def test_it_is_the_visitors_own(self, client, monkeypatch, hour, zone, day):
        at(monkeypatch, datetime(2026, 11, 22, hour, tzinfo=UTC))
        if zone:
            client.cookies["zone"] = zone
        for address in ("/", "/day/"):
            assert f'data-today="{day}"' in client.get(address).content.decode()

    def test_if_it_is_already_tomorrow_it_counts_as_solved_on_the_day(self, client, monkeypatch):
        at(monkeypatch, datetime(2026, 11, 22, 11, tzinfo=UTC))
        client.cookies["zone"] = "780"
        client.post(f"/day/{TOMORROW}/", {"cell": exercise_of(TOMORROW).answers[0]})
        assert Daily.objects.get().streak == 1

    def test_if_it_is_not_yet_tomorrow_it_can_be_viewed_but_not_answered(self, client):
        assert client.get(f"/day/{TOMORROW}/").status_code == 200
        answer = client.post(f"/day/{TOMORROW}/", {"cell": exercise_of(TOMORROW).answers[0]})
        assert (answer.status_code, "isn’t out yet" in answer.content.decode()) == (409, True)
        assert not Daily.objects.exists()


class TestSharing:
    def test_the_text_shows_the_position_and_not_the_answer(self, client):
        page = client.post(f"/day/{TODAY}/", {"cell": exercise_of(TODAY).answers[0]})
        assert page.context["words"].splitlines() == [
            "Tic-tac-toe, day 22: find the move",
            "⭕❌⭕",
            "❌⬜⭕",
            "⬜⬜❌",
            "X to play and win. Find the move. I found it on the first try.",
            f"http://testserver/day/{TODAY}/",
        ]

    def test_the_preview_shows_the_position_before_and_after_it_is_solved(self, client):
        def picture() -> bytes:
            page = client.get(f"/day/{TODAY}/").content.decode()
            assert f'property="og:image" content="http://testserver/day/{TODAY}/board.png?lang=en"' in page
            assert 'property="og:description" content="X to play and win. Find the move."' in page
            return client.get(f"/day/{TODAY}/board.png?lang=en").content

        before = picture()
        client.post(f"/day/{TODAY}/", {"cell": exercise_of(TODAY).answers[0]})
        assert picture() == before
        assert Image.open(BytesIO(before)).size == (1200, 630)

    def test_the_picture_says_what_to_find_in_its_own_language(self, client):
        position = exercise_of(TODAY).position
        for asked, words in [
            ("en", "X to play and win. Find the move."),
            ("de", "X ist am Zug und gewinnt. Finde den Zug."),
            ("ar", "X"),
        ]:
            expected = png(CLASSIC, position, words=words)
            assert client.get(f"/day/{TODAY}/board.png?lang={asked}").content == expected
