"""Presence in a tournament, and absent players."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.site.refusals import Reason
from games.tournaments.director import plan
from games.tournaments.models import Entrant, Kind, Phase, Standing, Tournament
from games.tournaments.selectors.absence import ABSENT, HERE_FOR, SILENT
from games.tournaments.services import directing, tournaments
from games.tournaments.services.telling import report_entrants
from games.tournaments.words import hosting, wall
from games.tournaments.words.hosting import Hosting
from games.tournaments.words.wall import Wall
from tests.support.browsers import Browser
from tests.support.games import play
from tests.support.refusals import refused
from tests.support.tournaments import (
    entrant,
    finish,
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
    playing,
    problems,
    start_computer_games,
    table,
    tournament,
    waiting,
)

pytestmark = pytest.mark.django_db

SILENCE = SILENT.total_seconds() + 1


def report(*names: str) -> None:
    """Report that pages of these entrants are open."""
    players = [person(name).pk for name in names]
    report_entrants(code=Tournament.objects.get().code, players=players, until=timezone.now() + HERE_FOR)


def call_off(seconds: float = SILENCE) -> None:
    directing.call_off(tournament=number(), at=in_seconds(seconds))


def forfeit_absent(seconds: float = ABSENT.total_seconds()) -> None:
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
        tournament("Ada", "Ben")
        go_away("Ben")
        start_computer_games()
        assert (match_of("Ada") is None, match_of("Ben")) == (False, None)

    def test_a_report_holds_for_a_few_seconds(self):
        made = tournament("Ada", "Ben")
        go_away("Ada", "Ben")
        report("Ada", "Ben")
        assert len(plan(made, in_seconds(HERE_FOR.total_seconds() - 1))) == 1
        assert plan(made, in_seconds(HERE_FOR.total_seconds() + 1)) == []

    def test_a_page_without_a_script_counts_until_its_reload(self):
        made = tournament("Ada", "Ben")
        go_away("Ada", "Ben")
        page = Browser(person("Ada")).get(f"/t/{made.code}/").content.decode()
        assert free() == "Ada"
        every = int(re.search(r'http-equiv="refresh" content="(\d+)"', page)[1])
        assert HERE_FOR.total_seconds() > 2 * every

    def test_without_a_script_a_player_to_move_is_present_until_their_time_is_up(self):
        playing("Ada Ben", seconds=60)
        go_away("Ada", "Ben")
        Browser(person("Ada")).get(f"/g/{game_of('Ada').code}/")
        assert entrant("Ada").here_until > game_of("Ada").move_by
        assert entrant("Ben").here_until < timezone.now()

    def test_pages_opened_by_strangers_report_nobody(self):
        made = tournament("Ada", "Ben")
        go_away("Ada", "Ben")
        pair("Ada Ben")
        for address in (f"/t/{made.code}/", f"/t/{made.code}/wall/", f"/host/{made.key}/"):
            Client().get(address)
        assert free() == ""


class TestNoShow:
    """A paired entrant's page does not open the game."""

    @pytest.mark.parametrize("kind", Kind)
    def test_the_opponent_loses_nothing_and_the_absent_player_is_put_on_a_break(self, kind):
        playing("Ada Ben", "Cem", kind=kind)
        since = entrant("Ada").free_since
        go_away("Ben")
        play(game_of("Ada"), "5")
        call_off()
        assert (free(), entrant("Ada").free_since, entrant("Ben").standing) == ("Ada Cem", since, Standing.ASIDE)
        assert table() == "1 Ada 0: 0 0 0, 1 Ben 0: 0 0 0, 1 Cem 0: 0 0 0"
        assert "Ben was away. This game does not count." in room("Ada")
        assert problems() == []

    def test_a_match_is_not_called_off_earlier_or_if_both_are_present(self):
        playing("Ada Ben", "Cem Dan")
        go_away("Ben")
        call_off(SILENT.total_seconds() - 1)
        assert match_of("Ben")
        call_off()
        assert (match_of("Ben"), match_of("Cem") is None) == (None, False)

    def test_a_match_is_not_called_off_once_both_have_moved(self):
        playing("Ada Ben")
        play(game_of("Ada"), "5 1")
        go_away("Ada", "Ben")
        call_off()
        assert match_of("Ada")

    def test_in_a_round_robin_the_two_must_still_meet(self):
        made = playing("Ada Ben", kind=Kind.ROUND)
        go_away("Ben")
        call_off()
        finish()
        assert now().phase == Phase.RUNNING
        tournaments.come_back(code=made.code, player=person("Ben"))
        assert pair("Ada Ben") == 1
        lose("Ben", "Ben")
        assert table().startswith("1 Ada 4: 2 0 0")
        assert problems() == []

    def test_after_a_time_without_a_director_pages_have_time_to_reconnect(self):
        playing("Ada Ben")
        go_away("Ada", "Ben")
        later = in_seconds(60)
        Tournament.objects.update(director="gone", directed_until=timezone.now())
        directing.hold(tournament=number(), director="new", at=later)
        directing.call_off(tournament=number(), at=later)
        assert match_of("Ada")
        directing.call_off(tournament=number(), at=later + SILENT)
        assert match_of("Ada") is None


