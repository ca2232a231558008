"""The actions of hosts, players and directors, and their refusals."""

import contextlib
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.engine.notakto import NOTAKTO
from games.engine.variants import VARIANTS
from games.play import news
from games.play import services as play_services
from games.play.models import Ended, Game, Status
from games.play.selectors.state import State
from games.play.services import Turn
from games.site.refusals import Reason, Refused
from games.tournaments.models import Entrant, Kind, Match, Phase, Standing, Starts, Tournament
from games.tournaments.selectors.due import next_due
from games.tournaments.selectors.endings import Ending
from games.tournaments.selectors.tournaments import BREATHER, GRACE, OVERTIME
from games.tournaments.services import directing, names, tournaments
from games.tournaments.services.matches import HEAD_START, drawn_starts
from games.tournaments.services.news import DIRECTORS, Change, room_of
from tests.support import tournaments as play
from tests.support.games import play as moves
from tests.support.games import player
from tests.support.stored import check_refused, digest

pytestmark = pytest.mark.django_db


def check_unchanged(verb, **arguments) -> None:
    """Check that an action changes nothing but the version."""
    before, phase = digest(but={"Tournament"}), play.current_state().phase
    verb(**arguments)
    assert (digest(but={"Tournament"}), play.current_state().phase) == (before, phase)


class TestCreating:
    def test_the_code_can_be_read_aloud_and_the_key_is_long(self):
        made = tournaments.create(title="7b")
        assert len(made.code) == 6
        assert not set(made.code) & set("01ilo")
        assert len(made.key) > 20
        assert play.current_state().phase == Phase.WAITING

    def test_a_code_is_never_given_twice(self):
        used = play.waiting().code
        assert tournaments.create(code=used).code != used

    @pytest.mark.parametrize(
        ("settings", "reason"),
        [
            ({"seconds": 14}, Reason.NO_SUCH_TIME),
            ({"seconds": 120}, Reason.NO_SUCH_TIME),
            ({"minutes": 4}, Reason.NOT_THAT_LONG),
            ({"minutes": 61}, Reason.NOT_THAT_LONG),
            ({"variant": NOTAKTO, "starts": Starts.DRAWN}, Reason.NO_DRAWN_STARTS),  # it has no draws
        ],
    )
    def test_invalid_settings_are_refused(self, settings, reason):
        check_refused(reason, tournaments.create, **settings)

    @pytest.mark.parametrize("variant", [one for one in VARIANTS.values() if drawn_starts(one)], ids=repr)
    def test_drawn_starts_are_draws_with_best_play_and_leave_two_moves_to_each_side(self, variant):
        for text in drawn_starts(variant):
            position = variant.position(text)
            assert position.outcome is None
            assert variant.longest is None or position.ply + 4 <= variant.longest
            assert variant.solver.worth(position).value == 0


class TestJoining:
    @pytest.mark.parametrize(
        ("taken", "name"),
        [("Ada", "Ada"), ("Émile", "émile"), ("😀😁", "😀\u200d😁")],
        ids=["the same", "capitals", "a joiner"],
    )
    def test_two_people_cannot_have_one_name(self, taken, name):
        made = play.waiting(taken)
        check_refused(Reason.NAME_TAKEN, tournaments.join, code=made.code, player=player(), name=name)

    def test_letters_that_some_databases_treat_as_equal_cause_no_error(self):
        """PostgreSQL may treat them as equal and refuse the second; SQLite accepts both."""
        made = play.waiting("irem")
        with contextlib.suppress(Refused):
            tournaments.join(code=made.code, player=player(), name="İrem")
        assert {one.name for one in play.current_state().entrants} <= {"irem", "İrem"}

    def test_ending_a_waiting_tournament_is_immediate_and_then_only_earlier_entrants_may_join_again(self):
        made = play.waiting("Ada")
        tournaments.end(key=made.key)
        assert (play.current_state().phase, play.current_state().minutes) == (Phase.OVER, 0)
        check_refused(Reason.TOURNAMENT_OVER, tournaments.join, code=made.code, player=player(), name="Ben")
        check_unchanged(tournaments.join, code=made.code, player=play.person("Ada"), name="Somebody else")

    def test_a_round_robin_has_at_most_twelve_entrants(self):
        made = play.waiting(*"ABCDEFGHIJKL", kind=Kind.ROUND)
        late = {"code": made.code, "player": player(), "name": "M"}
        check_refused(Reason.TOURNAMENT_FULL, tournaments.join, **late)
        tournaments.leave(code=made.code, player=play.person("A"))
        tournaments.join(**late)

    def test_a_players_name_in_the_tournament_is_independent_of_their_own(self):
        play.playing("Ada Ben")
        assert play.person("Ada").name == "Ada"
        play_services.rename(player=play.person("Ada"), name="Queen")
        assert {seat.name for seat in State.of(play.game_of("Ada")).seats.values()} == {"Ada", "Ben"}


