"""Presence in a tournament, and absent players."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.site.refusals import Reason, Refused
from games.tournaments.director import plan
from games.tournaments.models import Entrant, Kind, Phase, Standing, Tournament
from games.tournaments.selectors.absence import FORFEIT_AFTER, NO_SHOW_AFTER, PRESENCE_LASTS
from games.tournaments.selectors.tournaments import LEFT_OVER
from games.tournaments.services import directing, tournaments
from games.tournaments.services.news import record_presence
from games.tournaments.verification import problems_of
from games.tournaments.words import hosting, wall
from games.tournaments.words.hosting import Hosting
from games.tournaments.words.wall import Wall
from tests.support.browsers import Browser
from tests.support.games import play
from tests.support.tournaments import (
    entrant,
    free,
    game_of,
    go_away,
    in_seconds,
    lose,
    match_of,
    now,
    number,
    pair,
    person,
    table,
    tournament,
    waiting,
)

pytestmark = pytest.mark.django_db

SILENCE = NO_SHOW_AFTER.total_seconds() + 1


def call_off(seconds: float = SILENCE) -> None:
    directing.call_off(tournament=number(), at=in_seconds(seconds))


def wait_for_absent(seconds: float = FORFEIT_AFTER.total_seconds()) -> None:
    directing.forfeit_absent(tournament=number(), at=in_seconds(seconds))


class TestPairing:
    @pytest.mark.parametrize("kind", Kind)
    def test_people_without_an_open_page_are_not_paired(self, kind):
        made = tournament("Ada", "Ben", "Cem", kind=kind)
        go_away("Ben")
        assert [{*two} for two in plan(made, in_seconds(5))] == [{entrant("Ada").pk, entrant("Cem").pk}]
        assert pair("Ada Ben") == 0
        assert free() == "Ada Cem"

    def test_an_absent_player_gets_no_computer_opponent(self):
        made = tournament("Ada", "Ben")
        go_away("Ben")
        directing.start_computer_games(tournament=made.pk, at=timezone.now() + LEFT_OVER)
        assert (match_of("Ada") is None, match_of("Ben")) == (False, None)

    def test_a_report_holds_for_a_few_seconds(self):
        made = tournament("Ada", "Ben")
        go_away("Ada", "Ben")
        report(made, "Ada", "Ben")
        assert len(plan(made, in_seconds(PRESENCE_LASTS.total_seconds() - 1))) == 1
        assert plan(made, in_seconds(PRESENCE_LASTS.total_seconds() + 1)) == []

    def test_a_page_without_a_script_counts_until_its_reload(self):
        made = tournament("Ada", "Ben")
        go_away("Ada", "Ben")
        page = Browser(person("Ada")).get(f"/t/{made.code}/").content.decode()
        assert free() == "Ada"
        every = int(re.search(r'http-equiv="refresh" content="(\d+)"', page)[1])
        assert PRESENCE_LASTS.total_seconds() > 2 * every

    def test_without_a_script_a_player_to_move_is_present_until_their_time_is_up(self):
        tournament("Ada", "Ben", seconds=60)
        pair("Ada Ben")
        go_away("Ada", "Ben")
        Browser(person("Ada")).get(f"/g/{game_of('Ada').code}/")
        assert entrant("Ada").here_until > game_of("Ada").move_by
        assert entrant("Ben").here_until < timezone.now()

    def test_a_strangers_view_reports_nobody(self):
        made = tournament("Ada", "Ben")
        go_away("Ada", "Ben")
        pair("Ada Ben")
        for address in (f"/t/{made.code}/", f"/t/{made.code}/wall/", f"/host/{made.key}/"):
            Client().get(address)
        assert free() == ""


def report(made: Tournament, *names: str) -> None:
    players = [person(name).pk for name in names]
    record_presence(code=made.code, players=players, until=timezone.now() + PRESENCE_LASTS)


class TestSilence:
    """A paired entrant's page does not open the game."""

    @pytest.mark.parametrize("kind", Kind)
    def test_the_opponent_is_released_without_loss_and_the_absent_player_set_aside(self, kind):
        made = tournament("Ada", "Ben", "Cem", kind=kind)
        pair("Ada Ben")
        since = entrant("Ada").free_since
        go_away("Ben")
        play(game_of("Ada"), "5")
        call_off()
        assert (free(), entrant("Ada").free_since, entrant("Ben").standing) == ("Ada Cem", since, Standing.ASIDE)
        assert table() == "1 Ada 0: 0 0 0, 1 Ben 0: 0 0 0, 1 Cem 0: 0 0 0"
        assert "Ben was away. This game does not count." in room("Ada")
        assert problems_of(made) == []

    def test_nobody_is_released_earlier_or_from_a_present_opponent(self):
        tournament("Ada", "Ben", "Cem", "Dan")
        pair("Ada Ben", "Cem Dan")
        go_away("Ben")
        call_off(NO_SHOW_AFTER.total_seconds() - 1)
        assert match_of("Ben")
        call_off()
        assert (match_of("Ben"), match_of("Cem") is None) == (None, False)

    def test_a_player_who_has_moved_is_subject_only_to_the_clock(self):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        play(game_of("Ada"), "5 1")
        go_away("Ada", "Ben")
        call_off()
        assert match_of("Ada")

    def test_in_a_round_robin_the_two_still_have_to_meet(self):
        made = tournament("Ada", "Ben", kind=Kind.ROUND)
        pair("Ada Ben")
        go_away("Ben")
        call_off()
        directing.finish(tournament=made.pk, at=timezone.now())
        assert now().phase == Phase.RUNNING
        tournaments.come_back(code=made.code, player=person("Ben"))
        assert pair("Ada Ben") == 1
        lose("Ben", "Ben")
        assert table().startswith("1 Ada 4: 2 0 0")
        assert problems_of(made) == []

    def test_after_a_gap_without_a_director_pages_have_time_to_reconnect(self):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        go_away("Ada", "Ben")
        later = in_seconds(60)
        Tournament.objects.update(director="gone", directed_until=timezone.now())
        directing.hold(tournament=number(), director="new", at=later)
        directing.call_off(tournament=number(), at=later)
        assert match_of("Ada")
        directing.call_off(tournament=number(), at=later + NO_SHOW_AFTER)
        assert match_of("Ada") is None