def room(name: str) -> str:
    return Browser(person(name)).get(f"/g/{game_of(name).code}/?over").content.decode()


class TestRoundRobin:
    """The games of absent players are postponed, then forfeited."""

    def absent(self, *names: str, seconds: float) -> Tournament:
        made = playing("Ada Ben", "Cem Dan", kind=Kind.ROUND)
        lose("Ben", "Ben", "Dan", "Dan")
        go_away(*names, seconds=seconds)
        return made

    def test_absent_players_forfeit_after_three_minutes(self):
        self.absent("Ben", seconds=1)
        forfeit_absent(ABSENT.total_seconds() - 2)
        assert entrant("Ben").standing == Standing.PRESENT
        forfeit_absent()
        assert entrant("Ben").standing == Standing.LEFT
        assert table() == "1 Cem 8: 4 0 0, 2 Ada 4: 2 0 0, 2 Dan 4: 2 0 2, 4 Ben 0: 0 0 6"
        assert problems() == []

    def test_players_on_a_break_forfeit_like_absent_players(self):
        self.absent(seconds=0)
        Entrant.objects.filter(name="Ben").update(standing=Standing.ASIDE, free_since=timezone.now())
        forfeit_absent()
        assert entrant("Ben").standing == Standing.LEFT

    def test_in_an_arena_nobody_forfeits(self):
        tournament("Ada", "Ben")
        go_away("Ben", seconds=600)
        forfeit_absent()
        assert entrant("Ben").standing == Standing.PRESENT

    @pytest.mark.parametrize("paused", [False, True])
    def test_pauses_and_the_time_before_the_start_do_not_count(self, paused):
        made = waiting("Ada", "Ben", kind=Kind.ROUND)
        go_away("Ben", seconds=600)
        tournaments.start(key=made.key)
        if paused:
            tournaments.pause(key=made.key)
            go_away("Ben", seconds=600)
            tournaments.resume(key=made.key)
        forfeit_absent(60)
        assert entrant("Ben").standing == Standing.PRESENT

    def test_the_hosts_page_and_the_big_screen_name_the_awaited_players(self):
        self.absent("Ben", seconds=60)
        for page in (hosting.render(Hosting.of(now()), "en"), wall.render(Wall.of(now()), "en")):
            assert re.search(r"Everyone is waiting for</b>\s*(<span>)?<bdi>Ben</bdi>", page)
        assert not now().entrants[0].away_since

    def test_a_player_who_is_here_or_has_met_everyone_is_not_awaited(self):
        self.absent("Ben", seconds=60)
        assert now().awaited == (entrant("Ben").pk,)
        Entrant.objects.filter(name="Ben").update(free_since=timezone.now())
        for other in ("Cem", "Dan"):
            report("Ben")
            assert now().awaited == ()
            pair(f"Ben {other}")
            lose("Ben", "Ben")
        go_away("Ben", seconds=60)
        assert now().awaited == ()

    def test_the_host_may_stop_waiting_for_a_player(self):
        made = self.absent("Ben", seconds=60)
        for _press in range(2):
            tournaments.release(key=made.key, entrant=entrant("Ben").pk)
        assert (entrant("Ben").standing, now().awaited) == (Standing.LEFT, ())
        assert "Cem 8: 4 0 0" in table()

    def test_in_an_arena_no_player_can_be_released(self):
        made = tournament("Ada", "Ben")
        with refused(Reason.UNKNOWN_ACTION):
            tournaments.release(key=made.key, entrant=entrant("Ben").pk)


def test_the_host_sees_who_is_here():
    tournament("Ada", "Ben", "Cem")
    go_away("Ben")
    Entrant.objects.filter(name="Cem").update(standing=Standing.ASIDE)
    people = {one.name: (one.here, one.doing) for one in Hosting.of(now()).people}
    assert people == {"Ada": (True, "waiting 0 s"), "Ben": (False, "away"), "Cem": (True, "on a break")}