class TestHost:
    @pytest.mark.parametrize("verb", [tournaments.pause, tournaments.resume, tournaments.remove_unmoved])
    def test_a_waiting_tournament_refuses_what_needs_a_started_one(self, verb):
        check_refused(Reason.TOURNAMENT_WAITS, verb, key=play.waiting().key)

    @pytest.mark.parametrize(
        ("done", "again"),
        [
            ([], tournaments.start),
            ([], tournaments.resume),
            ([tournaments.pause], tournaments.pause),
            ([tournaments.end], tournaments.end),
        ],
    )
    def test_a_second_click_changes_nothing(self, done, again):
        made = play.tournament("Ada", "Ben")
        for verb in done:
            verb(key=made.key)
        before = Tournament.objects.values().get()
        again(key=made.key)
        assert Tournament.objects.values().get() == {**before, "version": before["version"] + 1}

    def test_during_a_pause_no_clock_runs_and_nobody_is_paired(self):
        made = play.playing("Ada Ben", "Cem", "Dan")
        tournaments.pause(key=made.key)
        assert play.game_of("Ada").move_by is None
        assert play.pair("Cem Dan") == 0
        moves(play.game_of("Ada"), "5")  # games may continue
        assert play.game_of("Ada").move_by is None
        play.resign("Ada")
        play.settle()
        assert play.game_of("Ada").place == 1

    def test_a_pause_costs_no_time_and_is_not_in_the_stored_minutes(self, still, monkeypatch):
        made = play.playing("Ada Ben", seconds=30, minutes=15)
        tournaments.pause(key=made.key)
        monkeypatch.setattr(timezone, "now", lambda: still + timedelta(minutes=3))
        assert play.current_state().left(timezone.now()) == timedelta(minutes=15)
        tournaments.resume(key=made.key)
        assert play.current_state().ends_at == made.ends_at + timedelta(minutes=3)
        assert play.game_of("Ada").move_by == timezone.now() + timedelta(seconds=30) + HEAD_START
        monkeypatch.setattr(timezone, "now", lambda: still + timedelta(minutes=7, seconds=10))
        for _press in range(2):
            tournaments.end(key=made.key, at_once=True)
        play.finish()
        assert (play.current_state().phase, play.current_state().minutes) == (Phase.OVER, 5)

    @pytest.mark.parametrize("minutes", [5, 181])
    def test_a_tournament_cannot_be_shortened_or_made_very_long(self, minutes):
        check_refused(Reason.NOT_THAT_LONG, tournaments.set_minutes, key=play.tournament().key, minutes=minutes)

    def test_games_are_finished_if_the_host_ends_the_tournament_early(self):
        made = play.playing("Ada Ben", "Cem", "Dan")
        tournaments.end(key=made.key)
        assert play.pair("Cem Dan") == 0
        play.finish(play.in_seconds(60))
        assert play.current_state().phase == Phase.RUNNING
        play.lose("Ada")
        assert play.match_of("Ada") is None  # no second game starts
        play.finish(play.in_seconds(60))
        assert play.current_state().phase == Phase.OVER
        assert play.table().startswith("1 Ben 2: 1 0 0")

    def test_a_new_name_appears_in_the_players_game(self):
        made = play.playing("Ada Ben")
        names.rename(key=made.key, entrant=play.entrant("Ada").pk, name="Anna")
        assert State.of(play.game_of("Anna")).seats["X"].name == "Anna"
        check_refused(Reason.NAME_TAKEN, names.rename, key=made.key, entrant=play.entrant("Anna").pk, name="BEN")

    def test_everyone_is_given_a_random_name_and_latecomers_too(self):
        made = play.tournament("Ada", "Ben")
        names.give_names(key=made.key, names=["Fox", "Ben", "Owl"], language="de")
        tournaments.join(code=made.code, player=player("Cem"), name="Cem", names=["Fox", "Ben", "Owl"])
        assert sorted(one.name for one in play.current_state().entrants) == ["Ben", "Fox", "Owl"]
        assert Tournament.objects.get().drawn_in == "de"

    def test_a_player_who_joins_is_given_a_random_name_that_is_not_taken(self):
        made = play.waiting(drawn_in="en")
        for name in ("Ada", "Ben", "Cem"):
            tournaments.join(code=made.code, player=player(name), name=name, names=["Fox", "Owl"])
        given = sorted(one.name for one in play.current_state().entrants)
        assert given in (["Fox", "Fox 2", "Owl"], ["Fox", "Owl", "Owl 2"])

    def test_a_removed_player_loses_the_game_and_stays_out(self):
        made = play.playing("Ada Ben")
        play.move_twice("Ada")
        ada = play.person("Ada")
        tournaments.remove(key=made.key, entrant=play.entrant("Ada").pk)
        assert (play.game_of("Ben").ended, play.free()) == (Ended.ABANDONED, "Ben")
        assert play.table() == "1 Ben 2: 1 0 0"
        check_refused(Reason.REMOVED, tournaments.join, code=made.code, player=ada, name="Other")
        check_refused(Reason.REMOVED, tournaments.come_back, code=made.code, player=ada)
        tournaments.leave(code=made.code, player=ada)
        assert play.entrant("Ada").standing == Standing.REMOVED


