"""The daily puzzle: its answers and streaks, its page, the visitor's date, and the text to share."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from games.engine.classic import CLASSIC
from games.engine.motifs import motif_of
from games.engine.position import Move
from games.play.words.picture import png
from games.play.words.rules import rules_of
from games.practice import services
from games.practice.daily import FIRST_DAY, ROTATING_FROM, exercise_of
from games.practice.models import Daily
from games.practice.selectors import wrong_moves_of
from games.practice.words.explained import THEMES, steps_of
from games.site.models import Player
from tests.support.games import player

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 22)
YESTERDAY, TOMORROW = TODAY - timedelta(days=1), TODAY + timedelta(days=1)


@pytest.fixture(autouse=True)
def today(monkeypatch) -> None:
    set_time(monkeypatch, TODAY)


def set_time(monkeypatch, day: date, hour: int = 12) -> None:
    now = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)


def right_move(day: date) -> Move:
    return exercise_of(day).answers[0]


def wrong_move(day: date) -> Move:
    return exercise_of(day).tempting[0]


def solve(player: Player, day: date, *, today: date | None = None, first_try: bool = True) -> Daily:
    """Let a player solve a day's puzzle, after a wrong move unless on the first try."""
    if not first_try:
        assert not services.answer_daily(player=player, day=day, today=today or day, move=wrong_move(day))
    assert services.answer_daily(player=player, day=day, today=today or day, move=right_move(day))
    return Daily.objects.get(player=player, day=day)


def press(client: Client, day: date, move: Move) -> str:
    """Answer a day's puzzle on its page, and return the page."""
    return client.post(f"/day/{day}/", {"cell": exercise_of(day).variant.write(move)}).content.decode()


def press_right(client: Client, day: date = TODAY) -> str:
    return press(client, day, right_move(day))


def press_wrong(client: Client, day: date = TODAY) -> str:
    return press(client, day, wrong_move(day))


class TestStreak:
    @pytest.mark.parametrize(
        "history",  # days ago, days late, whether on the first try, and both streaks afterwards
        [
            [(3, 0, True, (1, 1)), (2, 0, False, (2, 0)), (1, 0, True, (3, 1)), (0, 0, True, (4, 2))],
            [(2, 0, True, (1, 1)), (0, 0, True, (1, 1))],
            [(1, 1, True, (0, 0)), (0, 0, True, (1, 1))],
        ],
    )
    def test_it_counts_days_solved_on_the_day_and_those_of_them_on_the_first_try(self, history):
        ada = player()
        for ago, late, first_try, streaks in history:
            day = TODAY - timedelta(days=ago)
            found = solve(ada, day, today=day + timedelta(days=late), first_try=first_try)
            assert (found.streak, found.first_try_streak) == streaks

    def test_a_solved_puzzle_stays_solved(self):
        ada = player()
        solved = solve(ada, TODAY, first_try=False)
        services.answer_daily(player=ada, day=TODAY, today=TODAY, move=wrong_move(TODAY))
        services.answer_daily(player=ada, day=TODAY, today=TOMORROW, move=right_move(TODAY))
        assert Daily.objects.values().get() == {
            "id": solved.pk, "player_id": ada.pk, "variant": "classic", "day": TODAY,
            "wrong": 1, "first_wrong": str(wrong_move(TODAY)), "found_at": solved.found_at, "streak": 1,
            "first_try_streak": 0,
        }  # fmt: skip

    def test_the_database_refuses_streaks_of_unsolved_puzzles_and_duplicate_days(self):
        ada = player()
        for rows in ([{"streak": 1}], [{}, {}]):
            with pytest.raises(IntegrityError), transaction.atomic():
                for row in rows:
                    Daily.objects.create(player=ada, day=TODAY, **row)


