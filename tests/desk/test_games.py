"""Games at the review desk: the list, a game's page, read-only access, and signing in."""

import csv
import json
import re
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.desk import replay
from games.engine.position import Mark
from games.play import services
from games.play.models import Game, Series
from games.site import limits
from tests.support.games import friends, play, player, take_back
from tests.support.rows import rows_read

pytestmark = pytest.mark.django_db

LIST = reverse("admin:games_game_changelist")


def listed(host: Client, query: str = "") -> list[Game]:
    return list(host.get(LIST + query).context["cl"].result_list)


def detail(game: Game) -> str:
    return reverse("admin:games_game_change", args=[game.pk])


def test_the_list_shows_each_game_with_its_board_as_a_labelled_link(host, won):
    page = host.get(LIST).content.decode()
    for words in (won.code, "Ada", "Ben", "X won", "three in a row"):
        assert words in page
    board = re.search(r'<th class="field-board[^>]*><a href="[^"]+">\s*<svg([^>]*)>', page)[1]
    assert f'role="img" aria-label="Game {won.code}"' in board


def test_a_game_shows_every_move_in_order(host, won):
    page = host.get(detail(won)).content.decode()
    assert page.count("board-thumb") == 5
    moves = ("top left (1)", "middle left (4)", "top middle (2)", "centre (5)", "top right (3)")
    assert [page.index(move) for move in moves] == sorted(page.index(move) for move in moves)
    assert "0 seconds" in page
    assert f'<a href="/g/{won.code}/" class="viewsitelink">' in page


@pytest.mark.parametrize(
    ("took", "words"),
    [
        ({"seconds": 1}, "1 second"),
        ({"minutes": 61, "seconds": 5}, "1:01:05"),
        ({"days": 2, "hours": 3}, "2\xa0days, 3\xa0hours"),
    ],
)
def test_the_duration_of_a_game_is_translated(host, won, took, words):
    Game.objects.filter(pk=won.pk).update(finished_at=won.started_at + timedelta(**took))
    assert words in host.get(detail(won)).content.decode()


def test_nothing_can_be_changed(host, won):
    assert host.get(reverse("admin:games_game_add")).status_code == 403
    assert host.post(detail(won), {"status": "started"}).status_code == 403
    assert host.post(f"{detail(won)[: -len('change/')]}delete/", {"post": "yes"}).status_code == 403
    assert Game.objects.get().winner == "X"


def test_only_administrators_see_games(client, won):
    assert client.get(LIST).status_code == 302
    client.force_login(User.objects.create_user("guest"))
    assert client.get(LIST).status_code == 302


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("?result=X", {"x"}),
        ("?result=O", {"o", "resigned"}),
        ("?result=draw", {"draw"}),
        ("?ended__exact=resigned", {"resigned"}),
        ("?status__exact=waiting", {"waiting"}),
        ("?status__exact=started", {"easy", "hard"}),
        ("?opponent=computer", {"easy", "hard"}),
        ("?opponent=easy", {"easy"}),
        ("?opponent=person", {"x", "o", "draw", "resigned", "waiting"}),
        ("?q=Ada", {"x", "o", "draw", "resigned", "waiting"}),
        ("?q=nobody", set()),
        ("?q={o.code}", {"o"}),
    ],
)
def test_games_are_found_by_filters_and_by_search(host, games_of_every_kind, query, names):
    found = listed(host, query.format(**games_of_every_kind))
    assert {game.code for game in found} == {games_of_every_kind[name].code for name in names}


def test_robots_are_found_and_called_by_name_and_rules(host, games_of_every_kind):
    cem = player("Cem")
    rusty = services.start_against_computer(player=cem, opponent="wbf", name="Rusty", side=Mark.X)
    nameless = services.start_against_computer(player=cem, opponent="-", side=Mark.X)
    assert {game.code for game in listed(host, "?opponent=robot")} == {rusty.code, nameless.code}
    page = host.get(f"{LIST}?opponent=robot").content.decode()
    assert "Rusty (robot wbf)" in page
    assert "Robot - (computer)" in page


class TestSeries:
    @pytest.fixture
    def series(self, games_of_every_kind) -> Series:
        """Three games between two computers, of which X won the first and the last and the middle one was drawn, among
        other games."""
        series = services.start_series(player=player("Cem"), x="hard", o="giveaway", count=3)
        services.start_series(player=player("Dag"), x="easy", o="hard", count=2)
        first, middle, last = series.games.order_by("pk").values_list("pk", flat=True)
        Game.objects.filter(pk__in=[first, last]).update(winner="X", ended="line")
        Game.objects.filter(pk=middle).update(winner="", ended="full")
        return series

    def test_a_series_is_one_line_with_its_tally(self, host, series, games_of_every_kind):
        shown = listed(host)
        assert len(shown) == len(games_of_every_kind) + 2
        assert {game.series_id for game in shown if game.series_id} == set(Series.objects.values_list("pk", flat=True))
        tally = f'<a href="?series={series.code}">Series: X won 2, O won 0, drawn 1</a>'
        assert tally in host.get(LIST).content.decode()

    def test_its_games_are_listed_on_request(self, host, series, games_of_every_kind):
        assert set(listed(host, f"?series={series.code}")) == set(series.games.all())
        assert len(listed(host, "?series=all")) == len(games_of_every_kind) + 5
        assert {game.series_id for game in listed(host, "?opponent=two")} == {series.pk, series.pk + 1}
        last = series.games.latest("pk")
        assert listed(host, f"?q={last.code}") == [last]
        assert f'<a href="{LIST}?series={series.code}">{series.code}</a>' in host.get(detail(last)).content.decode()