class TestLeaving:
    @pytest.mark.parametrize(
        ("kind", "pairs", "before", "table"),
        [
            (Kind.ARENA, ["Ada Ben"], lambda made: play.move_twice("Ada"), "1 Ben 2: 1 0 0, 2 Ada 0: 0 0 1"),
            # between games
            (Kind.ARENA, ["Ada Ben"], lambda made: play.resign("Ben"), "1 Ada 2: 1 0 0, 2 Ben 0: 0 0 1"),
            (Kind.ROUND, ["Ada", "Ben"], lambda made: None, "1 Ada 0: 0 0 0, 1 Ben 0: 0 0 0"),  # before any match
            (
                Kind.ROUND,
                ["Ada Ben", "Cem"],
                lambda made: tournaments.end(key=made.key),
                "1 Ben 2: 1 0 0, 2 Ada 0: 0 0 1, 3 Cem 0: 0 0 0",
            ),
        ],
    )
    def test_a_player_who_leaves_loses_only_the_game_in_play(self, kind, pairs, before, table):
        made = play.playing(*pairs, kind=kind)
        before(made)
        tournaments.leave(code=made.code, player=play.person("Ada"))
        assert play.table() == table
        assert "Ada" not in play.free()

    def test_leaving_a_round_robin_forfeits_the_remaining_games(self):
        made = play.playing("Ada Ben", "Cem", kind=Kind.ROUND)
        tournaments.leave(code=made.code, player=play.person("Ada"))
        assert play.table() == "1 Ben 4: 2 0 0, 1 Cem 4: 2 0 0, 3 Ada 0: 0 0 4"
        check_unchanged(tournaments.leave, code=made.code, player=play.person("Ada"))
        check_refused(Reason.LEFT_FOR_GOOD, tournaments.come_back, code=made.code, player=play.person("Ada"))