class TestPage:
    def test_it_is_solved_by_a_press(self, client):
        page = client.get("/day/").content.decode()
        assert "X to play and win. Find the move." in page
        assert "Day 22" in page
        page = press_right(client)
        for words in ("Found it!", "Right: X wins in 1 move.", "Day 22, on the first try"):
            assert words in page
        assert "I found it on the first try." in page
        assert "Found it!" in client.get("/day/").content.decode()
        assert "Found it!" in client.get("/").content.decode()
        assert "Found it!" not in Client().get("/day/").content.decode()

    def test_a_wrong_press_says_why_and_the_first_try_is_gone(self, client):
        page = press_wrong(client)
        assert "Not that one." in page
        assert "Found it!" not in page
        page = press_right(client)
        assert "Found it!" in page
        assert "on the first try" not in page

    def test_an_invalid_answer_is_refused_and_creates_no_player(self, client):
        taken = exercise_of(TODAY).position.cells.index("X")
        for cell, status in ((taken, 409), ("9", 400), ("x", 400), ("", 400)):
            assert client.post(f"/day/{TODAY}/", {"cell": cell}).status_code == status
        assert not Player.objects.exists()

    def test_a_streak_shows_until_a_day_has_passed_unsolved(self, client, monkeypatch):
        for day in (YESTERDAY, TODAY):
            set_time(monkeypatch, day)
            page = press_right(client, day)
            assert ("days in a row" in page) == (day == TODAY)
        assert "I found it on the first try. 2 days in a row." in page
        for days, shown in ((1, True), (2, False)):
            set_time(monkeypatch, TODAY + timedelta(days=days))
            for address in ("/", "/day/"):
                page = re.sub(r"<svg.*?</svg>", "", client.get(address).content.decode())
                assert bool(re.search("> ?2 days in a row", page)) == shown

    def test_the_first_try_streak_and_the_longest_are_shown(self, client, monkeypatch):
        for ago in (5, 4, 3, 2, 1, 0):
            day = TODAY - timedelta(days=ago)
            set_time(monkeypatch, day)
            if ago == 2:
                press_wrong(client, day)
            page = press_right(client, day)
        assert "6 days in a row" in page
        assert "2 days in a row on the first try" in page
        assert "Your best on the first try: 3 days in a row" in page
        assert "Your best:" not in page

    def test_after_a_missed_day_the_best_streaks_are_shown(self, client, monkeypatch):
        for day in (YESTERDAY, TODAY, TODAY + timedelta(days=2)):
            set_time(monkeypatch, day)
            page = press_right(client, day)
            assert ("Your best: 2 days in a row" in page) == (day > TODAY)
            assert ("Your best on the first try: 2 days in a row" in page) == (day > TODAY)
        assert "Your best" not in Client().get("/day/").content.decode()

    def test_earlier_days_stay_open_back_to_day_one(self, client):
        page = client.get(f"/day/{YESTERDAY}/").content.decode()
        assert "Today’s puzzle" in page
        assert "Found it!" in press_right(client, YESTERDAY)
        assert "Previous puzzle" not in client.get(f"/day/{FIRST_DAY}/").content.decode()
        for day in (FIRST_DAY - timedelta(days=1), TODAY + timedelta(days=2), "2026-13-01", "2026-11-31"):
            assert client.get(f"/day/{day}/").status_code == 404


class TestOtherGames:
    @pytest.mark.parametrize("ahead", range(5))
    def test_a_puzzle_of_each_game_can_be_solved_and_is_explained(self, client, monkeypatch, ahead):
        day = ROTATING_FROM + timedelta(days=ahead)
        set_time(monkeypatch, day)
        exercise = exercise_of(day)
        for address in ("/", "/day/") if exercise.variant is not CLASSIC else ():
            assert str(rules_of(exercise.variant).rule) in client.get(address).content.decode()
        assert "Not that one." in press_wrong(client, day)
        page = press_right(client, day)
        assert "Found it!" in page
        assert str(THEMES[motif_of(exercise.variant, exercise.position)].name) in page
        assert "Tempting wrong moves" in page
        assert {*exercise.tempting} <= {*exercise.plausible}
        for move in exercise.tempting[:3]:
            assert f"<b>{steps_of(exercise.variant, exercise.position, [move])[0].words}</b>" in page
        row = Daily.objects.get()
        assert (row.variant, row.first_wrong) == (exercise.variant.key, exercise.variant.write(wrong_move(day)))
        assert client.get(f"/day/{day}/board.png?lang=en").status_code == 200

    def test_the_text_to_share_names_the_game(self, client, monkeypatch):
        set_time(monkeypatch, date(2026, 11, 27))
        assert "Don’t make three: Three in a row loses." in client.get("/day/").context["words"]