def test_yes_and_no_are_words_with_an_explanation(host, won):
    pages = [host.get(address).content.decode() for address in (LIST, detail(won))]
    assert not any("icon-no" in page for page in pages)
    assert "Thrown away: one move turned a win into a loss." in pages[1]
    assert "thrown away (one move turned a win into a loss)" in pages[0]


class TestReviewDesk:
    @pytest.fixture
    def pictured(self) -> Game:
        """The style guide's example game: X missed a win, O gave away a draw twice."""
        game = friends(x=player("=cmd|'/c calc'!A1"), o=player("Ben"))
        play(game, "5 4 7 3 1 6 9")
        return Game.objects.get(pk=game.pk)

    def test_the_replay_has_the_verdicts_and_the_check(self, host, pictured):
        page = host.get(detail(pictured)).content.decode()
        assert page.count("Turned a draw into a loss") == 2
        assert page.count("Missed a win") == 1
        assert "Moves, result and verdicts match." in page

    def test_moves_taken_back_are_shown_without_verdicts(self, host):
        ada, ben = player("Ada"), player("Ben")
        game = friends(x=ada, o=ben)
        play(game, "5 2")
        take_back(code=game.code, player=ada)
        services.allow(code=game.code, player=ben)
        play(game, "1 5")
        page = host.get(detail(game)).content.decode()
        assert page.count("taken back") == 2
        assert page.count("board-thumb") == 4
        assert page.count('class="verdict') == 2

    @pytest.fixture
    def long(self, monkeypatch) -> Game:
        """A game with 19 moves that were taken back, shown in parts of 7."""
        monkeypatch.setattr(replay, "MOVES_PER_PAGE", 7)
        ada = player("Ada")
        game = Game.objects.get(code=services.start_one_screen(player=ada).code)
        for _time in range(9):
            play(game, "5 1")
            for _move in range(2):
                take_back(code=game.code, player=ada)
        play(game, "9 1 5")
        take_back(code=game.code, player=ada)
        play(game, "6")
        return Game.objects.get(pk=game.pk)

    def test_a_long_game_is_shown_in_consecutive_pages(self, host, long, monkeypatch):
        parts = [replay.part_of(long, str(number))[1] for number in (1, 2, 3, 4)]
        assert [len(part) for part in parts] == [7, 7, 7, 1]
        page = host.get(f"{detail(long)}?part=2").content.decode()
        assert page.count("board-thumb") == 7
        assert 'href="?part=1"' in page
        assert 'href="?part=3"' in page
        monkeypatch.setattr(replay, "MOVES_PER_PAGE", 60)
        whole = replay.part_of(long, None)[1]
        assert [one for part in parts for one in part] == whole
        assert [record for _move, record, *_rest in whole[-4:]] == ["8", "80", "804", "805"]
        assert [bool(judged) for *_rest, judged in whole[-4:]] == [True, True, False, True]

    def test_a_page_reads_only_the_moves_that_it_shows(self, host, long):
        with rows_read() as read:
            host.get(f"{detail(long)}?part=3")
        assert read.count < 22

    @pytest.mark.parametrize(
        ("query", "count"),
        [
            ("mistakes=x", 1),
            ("mistakes=o", 1),
            ("mistakes=both", 1),
            ("mistakes=none", 0),
            ("thrown_away__exact=0", 2),
            ("thrown_away__exact=1", 0),
            ("helped__exact=1", 0),
        ],
    )
    def test_games_are_filtered_by_mistakes(self, host, pictured, query, count):
        friends(x=player("Cem"), o=player("Dag"))
        assert len(listed(host, f"?{query}")) == count

    def test_games_are_exported_as_csv_without_formulas_and_as_json(self, host, pictured):
        def export(kind: str) -> str:
            sent = {"action": f"export_{kind}", "_selected_action": [pictured.pk]}
            return host.post(LIST, sent).content.decode()

        [row] = csv.DictReader(export("csv").splitlines())
        assert (row["x"], row["moves"]) == ("'=cmd|'/c calc'!A1", "5 4 7 3 1 6 9")
        assert (row["x_mistakes"], row["o_mistakes"]) == ("1", "2")
        [row] = json.loads(export("json"))
        assert (row["code"], row["winner"], row["thrown_away"]) == (pictured.code, "X", False)

    @pytest.mark.parametrize("selected", ["x", "", "-1", "9" * 30])
    def test_a_malformed_selection_is_refused(self, host, pictured, selected):
        answer = host.post(LIST, {"action": "export_csv", "_selected_action": [pictured.pk, selected]})
        assert (answer.status_code, "could not make sense of that" in answer.content.decode()) == (400, True)

    def test_the_check_reports_problems_and_repairs_nothing(self, host, pictured):
        sent = {"action": "check_rules", "_selected_action": [pictured.pk]}
        assert "1 game checked: it fits the rules." in host.post(LIST, sent, follow=True).content.decode()
        Game.objects.update(winner="O")
        page = host.post(LIST, sent, follow=True).content.decode()
        assert f"Game {pictured.code}: its board says (&#x27;X&#x27;, &#x27;line&#x27;)" in page
        assert Game.objects.get().winner == "O"