class TestMatches:
    @pytest.mark.parametrize("starts", Starts)
    def test_each_entrant_starts_once_from_the_same_position(self, starts):
        play.playing("Ada Ben", starts=starts)
        play.resign_at_once("Ben")
        play.settle()
        first, second = Game.objects.order_by("pk")
        assert first.start == second.start
        assert (first.place, second.place) == (1, 2)
        starters = [State.of(game).seats[State.of(game).position.turn].name for game in (first, second)]
        assert starters == ["Ada", "Ben"]

    @pytest.mark.parametrize(("kind", "again"), [(Kind.ARENA, 1), (Kind.ROUND, 0)])
    def test_in_a_round_robin_nobody_meets_twice(self, kind, again):
        """A director may freeze between planning and pairing."""
        play.playing("Ada Ben", "Cem", kind=kind)
        play.lose("Ada", "Ada")
        assert play.pair("Ben Ada") == again

    def test_a_left_over_player_plays_a_computer_and_stays_free(self):
        play.playing("Ada Ben", "Cem")
        waiting_since = play.entrant("Cem").free_since
        directing.start_computer_games(tournament=play.tournament_id(), at=timezone.now())
        assert play.match_of("Cem") is None
        play.start_computer_games()
        game = play.game_of("Cem")
        assert (game.move_by, State.of(game).between_people) == (None, False)
        tournaments.leave(code=Tournament.objects.get().code, player=play.person("Ada"))
        assert play.pair("Ben Cem") == 1
        game.refresh_from_db()
        assert (game.status, game.winner) == (Status.FINISHED, "")
        assert "Cem 0: 0 0 0" in play.table()  # it does not count
        assert play.entrant("Cem").free_since == waiting_since

    def test_a_game_against_a_computer_does_not_reset_the_waiting_time(self):
        play.tournament("Ada")
        play.start_computer_games()
        waiting_since = play.entrant("Ada").free_since
        play.lose("Ada")
        assert (play.free(), play.entrant("Ada").free_since) == ("Ada", waiting_since)


