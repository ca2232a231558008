"""The page of the host, and the big screen."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.play.models import Game
from games.play.verification import problems_of
from games.site import limits
from games.tournaments.models import Entrant, Phase, Tournament
from games.tournaments.services import directing, tournaments
from tests.support.browsers import fill, words
from tests.support.played import played
from tests.support.tournaments import entrant, free, now, pair, tournament, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Client:
    return Client()


def host(browser: Client) -> str:
    return browser.get(f"/host/{Tournament.objects.get().key}/").content.decode()


def do(browser: Client, verb: str, **sent: object):
    return browser.post(f"/host/{Tournament.objects.get().key}/", {"do": verb, **sent})


def phase() -> str:
    return Tournament.objects.get().phase


def notice(answer) -> str:
    [said] = re.findall(r'id="notice" role="alert">([^<]*)<', answer.content.decode())
    return said


class TestTheHost:
    def test_runs_a_tournament_by_plain_forms(self, browser):
        waiting("Ada", "Ben", minutes=20)
        assert "Start" in words(host(browser))
        for verb, becomes, offered in (
            ("start", Phase.RUNNING, "Pause"),
            ("pause", Phase.PAUSED, "Resume"),
            ("go-on", Phase.RUNNING, "Pause"),
        ):
            answer = do(browser, verb)
            assert (answer.status_code, answer["Location"]) == (302, f"/host/{Tournament.objects.get().key}/")
            assert (phase(), offered in words(host(browser))) == (becomes, True)
        do(browser, "end")
        assert now().left(now().ends_at).total_seconds() == 0

    def test_a_double_press_of_plus_five_adds_five_minutes(self, browser):
        tournament("Ada", minutes=20)
        [minutes] = re.findall(r'name="minutes" value="(\d+)"', host(browser))
        for _press in range(2):
            assert do(browser, "longer", minutes=minutes).status_code == 302
        assert Tournament.objects.get().minutes == 25

    def test_breaks_off_games_only_on_request(self, browser):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        do(browser, "end")
        directing.finish(tournament=now().id, at=timezone.now())
        assert phase() == Phase.RUNNING
        do(browser, "end", at_once="on")
        directing.finish(tournament=now().id, at=timezone.now())
        assert phase() == Phase.OVER

    def test_renames_and_removes(self, browser):
        tournament("Ada", "Ben")
        ada, ben = entrant("Ada").pk, entrant("Ben").pk
        assert do(browser, "rename", entrant=ada, name="  Adele ").status_code == 302
        assert do(browser, "remove", entrant=ben).status_code == 302
        assert (Entrant.objects.get(pk=ada).name, free()) == ("Adele", "Adele")
        assert "Ben removed" in words(host(browser))
        assert do(browser, "draw-names").status_code == 302
        assert free() not in ("Ada", "Adele", "")

    @pytest.mark.parametrize(
        ("name", "status", "sentence"),
        [
            ("Ben", 409, "Someone in this tournament already has this name. Please choose another."),
            ("", 409, "Please enter a name of 1 to 20 characters."),
            ("a" * 21, 400, "A name can have at most 20 characters."),
            ("a\u200bb", 400, "A name can’t contain invisible or unknown characters."),
        ],
    )
    def test_an_invalid_name_is_reported_and_kept_in_its_field(self, browser, name, status, sentence):
        tournament("Ada", "Ben")
        ada = entrant("Ada").pk
        answer = do(browser, "rename", entrant=ada, name=name)
        assert (answer.status_code, notice(answer)) == (status, sentence)
        assert f'<details id="rename-{ada}" open>' in answer.content.decode()
        assert f'value="{name}" aria-label="New name for Ada"' in answer.content.decode()
        assert entrant("Ada").pk == ada

    @pytest.mark.parametrize(
        ("verb", "sentence"),
        [
            ("pause", "This tournament has not started yet."),
            ("dance", "You can’t do that here."),
            ("", "You can’t do that here."),
        ],
    )
    def test_an_invalid_action_is_refused_with_a_sentence(self, browser, verb, sentence):
        waiting("Ada")
        answer = do(browser, verb)
        assert (answer.status_code, notice(answer)) == (409, sentence)
        assert phase() == Phase.WAITING

    @pytest.mark.parametrize("sent", [{"entrant": "x"}, {"entrant": "-1"}, {"entrant": "9" * 30}, {"minutes": "x"}])
    def test_nonsense_does_nothing(self, browser, sent):
        tournament("Ada")
        for verb in ("remove", "rename", "longer"):
            assert do(browser, verb, name="Eve", **sent).status_code in (400, 404, 409)
        assert (free(), Tournament.objects.get().minutes) == ("Ada", 20)

    def test_is_limited_like_players(self, browser):
        fill(limits.FORMS, f"host-{waiting('Ada').pk}")
        answer = do(browser, "start")
        assert (answer.status_code, answer["Referrer-Policy"]) == (429, "strict-origin")
        assert phase() == Phase.WAITING

    def test_renames_removes_and_deletes_after_the_end(self, browser):
        made = played()
        ada, ben = entrant("Ada"), entrant("Ben").pk
        page = host(browser)
        assert {*re.findall(r'name="do" value="([^"]+)"', page)} == {"rename", "remove", "delete"}
        assert do(browser, "rename", entrant=ada.pk, name="Adele").status_code == 302
        assert do(browser, "remove", entrant=ben).status_code == 302
        assert [one.name for one in now().table] == ["Adele", "Cem", "Dan"]
        assert "Ben removed" in words(host(browser))
        assert do(browser, "delete")["Location"] == "/"
        assert not Tournament.objects.exists()
        assert browser.get(f"/host/{made.key}/").status_code == 404
        games = Game.objects.filter(seats__player=ada.player)
        assert {(game.match, game.place, game.status) for game in games} == {(None, None, "finished")}
        assert [problem for game in games for problem in problems_of(game)] == []
        assert browser.get(f"/g/{games[0].code}/").status_code == 200

    def test_deletes_nothing_before_the_end(self, browser):
        tournament("Ada", "Ben")
        answer = do(browser, "delete")
        assert (answer.status_code, notice(answer)) == (409, "The tournament is still going on.")
        assert Tournament.objects.exists()

    def test_after_the_end_it_links_to_the_results(self, browser):
        made = played()
        page = host(browser)
        assert f'href="/t/{made.code}/results/"' in page
        assert "Names are deleted 30 days after the end." in page


class TestTheKey:
    """The URL makes its holder the host, so no page reveals it."""

    def test_its_page_is_not_cached_or_indexed_and_sends_no_referrer(self, browser):
        waiting("Ada")
        key = Tournament.objects.get().key
        for answer in (browser.get(f"/host/{key}/"), do(browser, "start"), do(browser, "dance")):
            assert answer["Referrer-Policy"] == "strict-origin"
            assert "no-store" in answer["Cache-Control"]
        assert '<meta name="robots" content="noindex">' in host(browser)

    def test_no_other_url_on_its_page_contains_it(self, browser):
        made = waiting("Ada")
        addresses = re.findall(r'\b(?:href|src|action|data-socket|data-state-url)="([^"]*)"', host(browser))
        own = {f"/host/{made.key}/?lang=en", f"/ws/host/{made.key}/{made.code}/?lang=en"}
        assert {address for address in addresses if made.key in address} == own
        assert "/name/?next=/" in addresses

    def test_it_can_be_carried_to_another_device(self, browser):
        waiting("Ada")
        assert f"http://testserver/host/{Tournament.objects.get().key}/" in host(browser)


class TestTheWall:
    def wall(self, browser: Client) -> str:
        return browser.get(f"/t/{Tournament.objects.get().code}/wall/").content.decode()

    def test_before_the_start_it_says_how_to_join_and_who_has(self, browser):
        made = waiting("Noor", "Emil")
        page = self.wall(browser)
        assert f'<p class="code">{made.code}</p>' in page
        assert "testserver/join" in page
        assert "Already here Noor Emil" in words(page)
        assert "2 players are in. Latecomers welcome!" in words(page)

    def test_while_it_runs_it_shows_the_time_the_top_and_a_board(self, browser):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        page = self.wall(browser)
        assert re.search(r"(20:00|19:59) left", words(page))
        assert "Top ten 1 Ada 0 1 Ben 0" in words(page)
        assert page.count('class="live-board"') == 1
        assert "data-runs" in page

    def test_in_the_last_games_it_invites_nobody(self, browser):
        made = tournament("Ada", "Ben")
        assert "Come and play" in self.wall(browser)
        assert not self.closed(browser)
        pair("Ada Ben")
        tournaments.end(key=made.key)
        assert self.closed(browser)

    def closed(self, browser: Client) -> bool:
        return '<section id="come" class="come" hidden>' in self.wall(browser)

    def test_in_a_pause_the_time_stops_and_it_invites_nobody(self, browser):
        made = tournament("Ada", "Ben")
        tournaments.pause(key=made.key)
        page = self.wall(browser)
        assert self.closed(browser)
        assert "Paused" in words(page)
        assert "data-runs" not in page

    def test_at_the_end_it_shows_a_podium_and_what_to_practise(self, browser):
        made = played(title="Class 4b")
        page = words(self.wall(browser))
        assert "Class 4b Classic, 1 minute, 4 people, 4 games" in page
        assert "2 of 2 threw away the draw here. O to move. Where would you go?" in page
        assert f"testserver/p/{made.code}" in page

    def test_it_has_no_controls(self, browser):
        played()
        page = self.wall(browser)
        assert not re.search(r"<button|<a (?!class=\"skip)|<form", page)

    def test_it_reloads_without_a_script_and_updates_itself_with_one(self, browser):
        waiting("Ada")
        page = self.wall(browser)
        assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page
        assert f'data-socket="/ws/t/{Tournament.objects.get().code}/wall/?lang=en"' in page