def room(name: str) -> str:
    return Browser(person(name)).get(f"/g/{game_of(name).code}/?over").content.decode()


class TestRoundRobin:
    """Games of absent players are postponed, then forfeited."""

    def absent(self, *names: str, seconds: float) -> Tournament:
        made = tournament("Ada", "Ben", "Cem", "Dan", kind=Kind.ROUND)
        pair("Ada Ben", "Cem Dan")
        lose("Ben", "Ben", "Dan", "Dan")
        go_away(*names, seconds=seconds)
        return made

    def test_it_waits_three_minutes_for_them(self):
        made = self.absent("Ben", seconds=1)
        wait_for_absent(FORFEIT_AFTER.total_seconds() - 2)
        assert entrant("Ben").standing == Standing.PRESENT
        wait_for_absent()
        assert entrant("Ben").standing == Standing.LEFT
        assert table() == "1 Cem 8: 4 0 0, 2 Ada 4: 2 0 0, 2 Dan 4: 2 0 2, 4 Ben 0: 0 0 6"
        assert problems_of(made) == []

    def test_a_break_is_no_different(self):
        self.absent(seconds=0)
        Entrant.objects.filter(name="Ben").update(standing=Standing.ASIDE, free_since=timezone.now())
        wait_for_absent()
        assert entrant("Ben").standing == Standing.LEFT

    def test_an_arena_waits_for_nobody(self):
        tournament("Ada", "Ben")
        go_away("Ben", seconds=600)
        wait_for_absent()
        assert entrant("Ben").standing == Standing.PRESENT

    @pytest.mark.parametrize("stop", [tournaments.pause, lambda key: None])
    def test_a_pause_and_the_time_before_the_start_do_not_count(self, stop):
        made = waiting("Ada", "Ben", kind=Kind.ROUND)
        go_away("Ben", seconds=600)
        tournaments.start(key=made.key)
        if stop is tournaments.pause:
            tournaments.pause(key=made.key)
            go_away("Ben", seconds=600)
            tournaments.resume(key=made.key)
        wait_for_absent(60)
        assert entrant("Ben").standing == Standing.PRESENT

    def test_host_and_big_screen_name_the_awaited_players(self):
        self.absent("Ben", seconds=60)
        for page in (hosting.render(Hosting.of(now()), "en"), wall.render(Wall.of(now()), "en")):
            assert re.search(r"Everyone is waiting for</b>\s*(<span>)?<bdi>Ben</bdi>", page)
        assert not now().entrants[0].away_since

    def test_nobody_waits_for_a_player_who_is_here_or_has_met_everyone(self):
        self.absent("Ben", seconds=60)
        assert now().awaited == (entrant("Ben").pk,)
        Entrant.objects.filter(name="Ben").update(free_since=timezone.now())
        for other in ("Cem", "Dan"):
            report(Tournament.objects.get(), "Ben")
            assert now().awaited == ()
            pair(f"Ben {other}")
            lose("Ben", "Ben")
        go_away("Ben", seconds=60)
        assert now().awaited == ()

    def test_the_host_releases_everyone_from_them(self):
        made = self.absent("Ben", seconds=60)
        tournaments.release(key=made.key, entrant=entrant("Ben").pk)
        tournaments.release(key=made.key, entrant=entrant("Ben").pk)
        assert (entrant("Ben").standing, now().awaited) == (Standing.LEFT, ())
        assert "Cem 8: 4 0 0" in table()

    def test_players_are_released_only_in_a_round_robin(self):
        made = tournament("Ada", "Ben")
        with pytest.raises(Refused) as refused:
            tournaments.release(key=made.key, entrant=entrant("Ben").pk)
        assert refused.value.reason == Reason.UNKNOWN_ACTION


class TestPresenceDot:
    def test_it_says_who_is_here(self):
        tournament("Ada", "Ben", "Cem")
        go_away("Ben")
        Entrant.objects.filter(name="Cem").update(standing=Standing.ASIDE)
        people = {one.name: (one.here, one.doing) for one in Hosting.of(now()).people}
        assert people == {"Ada": (True, "waiting 0 s"), "Ben": (False, "away"), "Cem": (True, "on a break")}