class TestClocks:
    def test_a_move_received_in_time_is_made_though_the_database_was_slow(self, still, monkeypatch):
        play.playing("Ada Ben", "Cem Dan", seconds=15)
        turn = Turn(State.of(play.game_of("Ada")), play.person("Ada"), "4")
        game, after = play.game_of("Cem"), play.game_of("Cem").move_by + timedelta(seconds=5)
        monkeypatch.setattr(timezone, "now", lambda: after)
        late = {"code": game.code, "player": play.person("Cem"), "move": "4", "version": game.version}
        [batched], single = play_services.play_together([turn]), play_services.play(**late, received_at=still)
        assert batched.move_by == single.move_by == after + timedelta(seconds=15)

    def test_a_timeout_has_a_grace_that_does_not_help_late_moves(self, still, monkeypatch):
        play.playing("Ada Ben")
        game, millisecond = play.game_of("Ada"), timedelta(milliseconds=1)
        monkeypatch.setattr(timezone, "now", lambda: game.move_by + GRACE - millisecond)
        check_unchanged(directing.call_time, tournament=play.tournament_id(), at=timezone.now())
        move = {"code": game.code, "player": play.person("Ada"), "move": "4", "version": game.version}
        check_refused(Reason.TIME_IS_UP, play_services.play, **move)
        check_refused(Reason.TIME_IS_UP, play_services.play, **move, received_at=game.move_by + millisecond)
        play_services.play(**move, received_at=game.move_by)
        assert play.game_of("Ada").record == "4"

    def test_two_timeouts_in_a_row_put_a_player_on_a_break(self):
        made = play.playing("Ada Ben")
        play.run_out("Ada")
        play.settle()
        moves(play.game_of("Ada"), "5")  # Ben starts the second game
        play.run_out("Ada")
        play.settle()
        assert play.entrant("Ada").standing == Standing.ASIDE
        assert play.free() == "Ben"
        assert play.pair("Ada Ben") == 0
        tournaments.come_back(code=made.code, player=play.person("Ada"))
        assert (play.free(), play.entrant("Ada").lapses) == ("Ada Ben", 0)

    def test_a_game_with_a_move_in_time_resets_the_count_of_timeouts(self):
        play.playing("Ada Ben")
        play.run_out("Ada")
        play.settle()
        moves(play.game_of("Ada"), "5 1")
        play.lose("Ben")
        assert play.entrant("Ada").lapses == 0

    def test_an_absent_player_is_put_on_a_break_even_after_winning_a_game(self):
        play.tournament("Ada", "Ben")
        for _match in range(2):
            play.pair("Ada Ben")
            play.run_out("Ada")
            play.settle()
            if play.match_of("Ada"):
                play.run_out("Ada")
            play.settle()
        assert (play.entrant("Ada").standing, play.entrant("Ben").lapses) == (Standing.ASIDE, 1)

    def test_a_player_put_on_a_break_during_a_match_plays_no_second_game(self):
        play.tournament("Ada", "Ben", kind=Kind.ROUND)
        Entrant.objects.filter(name="Ada").update(lapses=1)
        play.pair("Ada Ben")
        play.run_out("Ada")
        play.settle()
        assert play.table() == "1 Ben 4: 2 0 0, 2 Ada 0: 0 0 2"


class TestEnd:
    def test_games_in_progress_become_draws_after_two_minutes_in_batches(self, monkeypatch):
        monkeypatch.setattr(directing, "MATCHES_AT_ONCE", 2)
        made = play.playing("Ada Ben", "Cem Dan", "Eve")
        play.move_twice("Ada")
        play.start_computer_games()
        play.finish(made.ends_at + OVERTIME - timedelta(seconds=1))
        assert Match.objects.filter(ended_at=None).count() == 3
        play.finish(made.ends_at + OVERTIME)
        assert (play.current_state().phase, Match.objects.filter(ended_at=None).count()) == (Phase.RUNNING, 1)
        play.finish(made.ends_at + OVERTIME)
        assert (play.current_state().phase, Match.objects.filter(ended_at=None).count()) == (Phase.OVER, 0)
        assert play.table().startswith("1 Ada 1: 0 1 0, 1 Ben 1: 0 1 0, 3 Cem 0: 0 0 0")

    def test_a_tournament_without_games_in_progress_ends_when_its_time_is_up(self):
        made = play.tournament("Ada", "Ben")
        play.finish(made.ends_at - timedelta(seconds=1))
        assert play.current_state().phase == Phase.RUNNING
        play.finish(made.ends_at)
        assert play.current_state().phase == Phase.OVER

    def test_a_round_robin_ends_when_everyone_has_met_everyone(self):
        play.tournament("Ada", "Ben", kind=Kind.ROUND)
        play.finish()
        assert play.current_state().phase == Phase.RUNNING
        play.pair("Ada Ben")
        play.lose("Ada", "Ben")
        play.finish()
        assert (play.current_state().phase, play.current_state().minutes) == (Phase.OVER, 1)


