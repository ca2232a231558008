"""Presence and claims, with several tabs, several processes, and a killed one."""

import pytest

from games.engine.position import Mark
from games.hosting import selectors
from games.hosting import services as hosting_services
from games.play import services as play_services
from games.play.models import Attendance, Audience, Game, Process
from games.play.selectors.presence import NOBODY
from games.site.refusals import Reason
from tests.support.games import play, player
from tests.support.presence import DAY, LONG, ago, presence_of, process, turned, visit
from tests.support.stored import check_refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]


@pytest.fixture
def game(game) -> Game:
    """The game, in which Ada has been to move for an hour."""
    turned(game, LONG)
    return game


@pytest.fixture
def claimable(game, ada, ben) -> Game:
    """The same game, which Ada left when her process was killed, and in which Ben is present."""
    visit(process(renewed=60), game, ada, arrived=LONG)
    visit(process(), game, ben, arrived=LONG)
    return game


class TestHere:
    @pytest.mark.parametrize(
        ("visits", "here", "left"),
        [
            # seconds since the lease of a process was renewed, and since the page closed
            ([], "", ""),
            ([(0, None)], "X", ""),
            ([(0, 5)], "", "X"),
            ([(0, 30), (0, None)], "X", ""),  # here in one process is here
            ([(16, None)], "", "X"),  # a killed process keeps nobody present
            ([(0, -5)], "X", ""),  # a polling page is here until its next poll is due
        ],
    )
    def test_a_player_with_an_open_page_is_here_and_one_without_has_left(self, game, ada, visits, here, left):
        for renewed, closed in visits:
            visit(process(renewed=renewed), game, ada, arrived=60, left=closed)
        assert (presence_of(game.code).here, presence_of(game.code).left) == (here, left)

    def test_spectators_of_all_running_processes_are_counted(self, game):
        for renewed, count in [(0, 2), (0, 1), (60, 7)]:
            Audience.objects.create(process_id=process(renewed=renewed), game=game, count=count)
        assert presence_of(game.code).watchers == 3

    def test_strangers_at_an_invite_are_readers_not_spectators(self, ada):
        game = Game.objects.get(code=play_services.invite(player=ada, side=None).code)
        Audience.objects.create(process_id=process(), game=game, count=2)
        presence = presence_of(game.code)
        assert (presence.readers, presence.watchers) == (2, 0)

    def test_one_screen_games_have_no_presence(self, ada):
        game = Game.objects.get(code=play_services.start_one_screen(player=ada).code)
        visit(process(), game, ada, arrived=LONG, left=LONG / 2)
        assert presence_of(game.code) == NOBODY

    def test_a_process_killed_right_after_an_arrival_does_not_delay_a_claim(self, game, ada, ben):
        visit(process(renewed=60), game, ada, arrived=LONG)
        visit(process(), game, ben, arrived=57)
        assert presence_of(game.code).claimant == "O"


