"""The host's page, and the big screen."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.play.models import Game
from games.play.verification import problems_of
from games.site import limits
from games.tournaments.models import Phase, Tournament
from games.tournaments.services import tournaments
from tests.support.browsers import fill, words
from tests.support.played import played
from tests.support.tournaments import current_state, entrant, finish, free, pair, playing, tournament, waiting

pytestmark = pytest.mark.django_db


def host(client: Client) -> str:
    return client.get(f"/host/{Tournament.objects.get().key}/").content.decode()


def do(client: Client, verb: str, **sent: object):
    return client.post(f"/host/{Tournament.objects.get().key}/", {"do": verb, **sent})


def notice(answer) -> str:
    [notice] = re.findall(r'id="notice" role="alert">([^<]*)<', answer.content.decode())
    return notice


class TestHost:
    def test_runs_a_tournament_by_plain_forms(self, client):
        waiting("Ada", "Ben", minutes=20)
        assert "Start" in words(host(client))
        for verb, becomes, offered in (
            ("start", Phase.RUNNING, "Pause"),
            ("pause", Phase.PAUSED, "Resume"),
            ("go-on", Phase.RUNNING, "Pause"),
        ):
            answer = do(client, verb)
            assert (answer.status_code, answer["Location"]) == (302, f"/host/{Tournament.objects.get().key}/")
            assert (current_state().phase, offered in words(host(client))) == (becomes, True)
        pair("Ada Ben")
        for sent, phase in (({}, Phase.RUNNING), ({"at_once": "on"}, Phase.OVER)):
            do(client, "end", **sent)
            finish()
            assert current_state().phase == phase

    def test_two_presses_of_plus_five_add_five_minutes_once(self, client):
        made = tournament("Ada", minutes=20)
        [minutes] = re.findall(r'name="minutes" value="(\d+)"', host(client))
        for _press in range(2):
            assert do(client, "longer", minutes=minutes).status_code == 302
        assert (current_state().minutes, current_state().ends_at) == (25, made.started_at + timedelta(minutes=25))

    def test_draws_names(self, client):
        tournament("Ada")
        assert do(client, "draw-names").status_code == 302
        assert free() not in ("Ada", "")

    @pytest.mark.parametrize(
        ("name", "status", "sentence"),
        [
            ("Ben", 409, "Someone in this tournament already has this name. Please choose another."),
            ("", 409, "Please enter a name of 1 to 20 characters."),
            ("a" * 21, 400, "A name can have at most 20 characters."),
        ],
    )
    def test_an_invalid_name_is_reported_and_kept_in_its_field(self, client, name, status, sentence):
        tournament("Ada", "Ben")
        ada = entrant("Ada").pk
        answer = do(client, "rename", entrant=ada, name=name)
        assert (answer.status_code, notice(answer)) == (status, sentence)
        assert f'<details id="rename-{ada}" open>' in answer.content.decode()
        assert f'value="{name}" aria-label="New name for Ada"' in answer.content.decode()
        assert entrant("Ada").pk == ada

    @pytest.mark.parametrize(
        ("verb", "sentence"),
        [
            ("pause", "This tournament has not started yet."),
            ("delete", "The tournament is still going on."),
            ("dance", "You can’t do that here."),
        ],
    )
    def test_an_invalid_action_is_refused_with_a_sentence(self, client, verb, sentence):
        waiting("Ada")
        answer = do(client, verb)
        assert (answer.status_code, notice(answer)) == (409, sentence)
        assert current_state().phase == Phase.WAITING

    @pytest.mark.parametrize("sent", [{"entrant": "x"}, {"entrant": "-1"}, {"entrant": "9" * 30}, {"minutes": "x"}])
    def test_malformed_input_changes_nothing(self, client, sent):
        tournament("Ada")
        for verb in ("remove", "rename", "longer"):
            assert do(client, verb, name="Eve", **sent).status_code in (400, 404, 409)
        assert (free(), Tournament.objects.get().minutes) == ("Ada", 20)

    def test_is_limited_like_a_player(self, client):
        fill(limits.FORMS, f"host-{waiting('Ada').pk}")
        answer = do(client, "start")
        assert (answer.status_code, answer["Referrer-Policy"]) == (429, "strict-origin")
        assert current_state().phase == Phase.WAITING

    def test_renames_removes_and_deletes_after_the_end(self, client):
        made = played()
        ada, ben = entrant("Ada"), entrant("Ben").pk
        page = host(client)
        assert f'href="/t/{made.code}/results/"' in page
        assert {*re.findall(r'name="do" value="([^"]+)"', page)} == {"rename", "remove", "delete"}
        assert do(client, "rename", entrant=ada.pk, name="Adele").status_code == 302
        assert do(client, "remove", entrant=ben).status_code == 302
        assert [one.name for one in current_state().table] == ["Adele", "Cem", "Dan"]
        assert "Ben removed" in words(host(client))
        assert do(client, "delete")["Location"] == "/"
        assert not Tournament.objects.exists()
        assert client.get(f"/host/{made.key}/").status_code == 404
        games = Game.objects.filter(seats__player=ada.player)
        assert {(game.match, game.place, game.status) for game in games} == {(None, None, "finished")}
        assert [problem for game in games for problem in problems_of(game)] == []
        assert client.get(f"/g/{games[0].code}/").status_code == 200


class TestKey:
    """The key in the URL makes its holder the host, so no other page may contain it."""

    def test_its_page_is_not_cached_or_indexed(self, client):
        key = waiting("Ada").key
        for answer in (client.get(f"/host/{key}/"), do(client, "start"), do(client, "dance")):
            assert "no-store" in answer["Cache-Control"]
        assert '<meta name="robots" content="noindex">' in host(client)

    def test_no_other_url_on_its_page_contains_it(self, client):
        made = waiting("Ada")
        page = host(client)
        addresses = re.findall(r'\b(?:href|src|action|data-socket|data-state-url)="([^"]*)"', page)
        own = {f"/host/{made.key}/?lang=en", f"/ws/host/{made.key}/{made.code}/?lang=en"}
        assert {address for address in addresses if made.key in address} == own
        assert "/name/?next=/" in addresses
        assert f"http://testserver/host/{made.key}/" in page  # for another device


class TestWall:
    def wall(self, client: Client) -> str:
        return client.get(f"/t/{Tournament.objects.get().code}/wall/").content.decode()

    def test_before_the_start_it_says_how_to_join_and_lists_the_entrants(self, client):
        made = waiting("Noor", "Emil")
        page = self.wall(client)
        assert f'<p class="code">{made.code}</p>' in page
        for shown in ("testserver/join", "Already here Noor Emil", "2 players are in. Latecomers welcome!"):
            assert shown in words(page)
        assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page
        assert f'data-socket="/ws/t/{made.code}/wall/?lang=en"' in page

    def test_during_the_tournament_it_shows_the_time_the_top_ten_and_a_board(self, client):
        playing("Ada Ben")
        page = self.wall(client)
        assert re.search(r"(20:00|19:59) left", words(page))
        assert "Top ten 1 Ada 0 1 Ben 0" in words(page)
        assert page.count('class="live-board"') == 1

    @pytest.mark.parametrize(("stop", "runs"), [(tournaments.end, True), (tournaments.pause, False)])
    def test_it_invites_nobody_during_the_last_games_and_a_pause(self, client, stop, runs):
        made, hidden = playing("Ada Ben"), '<section id="come" class="come" hidden>'
        page = self.wall(client)
        assert ("Come and play" in page, hidden in page, "data-runs" in page) == (True, False, True)
        stop(key=made.key)
        page = self.wall(client)
        assert (hidden in page, "data-runs" in page) == (True, runs)

    def test_at_the_end_it_shows_the_results_and_what_to_practise(self, client):
        made = played(title="Class 4b")
        page = words(self.wall(client))
        assert "Class 4b Classic, 1 minute, 4 people, 4 games" in page
        assert "2 of 2 threw away the draw here. O to move. Where would you go?" in page
        assert f"testserver/p/{made.code}" in page
        assert not re.search(r"<button|<a (?!class=\"skip)|<form", self.wall(client))  # it has no controls