class TestLease:
    @pytest.mark.parametrize(
        ("director", "seconds", "restarted"), [("one", 4, False), ("one", 60, True), ("other", 4, True)]
    )
    def test_clocks_restart_after_a_long_gap_or_if_another_director_takes_over(
        self, still, director, seconds, restarted
    ):
        made = play.playing("Ada Ben", at=still)
        directing.hold(tournament=made.pk, director="one", at=still)
        before, later = play.game_of("Ada").move_by, still + timedelta(seconds=seconds)
        assert directing.hold(tournament=made.pk, director=director, at=later)
        assert (play.game_of("Ada").move_by > before) == restarted
        assert not directing.hold(tournament=made.pk, director="third", at=later)

    def test_a_finished_tournament_is_directed_until_its_ending_is_stored(self, still):
        made = play.waiting()
        tournaments.end(key=made.key)
        assert directing.hold(tournament=made.pk, director="one", at=still)
        directing.store_ending(tournament=made.pk, ending=Ending((), None, None))
        assert not directing.hold(tournament=made.pk, director="one", at=still)


def match(number_of_match: int, first: str, second: str | None) -> None:
    """Store a match."""
    people = {"first": play.entrant(first), "second": second and play.entrant(second)}
    Match.objects.create(tournament_id=play.tournament_id(), number=number_of_match, start="_" * 9, **people)


class TestConstraints:
    """The database refuses rows that no service would write."""

    @pytest.mark.parametrize(
        "change",
        [
            lambda: Tournament.objects.update(seconds=17),
            lambda: Tournament.objects.update(minutes=181),
            lambda: Tournament.objects.update(ends_at=None),
            lambda: Tournament.objects.update(phase=Phase.OVER),
            lambda: Tournament.objects.update(phase=Phase.PAUSED),
            lambda: Tournament.objects.update(phase=Phase.WAITING),
            lambda: Entrant.objects.filter(name="Ada").update(name="bEN"),
            lambda: Entrant.objects.filter(name="Ada").update(player=play.person("Ben")),
            lambda: Entrant.objects.filter(name="Ada").update(standing=Standing.LEFT),
            lambda: Match.objects.update(second=play.entrant("Ada")),
            lambda: match(9, "Ada", "Cem"),
            lambda: match(9, "Cem", "Ben"),
            lambda: match(1, "Cem", None),
            lambda: Game.objects.create(match=play.match_of("Ada"), place=1),
            lambda: Game.objects.create(match=play.match_of("Ada"), place=3),
            lambda: Game.objects.create(match=play.match_of("Ada")),
            lambda: Game.objects.create(move_by=timezone.now()),
            lambda: Game.objects.update(status=Status.FINISHED, ended=Ended.TIME, move_by=None),
        ],
    )
    def test_an_invalid_row_is_refused(self, change):
        play.playing("Ada Ben", "Cem")
        with pytest.raises(IntegrityError), transaction.atomic():
            change()

    def test_a_game_ended_by_an_earlier_release_has_no_clock(self):
        made = play.playing("Ada Ben")
        Game.objects.update(status=Status.FINISHED, ended=Ended.RESIGNED, winner="X", finished_at=timezone.now())
        game = play.game_of("Ada")
        assert (game.move_by is None, State.of(game).move_by) == (False, None)
        assert next_due(made, game.move_by) == game.finished_at + BREATHER
        directing.call_time(tournament=made.pk, at=game.move_by + GRACE)
        assert play.game_of("Ada").winner == "X"


class TestNews:
    def test_every_change_is_published_once_after_the_commit(self, monkeypatch, django_capture_on_commit_callbacks):
        made = play.tournament("Ada", "Ben")
        published = []
        monkeypatch.setattr(news, "publish", lambda code, kind, what: published.append((code, kind)))
        with django_capture_on_commit_callbacks(execute=True):
            play.pair("Ada Ben")
        of_the_tournament = [(room_of(made.code), "tournament"), (DIRECTORS, "tournament")]
        assert published == of_the_tournament
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            play.resign("Ada")
        assert set(published) == {(play.game_of("Ada").code, "state"), *of_the_tournament}

    def test_a_change_survives_serialization(self):
        assert Change.from_message(Change("abcde").as_message()) == Change("abcde")
