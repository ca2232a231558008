"""Presence in a tournament, and absent players."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.site.refusals import Reason
from games.tournaments.director import plan
from games.tournaments.models import Entrant, Kind, Phase, Standing, Tournament
from games.tournaments.selectors.tournaments import FORFEIT_AFTER, NO_SHOW_AFTER, PRESENCE_LASTS
from games.tournaments.services import directing, tournaments
from games.tournaments.services.news import record_presence
from games.tournaments.words.hosting import Hosting
from games.tournaments.words.wall import Wall
from tests.support import tournaments as play
from tests.support.browsers import Browser
from tests.support.games import play as moves
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db

SILENCE = NO_SHOW_AFTER.total_seconds() + 1


def report(*names: str) -> None:
    """Report that pages of these entrants are open."""
    players = [play.person(name).pk for name in names]
    record_presence(code=Tournament.objects.get().code, players=players, until=timezone.now() + PRESENCE_LASTS)


def call_off(seconds: float = SILENCE) -> None:
    directing.call_off(tournament=play.tournament_id(), at=play.in_seconds(seconds))


def forfeit_absent(seconds: float = FORFEIT_AFTER.total_seconds()) -> None:
    directing.forfeit_absent(tournament=play.tournament_id(), at=play.in_seconds(seconds))


class TestPairing:
    @pytest.mark.parametrize("kind", Kind)
    def test_people_without_an_open_page_are_not_paired(self, kind):
        made = play.tournament("Ada", "Ben", "Cem", kind=kind)
        play.go_away("Ben")
        assert [{*two} for two in plan(made, play.in_seconds(5))] == [{play.entrant("Ada").pk, play.entrant("Cem").pk}]
        assert play.pair("Ada Ben") == 0
        assert play.free() == "Ada Cem"

    def test_a_report_holds_for_a_few_seconds(self):
        made = play.tournament("Ada", "Ben")
        play.go_away("Ada", "Ben")
        report("Ada", "Ben")
        assert len(plan(made, play.in_seconds(PRESENCE_LASTS.total_seconds() - 1))) == 1
        assert plan(made, play.in_seconds(PRESENCE_LASTS.total_seconds() + 1)) == []

    def test_a_page_without_a_script_counts_until_its_reload(self):
        made = play.tournament("Ada", "Ben")
        play.go_away("Ada", "Ben")
        page = Browser(play.person("Ada")).get(f"/t/{made.code}/").content.decode()
        assert play.free() == "Ada"
        every = int(re.search(r'http-equiv="refresh" content="(\d+)"', page)[1])
        assert PRESENCE_LASTS.total_seconds() > 2 * every

    def test_without_a_script_a_player_to_move_is_present_until_their_time_is_up(self):
        play.playing("Ada Ben", seconds=60)
        play.go_away("Ada", "Ben")
        Browser(play.person("Ada")).get(f"/g/{play.game_of('Ada').code}/")
        assert play.entrant("Ada").here_until > play.game_of("Ada").move_by
        assert play.entrant("Ben").here_until < timezone.now()

    def test_pages_opened_by_strangers_report_nobody(self):
        made = play.tournament("Ada", "Ben")
        play.go_away("Ada", "Ben")
        for address in (f"/t/{made.code}/", f"/t/{made.code}/wall/", f"/host/{made.key}/"):
            Client().get(address)
        assert play.free() == ""


class TestNoShow:
    """A paired entrant's page does not open the game."""

    @pytest.mark.parametrize("kind", Kind)
    def test_the_opponent_loses_nothing_and_the_absent_player_is_put_on_a_break(self, kind):
        play.playing("Ada Ben", "Cem", kind=kind)
        since = play.entrant("Ada").free_since
        play.go_away("Ben")
        moves(play.game_of("Ada"), "5")
        call_off()
        assert (play.entrant("Ada").free_since, play.entrant("Ben").standing) == (since, Standing.ASIDE)
        assert play.free() == "Ada Cem"
        assert play.table() == "1 Ada 0: 0 0 0, 1 Ben 0: 0 0 0, 1 Cem 0: 0 0 0"
        room = Browser(play.person("Ada")).get(f"/g/{play.game_of('Ada').code}/?over").content.decode()
        assert "Ben was away. This game does not count." in room
        assert play.problems() == []

    def test_a_match_is_not_called_off_earlier_or_if_both_are_present_or_have_moved(self):
        play.playing("Ada Ben", "Cem Dan", "Eve Fay")
        moves(play.game_of("Eve"), "5 1")
        play.go_away("Ben", "Eve", "Fay")
        call_off(NO_SHOW_AFTER.total_seconds() - 1)
        assert play.match_of("Ben")
        call_off()
        assert [bool(play.match_of(name)) for name in ("Ben", "Cem", "Eve")] == [False, True, True]

    def test_in_a_round_robin_the_two_must_still_meet(self):
        made = play.playing("Ada Ben", kind=Kind.ROUND)
        play.go_away("Ben")
        call_off()
        play.finish()
        assert play.current_state().phase == Phase.RUNNING
        tournaments.come_back(code=made.code, player=play.person("Ben"))
        assert play.pair("Ada Ben") == 1
        play.lose("Ben", "Ben")
        assert play.table().startswith("1 Ada 4: 2 0 0")
        assert play.problems() == []

    def test_after_a_time_without_a_director_pages_have_time_to_reconnect(self):
        play.playing("Ada Ben")
        play.go_away("Ada", "Ben")
        later = play.in_seconds(60)
        Tournament.objects.update(director="gone", directed_until=timezone.now())
        directing.hold(tournament=play.tournament_id(), director="new", at=later)
        directing.call_off(tournament=play.tournament_id(), at=later)
        assert play.match_of("Ada")
        directing.call_off(tournament=play.tournament_id(), at=later + NO_SHOW_AFTER)
        assert play.match_of("Ada") is None