class TestSigningIn:
    """Repeated failures lock out only one name at one address."""

    LOGIN = reverse("admin:login")

    @pytest.fixture(autouse=True)
    def hosts(self) -> None:
        for name in ("host", "other"):
            User.objects.create_superuser(name, password="pencil")

    def sign_in(self, name: str, password: str, address: str = "192.0.2.7"):
        browser = Client(REMOTE_ADDR=address)
        return browser.post(self.LOGIN, {"username": name, "password": password})

    def lock_out(self) -> None:
        assert [self.sign_in("host", "wrong").status_code for _failure in range(5)] == [200] * 4 + [429]

    def test_the_right_password_signs_in_and_clears_failures(self):
        for _day in range(2):
            for _failure in range(4):
                self.sign_in("host", "wrong")
            assert self.sign_in("host", "pencil").status_code == 302

    def test_after_five_failures_even_the_right_password_fails_for_one_name_at_one_address(self):
        self.lock_out()
        answer = self.sign_in("host", "pencil")
        assert (answer.status_code, answer["Retry-After"]) == (429, "900")
        assert "Too many wrong passwords. Wait 15 minutes, then try again." in answer.content.decode()
        assert self.sign_in("other", "pencil").status_code == 302
        assert self.sign_in("host", "pencil", address="192.0.2.8").status_code == 302

    def test_the_lock_out_ends_and_further_attempts_do_not_prolong_it(self, settings):
        self.lock_out()
        before = list(AccessAttempt.objects.values())
        assert self.sign_in("host", "wrong").status_code == 429
        assert list(AccessAttempt.objects.values()) == before
        AccessAttempt.objects.update(attempt_time=timezone.now() - settings.AXES_COOLOFF_TIME)
        assert self.sign_in("host", "pencil").status_code == 302

    def test_no_password_is_stored_or_logged(self, caplog):
        for name in ("host", "my-secret-typed-one-field-too-early"):
            self.sign_in(name, "correct horse battery")
        kept = str(list(AccessAttempt.objects.values("get_data", "post_data", "path_info", "user_agent")))
        for secret in ("correct horse", "typed-one-field-too-early"):
            assert secret not in caplog.text
            assert secret not in kept
        assert "192.0.2.7" in caplog.text

    def test_a_forwarded_address_counts_only_behind_a_trusted_proxy(self, settings):
        def sign_in(forged: str):
            browser = Client(REMOTE_ADDR="192.0.2.7", headers={"x-forwarded-for": forged})
            return browser.post(self.LOGIN, {"username": "host", "password": "wrong"}).status_code

        assert [sign_in(f"198.51.100.{number}") for number in range(5)] == [200] * 4 + [429]
        settings.TRUST_FORWARDED_FOR = True
        assert [sign_in("198.51.100.9, 203.0.113.5") for _again in range(5)] == [200] * 4 + [429]
        assert sign_in("203.0.113.6") == 200

    def test_an_address_has_few_attempts_over_all_names_and_no_more_are_hashed(self, monkeypatch):
        for number in range(limits.SIGNING_IN.most):
            assert self.sign_in(f"name-{number}", "wrong").status_code == 200
            Client(REMOTE_ADDR="192.0.2.7").get(self.LOGIN)  # to view the form is not an attempt
        monkeypatch.setattr("django.contrib.auth.authenticate", lambda *_, **__: 1 / 0)
        monkeypatch.setattr("django.contrib.auth.forms.authenticate", lambda *_, **__: 1 / 0)
        answer = self.sign_in("host", "pencil")
        assert answer.status_code == 429
        assert 0 < int(answer["Retry-After"]) <= limits.SIGNING_IN.seconds
        assert "Too many sign-in attempts from your network" in answer.content.decode()
        with pytest.raises(ZeroDivisionError):  # another address may try
            self.sign_in("host", "pencil", address="192.0.2.8")