class TestExplanation:
    """In X O O / _ _ X / _ X O, X makes a fork on the middle left."""

    DAY = date(2026, 11, 30)

    @pytest.fixture(autouse=True)
    def on_the_day(self, monkeypatch) -> None:
        set_time(monkeypatch, self.DAY)

    def test_nothing_is_explained_before_it_is_solved(self, client):
        for page in (client.get("/day/").content.decode(), press_wrong(client, self.DAY)):
            assert not re.search("threats|steps-on|Play it out", page)

    def test_frequent_wrong_moves_are_refuted_the_most_frequent_first(self, client):
        frequent, less_frequent = exercise_of(self.DAY).tempting[::-1]
        for move in [frequent] * 7 + [less_frequent] * 4:
            services.answer_daily(player=player(), day=self.DAY, today=self.DAY, move=move)
        page = press_right(client, self.DAY)
        assert "The most common wrong moves" in page
        assert re.findall(r"(\d+) people tried this", page) == ["7", "4"]
        assert list(wrong_moves_of(self.DAY)) == [frequent, less_frequent]

    def test_after_few_answers_the_tempting_moves_are_refuted(self, client):
        services.answer_daily(player=player(), day=self.DAY, today=self.DAY, move=wrong_move(self.DAY))
        page = press_right(client, self.DAY)
        assert "Tempting wrong moves" in page
        assert "tried this" not in page

    def test_it_can_be_played_out_against_hard(self, client):
        page = press_right(client, self.DAY)
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
    def test_it_follows_the_visitors_time_zone(self, client, monkeypatch, hour, zone, day):
        set_time(monkeypatch, TODAY, hour)
        if zone:
            client.cookies["zone"] = zone
        for address in ("/", "/day/"):
            assert f'data-today="{day}"' in client.get(address).content.decode()

    def test_a_visitor_whose_day_has_begun_solves_its_puzzle_on_the_day(self, client):
        client.cookies["zone"] = "780"
        press_right(client, TOMORROW)
        assert Daily.objects.get().streak == 1

    def test_other_visitors_may_view_that_puzzle_but_not_answer_it(self, client):
        assert client.get(f"/day/{TOMORROW}/").status_code == 200
        answer = client.post(f"/day/{TOMORROW}/", {"cell": right_move(TOMORROW)})
        assert (answer.status_code, "isn’t out yet" in answer.content.decode()) == (409, True)
        assert not Daily.objects.exists()


class TestSharing:
    def test_the_text_shows_the_position_and_not_the_answer(self, client):
        page = client.post(f"/day/{TODAY}/", {"cell": right_move(TODAY)})
        assert page.context["words"].splitlines() == [
            "Tic-tac-toe, day 22: find the move",
            "⭕❌⭕",
            "❌⬜⭕",
            "⬜⬜❌",
            "X to play and win. Find the move. I found it on the first try.",
            f"http://testserver/day/{TODAY}/",
        ]

    def test_the_preview_shows_the_position_before_and_after_it_is_solved(self, client):
        for _time in range(2):
            page = client.get(f"/day/{TODAY}/").content.decode()
            assert f'property="og:image" content="http://testserver/day/{TODAY}/board.png?lang=en"' in page
            assert 'property="og:description" content="X to play and win. Find the move."' in page
            press_right(client)

    def test_the_picture_says_what_to_find_in_its_own_language(self, client):
        position = exercise_of(TODAY).position
        for asked, words in [
            ("en", "X to play and win. Find the move."),
            ("de", "X ist am Zug und gewinnt. Finde den Zug."),
            ("ar", "X"),
        ]:
            expected = png(CLASSIC, position, words=words)
            assert client.get(f"/day/{TODAY}/board.png?lang={asked}").content == expected