class TestClaiming:
    """Whether Ben may claim while Ada (X) is to move."""

    @pytest.mark.parametrize(
        ("adas", "bens", "turn", "server", "claimant", "seconds"),
        [
            # seconds ago: Ada arrived and left, Ben arrived, the turn changed, the server started
            ((LONG, 41), LONG, LONG, LONG, "O", 0),
            ((LONG, 39), LONG, LONG, LONG, "", 1),  # she has just left
            ((LONG, 10), LONG, LONG, LONG, "", 30),
            ((LONG, 300), LONG, 39, LONG, "", 1),  # it has just become her turn
            ((LONG, 300), LONG, 41, LONG, "O", 0),
            ((LONG, 300), LONG, LONG, 39, "", 1),  # the server has just started
            ((LONG, 300), LONG, LONG, 41, "O", 0),
            ((LONG, 300), 299, LONG, LONG, "", 0),  # he arrived after she had left: 7 days
            ((LONG, 300), 301, LONG, LONG, "O", 0),
            ((9 * DAY, 8 * DAY), 41, 8 * DAY, LONG, "O", 0),  # and those have passed
            ((9 * DAY, 8 * DAY), 39, 8 * DAY, LONG, "", 1),  # but he has only just arrived
            ((9 * DAY, 6 * DAY), LONG, 8 * DAY, LONG, "", 0),
            ((9 * DAY, 8 * DAY), LONG, 6 * DAY, LONG, "", 0),
            (None, LONG, 8 * DAY, LONG, "O", 0),  # never seen
            (None, LONG, 6 * DAY, LONG, "", 0),
            ((LONG, None), LONG, LONG, LONG, "", 0),  # she is here, thinking
        ],
    )
    def test_the_wait_for_a_claim_counts_from_the_latest_of_four_moments(
        self, game, ada, ben, adas, bens, turn, server, claimant, seconds
    ):
        one = process(started=server)
        if adas:
            visit(one, game, ada, arrived=adas[0], left=adas[1])
        visit(one, game, ben, arrived=bens)
        turned(game, turn)
        presence = presence_of(game.code)
        assert (presence.claimant, presence.claim_in) == (claimant, seconds)

    def test_an_earlier_visit_gives_no_claim_before_arrival(self, game, ada, ben):
        """Both were here two days ago, and she left first; he has loaded the page, but has no socket yet."""
        one = process()
        visit(one, game, ada, arrived=2 * DAY, left=2 * DAY - 60)
        visit(one, game, ben, arrived=2 * DAY, left=2 * DAY - 300)
        turned(game, 2 * DAY)
        assert presence_of(game.code).claimant == ""

    def test_right_after_a_crash_nobody_has_a_claim(self, game, ada, ben):
        """Both were connected to a server that was killed a minute ago, and the new one has recorded neither."""
        gone = process(renewed=60)
        visit(gone, game, ada, arrived=LONG)
        visit(gone, game, ben, arrived=LONG)
        assert presence_of(game.code).claimant == ""

    def test_a_player_who_plays_by_forms_does_not_count_as_absent(self, game, ada, ben):
        visit(process(), game, ada, arrived=LONG, left=300)
        visit(process(), game, ben, arrived=LONG)
        assert presence_of(game.code).claimant == "O"
        play_services.forget_visits(code=game.code, player=ada.pk)
        assert (presence_of(game.code).claimant, presence_of(game.code).left) == ("", "")

    def test_an_absent_player_who_is_not_to_move_loses_nothing(self, game, ada, ben):
        play(game, "5")
        turned(game, LONG)
        one = process()
        visit(one, game, ada, arrived=LONG, left=300)
        visit(one, game, ben, arrived=LONG)
        assert presence_of(game.code).claimant == ""

    @pytest.mark.parametrize("win", [True, False])
    def test_a_claim_ends_the_game_and_a_second_one_changes_nothing(self, claimable, ben, win):
        state = play_services.claim(code=claimable.code, player=ben, win=win)
        assert (state.winner, state.ended, state.status) == ("O" if win else "", "abandoned", "finished")
        assert play_services.claim(code=claimable.code, player=ben, win=win) == state
        check_refused(Reason.OVER, play_services.claim, code=claimable.code, player=ben, win=not win)
        assert presence_of(claimable.code).claimant == ""

    def test_the_server_checks_the_claim_again(self, claimable, ada, ben):
        play_services.record_attendance(process=process(), arrived=[(claimable.code, ada.pk)])
        for who in (ada, ben):
            check_refused(Reason.NOT_GONE, play_services.claim, code=claimable.code, player=who, win=True)

    def test_nobody_can_claim_a_game_against_a_computer(self, ada):
        alone = play_services.start_against_computer(player=ada, opponent="easy", side=Mark.X)
        turned(Game.objects.get(code=alone.code), 30 * DAY)
        check_refused(Reason.NOT_GONE, play_services.claim, code=alone.code, player=ada, win=True)


class TestVisits:
    def test_a_reconnecting_player_continues_the_same_visit(self, game, ada):
        visit(process(renewed=60), game, ada, arrived=LONG)
        play_services.record_attendance(process=process(), arrived=[(game.code, ada.pk)])
        assert len(set(Attendance.objects.values_list("visit_at", flat=True))) == 1

    def test_a_player_who_returns_later_starts_a_new_visit(self, game, ada):
        visit(process(), game, ada, arrived=2 * LONG, left=LONG)
        one = process()
        play_services.record_attendance(process=one, arrived=[(game.code, ada.pk)])
        assert Attendance.objects.get(process=one).visit_at > ago(10)

    def test_a_player_leaves_only_the_process_whose_page_closed(self, game, ada):
        one, two = process(), process()
        for at in (one, two):
            play_services.record_attendance(process=at, arrived=[(game.code, ada.pk)])
        play_services.record_attendance(process=one, left=[(game.code, ada.pk)])
        assert presence_of(game.code).here == "X"
        play_services.record_attendance(process=two, left=[(game.code, ada.pk)])
        assert presence_of(game.code).left == "X"

    def test_only_players_of_a_game_are_recorded_as_present(self, game):
        strangers = [(game.code, player().pk), ("2222222222", player().pk)]
        play_services.record_attendance(process=process(), arrived=strangers)
        play_services.record_attendance(process=process(), left=strangers)
        assert not Attendance.objects.exists()

    def test_tidying_deletes_processes_that_stopped_and_visits_that_ended_14_days_ago(self, game, ada, ben):
        visit(process(renewed=15 * DAY), game, ada, arrived=16 * DAY)
        kept = process(renewed=13 * DAY)
        visit(kept, game, ada, arrived=16 * DAY, left=15 * DAY)
        visit(kept, game, ben, arrived=16 * DAY)
        for kind in ("server processes", "visits"):
            hosting_services.delete_in_parts(selectors.deletable()[kind])
        assert list(Process.objects.values_list("pk", flat=True)) == [kept]
        assert list(Attendance.objects.values_list("player", flat=True)) == [ben.pk]

    def test_nothing_is_stored_about_a_room_without_spectators(self, game):
        one, two = process(), process()
        for at in (one, two):
            play_services.record_attendance(process=at, watchers={game.code: 2})
        play_services.record_attendance(process=one, watchers={game.code: 0})
        assert list(Audience.objects.values_list("process", "count")) == [(two, 2)]