class TestRoundRobin:
    """The games of absent players are postponed, then forfeited."""

    def absent(self, *names: str, seconds: float) -> Tournament:
        made = play.playing("Ada Ben", "Cem Dan", kind=Kind.ROUND)
        play.lose("Ben", "Ben", "Dan", "Dan")
        play.go_away(*names, seconds=seconds)
        return made

    @pytest.mark.parametrize("on_a_break", [False, True])
    def test_absent_players_forfeit_after_three_minutes(self, on_a_break):
        self.absent("Ben", seconds=1)
        if on_a_break:
            Entrant.objects.filter(name="Ben").update(standing=Standing.ASIDE, free_since=play.in_seconds(-1))
        forfeit_absent(FORFEIT_AFTER.total_seconds() - 2)
        assert play.entrant("Ben").standing != Standing.LEFT
        forfeit_absent()
        assert play.entrant("Ben").standing == Standing.LEFT
        assert play.table() == "1 Cem 8: 4 0 0, 2 Ada 4: 2 0 0, 2 Dan 4: 2 0 2, 4 Ben 0: 0 0 6"
        assert play.problems() == []

    def test_in_an_arena_nobody_forfeits(self):
        made = play.tournament("Ada", "Ben")
        play.go_away("Ben", seconds=600)
        forfeit_absent()
        with refused(Reason.UNKNOWN_ACTION):
            tournaments.forfeit_remaining(key=made.key, entrant=play.entrant("Ben").pk)
        assert play.entrant("Ben").standing == Standing.PRESENT

    @pytest.mark.parametrize("paused", [False, True])
    def test_pauses_and_the_time_before_the_start_do_not_count(self, paused):
        made = play.waiting("Ada", "Ben", kind=Kind.ROUND)
        play.go_away("Ben", seconds=600)
        tournaments.start(key=made.key)
        if paused:
            tournaments.pause(key=made.key)
            play.go_away("Ben", seconds=600)
            tournaments.resume(key=made.key)
        forfeit_absent(60)
        assert play.entrant("Ben").standing == Standing.PRESENT

    def test_the_hosts_page_and_the_big_screen_name_the_awaited_players(self):
        self.absent("Ben", seconds=60)
        for page in (
            Hosting.of(play.current_state()).render("en"),
            Wall.of(play.current_state()).render("en"),
        ):
            assert re.search(r"Everyone is waiting for</b>\s*(<span>)?<bdi>Ben</bdi>", page)

    def test_a_player_who_is_here_or_has_met_everyone_is_not_awaited(self):
        self.absent("Ben", seconds=60)
        assert play.current_state().awaited == (play.entrant("Ben").pk,)
        Entrant.objects.filter(name="Ben").update(free_since=timezone.now())
        for other in ("Cem", "Dan"):
            report("Ben")
            assert play.current_state().awaited == ()
            play.pair(f"Ben {other}")
            play.lose("Ben", "Ben")
        play.go_away("Ben", seconds=60)
        assert play.current_state().awaited == ()

    def test_the_host_may_stop_waiting_for_a_player(self):
        made = self.absent("Ben", seconds=60)
        for _press in range(2):
            tournaments.forfeit_remaining(key=made.key, entrant=play.entrant("Ben").pk)
        assert (play.entrant("Ben").standing, play.current_state().awaited) == (Standing.LEFT, ())
        assert "Cem 8: 4 0 0" in play.table()
