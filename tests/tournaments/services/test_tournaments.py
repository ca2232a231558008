"""The actions of hosts, players and directors, and every refusal."""

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
from games.tournaments.selectors.endings import Ending
from games.tournaments.selectors.tournaments import (
    BREATHER,
    DIRECTORS,
    GRACE,
    LAST_GAMES,
    LEFT_OVER,
    Change,
    next_due,
    topic_of,
)
from games.tournaments.services import directing, tournaments
from games.tournaments.services.matches import HEAD_START, drawn_starts
from tests.support.games import friends, play, player
from tests.support.stored import digest
from tests.support.tournaments import (
    entrant,
    free,
    game_of,
    in_seconds,
    lose,
    match_of,
    move_twice,
    now,
    number,
    pair,
    person,
    resign,
    resign_at_once,
    run_out,
    settle,
    table,
    tournament,
    waiting,
)

pytestmark = pytest.mark.django_db


def check_refused(reason: Reason, verb, **arguments) -> None:
    before = digest()
    with pytest.raises(Refused) as refused:
        verb(**arguments)
    assert refused.value.reason is reason
    assert digest() == before


def changes_nothing(verb, **arguments) -> None:
    """Assert that only the version changes."""
    before = digest(but={"Tournament"})
    phase = now().phase
    verb(**arguments)
    assert digest(but={"Tournament"}) == before
    assert now().phase == phase


class TestCreating:
    def test_its_code_can_be_read_aloud_and_its_key_is_long(self):
        made = tournaments.create(title="7b")
        assert len(made.code) == 6
        assert not set(made.code) & set("01ilo")
        assert len(made.key) > 20
        assert now().phase == Phase.WAITING

    def test_a_code_is_never_given_twice(self, monkeypatch):
        spent = waiting().code
        codes = iter([spent, spent, "k7r2m"])
        monkeypatch.setattr("games.tournaments.services.tournaments.new_entry", lambda: next(codes))
        assert tournaments.create().code == "k7r2m"

    @pytest.mark.parametrize("seconds", [0, 14, 31, 120])
    def test_an_invalid_move_time_is_refused(self, seconds):
        check_refused(Reason.NO_SUCH_TIME, tournaments.create, seconds=seconds)

    @pytest.mark.parametrize("minutes", [0, 4, 61])
    def test_an_invalid_duration_is_refused(self, minutes):
        check_refused(Reason.NOT_THAT_LONG, tournaments.create, minutes=minutes)

    def test_a_game_without_draws_starts_from_an_empty_board(self):
        check_refused(Reason.NO_DRAWN_STARTS, tournaments.create, variant=NOTAKTO, starts=Starts.DRAWN)

    @pytest.mark.parametrize("variant", [one for one in VARIANTS.values() if drawn_starts(one)], ids=repr)
    def test_drawn_starts_are_draws_with_best_play_and_leave_two_moves_to_each_side(self, variant):
        for text in drawn_starts(variant):
            position = variant.position(text)
            assert position.outcome is None
            assert variant.longest is None or position.ply + 4 <= variant.longest
            assert variant.solver.worth(position).value == 0


class TestJoining:
    def test_a_late_player_is_in(self):
        made = tournament("Ada", "Ben")
        tournaments.join(code=made.code, player=player(), name="Cem")
        assert free() == "Ada Ben Cem"

    def test_a_returning_player_finds_their_place(self):
        made = waiting("Ada")
        changes_nothing(tournaments.join, code=made.code, player=person("Ada"), name="Somebody else")

    @pytest.mark.parametrize(
        ("taken", "name"),
        [("Ada", "Ada"), ("Ada", "ADA"), ("Émile", "émile"), ("😀😁", "😀\u200d😁"), ("♥", "♥\ufe0f")],
        ids=["the same", "capitals", "accents", "a joiner", "a variation"],
    )
    def test_two_people_cannot_have_one_name(self, taken, name):
        made = waiting(taken)
        check_refused(Reason.NAME_TAKEN, tournaments.join, code=made.code, player=player(), name=name)

    def test_letters_that_some_databases_treat_as_equal_cause_no_error(self):
        """PostgreSQL may consider them equal and refuse the second; SQLite accepts both."""
        made = waiting("irem")
        with contextlib.suppress(Refused):
            tournaments.join(code=made.code, player=player(), name="İrem")
        assert {one.name for one in now().entrants} <= {"irem", "İrem"}

    def test_a_name_is_required(self):
        check_refused(Reason.NO_NAME, tournaments.join, code=waiting().code, player=player(), name="")

    def test_after_the_end_only_earlier_entrants_may_look(self):
        made = waiting("Ada")
        tournaments.end(key=made.key)
        check_refused(Reason.TOURNAMENT_OVER, tournaments.join, code=made.code, player=player(), name="Ben")
        changes_nothing(tournaments.join, code=made.code, player=person("Ada"))

    def test_a_round_robin_has_at_most_twelve_entrants(self):
        made = waiting(*"ABCDEFGHIJKL", kind=Kind.ROUND)
        late = {"code": made.code, "player": player(), "name": "M"}
        check_refused(Reason.TOURNAMENT_FULL, tournaments.join, **late)
        tournaments.leave(code=made.code, player=person("A"))
        tournaments.join(**late)

    def test_a_player_has_a_separate_name_in_the_tournament(self):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        assert person("Ada").name == "Ada"
        play_services.rename(player=person("Ada"), name="Queen")
        assert {seat.name for seat in State.of(game_of("Ada")).seats.values()} == {"Ada", "Ben"}


class TestTheHost:
    def test_it_starts_and_says_when_it_ends(self):
        made = tournament("Ada", "Ben", minutes=10)
        assert now().phase == Phase.RUNNING
        assert made.ends_at - made.started_at == timedelta(minutes=10)

    @pytest.mark.parametrize("verb", [tournaments.pause, tournaments.resume])
    def test_it_must_have_started(self, verb):
        check_refused(Reason.TOURNAMENT_WAITS, verb, key=waiting().key)

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
        made = tournament("Ada", "Ben")
        for verb in done:
            verb(key=made.key)
        before = Tournament.objects.values().get()
        again(key=made.key)
        assert Tournament.objects.values().get() == {**before, "version": before["version"] + 1}

    def test_in_a_pause_no_clock_runs_and_nobody_is_paired(self):
        made = tournament("Ada", "Ben", "Cem", "Dan")
        pair("Ada Ben")
        tournaments.pause(key=made.key)
        assert game_of("Ada").move_by is None
        assert pair("Cem Dan") == 0
        play(game_of("Ada"), "5")  # players may go on if they like
        assert game_of("Ada").move_by is None
        resign("Ada")
        settle()
        assert game_of("Ada").place == 1

    def test_a_pause_takes_nothing_away(self, still, monkeypatch):
        made = tournament("Ada", "Ben", seconds=30)
        pair("Ada Ben")
        ends_at = now().ends_at
        tournaments.pause(key=made.key)
        monkeypatch.setattr(timezone, "now", lambda: still + timedelta(minutes=3))
        assert now().left(timezone.now()) == timedelta(minutes=20)
        tournaments.resume(key=made.key)
        assert now().ends_at == ends_at + timedelta(minutes=3)
        assert game_of("Ada").move_by == timezone.now() + timedelta(seconds=30) + HEAD_START

    def test_it_can_be_extended(self):
        made = tournament(minutes=10)
        tournaments.set_minutes(key=made.key, minutes=15)
        tournaments.set_minutes(key=made.key, minutes=15)  # a second click
        assert now().ends_at == made.ends_at + timedelta(minutes=5)

    def test_its_minutes_exclude_pauses(self, still, monkeypatch):
        made = tournament("Ada", minutes=10)
        tournaments.set_minutes(key=made.key, minutes=15)
        tournaments.pause(key=made.key)
        monkeypatch.setattr(timezone, "now", lambda: still + timedelta(minutes=3))
        tournaments.resume(key=made.key)
        monkeypatch.setattr(timezone, "now", lambda: still + timedelta(minutes=7, seconds=10))
        for _press in range(2):
            tournaments.end(key=made.key)
        directing.finish(tournament=made.pk, at=timezone.now())
        assert (now().phase, now().minutes) == (Phase.OVER, 5)

    @pytest.mark.parametrize("minutes", [5, 181])
    def test_it_cannot_be_shortened_or_made_very_long(self, minutes):
        check_refused(Reason.NOT_THAT_LONG, tournaments.set_minutes, key=tournament().key, minutes=minutes)

    def test_ending_a_waiting_tournament_is_immediate(self):
        made = waiting("Ada")
        tournaments.end(key=made.key)
        assert (now().phase, now().minutes) == (Phase.OVER, 0)

    def test_if_ended_early_its_games_are_finished(self):
        made = tournament("Ada", "Ben", "Cem", "Dan")
        pair("Ada Ben")
        tournaments.end(key=made.key)
        assert pair("Cem Dan") == 0
        directing.finish(tournament=made.pk, at=in_seconds(60))
        assert now().phase == Phase.RUNNING
        lose("Ada")
        assert match_of("Ada") is None  # no second game begins
        directing.finish(tournament=made.pk, at=in_seconds(60))
        assert now().phase == Phase.OVER
        assert table().startswith("1 Ben 2: 1 0 0")

    def test_a_renamed_player_has_the_new_name_in_their_game(self):
        made = tournament("Ada", "Ben")
        pair("Ada Ben")
        tournaments.rename(key=made.key, entrant=entrant("Ada").pk, name="Anna")
        assert State.of(game_of("Anna")).seats["X"].name == "Anna"
        check_refused(Reason.NAME_TAKEN, tournaments.rename, key=made.key, entrant=entrant("Anna").pk, name="BEN")

    def test_everyone_can_be_given_a_random_name(self):
        made = tournament("Ada", "Ben", "Cem")
        tournaments.give_names(key=made.key, names=["Blue Fox", "Cem"], language="en")
        assert {one.name for one in now().entrants} >= {"Blue Fox", "Cem"}
        assert len({one.name for one in now().entrants}) == 3

    def test_a_player_who_joins_is_given_a_drawn_name_that_nobody_has(self):
        made = waiting(drawn_in="en")
        for who in ("Ada", "Ben", "Cem"):
            tournaments.join(code=made.code, player=player(who), name=who, names=["Fox", "Owl"])
        names = sorted(one.name for one in now().entrants)
        assert names in (["Fox", "Fox 2", "Owl"], ["Fox", "Owl", "Owl 2"])

    def test_a_latecomer_is_given_a_drawn_name_too(self):
        made = waiting("Ada")
        tournaments.give_names(key=made.key, names=["Fox", "Owl"], language="de")
        tournaments.join(code=made.code, player=player("Ben"), name="Ben", names=["Fox", "Owl"])
        assert sorted(one.name for one in now().entrants) == ["Fox", "Owl"]
        assert Tournament.objects.get().drawn_in == "de"

    def test_a_host_cannot_change_entrants_of_another_tournament(self):
        theirs, own = waiting("Ada"), tournaments.create()
        with pytest.raises(Entrant.DoesNotExist):
            tournaments.remove(key=own.key, entrant=theirs.entrants.get().pk)

    def test_a_removed_player_loses_the_game_and_stays_out(self):
        made = tournament("Ada", "Ben")
        pair("Ada Ben")
        move_twice("Ada")
        ada = person("Ada")
        tournaments.remove(key=made.key, entrant=entrant("Ada").pk)
        assert (game_of("Ben").ended, free()) == (Ended.ABANDONED, "Ben")
        assert table() == "1 Ben 2: 1 0 0"
        check_refused(Reason.REMOVED, tournaments.join, code=made.code, player=ada, name="Other")
        check_refused(Reason.REMOVED, tournaments.come_back, code=made.code, player=ada)
        tournaments.leave(code=made.code, player=ada)
        assert entrant("Ada").standing == Standing.REMOVED


class TestLeaving:
    def test_a_player_who_leaves_loses_the_game_and_may_come_back(self):
        made = tournament("Ada", "Ben")
        pair("Ada Ben")
        move_twice("Ada")
        tournaments.leave(code=made.code, player=person("Ada"))
        assert table() == "1 Ben 2: 1 0 0, 2 Ada 0: 0 0 1"
        assert free() == "Ben"
        tournaments.come_back(code=made.code, player=person("Ada"))
        assert free() == "Ada Ben"

    def test_between_the_two_games_of_a_match_nothing_is_lost(self):
        made = tournament("Ada", "Ben")
        pair("Ada Ben")
        resign("Ben")
        tournaments.leave(code=made.code, player=person("Ada"))
        assert table() == "1 Ada 2: 1 0 0, 2 Ben 0: 0 0 1"
        assert free() == "Ben"

    def test_leaving_a_round_robin_before_any_match_forfeits_nothing(self):
        made = tournament("Ada", "Ben", "Cem", kind=Kind.ROUND)
        tournaments.leave(code=made.code, player=person("Ada"))
        assert table() == "1 Ada 0: 0 0 0, 1 Ben 0: 0 0 0, 1 Cem 0: 0 0 0"

    def test_leaving_a_round_robin_forfeits_the_remaining_games(self):
        made = tournament("Ada", "Ben", "Cem", kind=Kind.ROUND)
        pair("Ada Ben")
        tournaments.leave(code=made.code, player=person("Ada"))
        assert table() == "1 Ben 4: 2 0 0, 1 Cem 4: 2 0 0, 3 Ada 0: 0 0 4"
        changes_nothing(tournaments.leave, code=made.code, player=person("Ada"))
        check_refused(Reason.LEFT_FOR_GOOD, tournaments.come_back, code=made.code, player=person("Ada"))

    def test_leaving_after_the_end_loses_only_the_game_in_play(self):
        made = tournament("Ada", "Ben", "Cem", kind=Kind.ROUND)
        pair("Ada Ben")
        tournaments.end(key=made.key)
        tournaments.leave(code=made.code, player=person("Ada"))
        assert table() == "1 Ben 2: 1 0 0, 2 Ada 0: 0 0 1, 3 Cem 0: 0 0 0"


class TestMatches:
    @pytest.mark.parametrize("starts", Starts)
    def test_each_entrant_starts_once_from_the_same_position(self, starts):
        tournament("Ada", "Ben", starts=starts)
        pair("Ada Ben")
        resign_at_once("Ben")
        settle()
        first, second = Game.objects.order_by("pk")
        assert first.start == second.start
        assert (first.place, second.place) == (1, 2)
        begins = [State.of(game).seats[State.of(game).position.turn].name for game in (first, second)]
        assert begins == ["Ada", "Ben"]

    def test_after_two_games_both_are_free(self):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        lose("Ada", "Ben")
        assert free() == "Ada Ben"
        assert table() == "1 Ada 2: 1 0 1, 1 Ben 2: 1 0 1"

    def test_the_second_game_leaves_time_to_see_how_the_first_ended(self):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        resign("Ada")
        directing.settle(tournament=number(), at=timezone.now())
        assert game_of("Ada").place == 1

    def test_settling_again_changes_nothing(self):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        lose("Ada")
        changes_nothing(settle)

    def test_nobody_is_in_two_matches(self):
        tournament("Ada", "Ben", "Cem", "Dan")
        assert pair("Ada Ben") == 1
        assert pair("Ada Cem", "Cem Dan") == 1
        assert free() == ""

    @pytest.mark.parametrize(("kind", "again"), [(Kind.ARENA, 1), (Kind.ROUND, 0)])
    def test_in_a_round_robin_nobody_meets_twice(self, kind, again):
        """Even if a director was frozen between planning and pairing."""
        tournament("Ada", "Ben", "Cem", kind=kind)
        pair("Ada Ben")
        lose("Ada", "Ada")
        assert pair("Ben Ada") == again

    def test_absent_players_are_not_paired(self):
        made = tournament("Ada", "Ben", "Cem")
        tournaments.leave(code=made.code, player=person("Ada"))
        tournaments.remove(key=made.key, entrant=entrant("Ben").pk)
        assert pair("Ada Ben", "Ben Cem") == 0

    @pytest.mark.parametrize("verb", ["rematch", "hint", "claim_win", "call_draw", "take_back"])
    def test_there_are_no_offers_hints_and_claims(self, verb):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        play(game_of("Ada"), "5")
        if verb == "rematch":
            resign("Ada")
        more = {"version": game_of("Ada").version} if verb == "take_back" else {}
        arguments = {"code": game_of("Ada").code, "player": person("Ada"), **more}
        check_refused(Reason.IN_A_TOURNAMENT, getattr(play_services, verb), **arguments)

    def test_a_left_over_player_plays_a_computer_and_stays_free(self):
        tournament("Ada", "Ben", "Cem")
        pair("Ada Ben")
        waiting_since = entrant("Cem").free_since
        directing.start_computer_games(tournament=number(), at=timezone.now())
        assert match_of("Cem") is None
        directing.start_computer_games(tournament=number(), at=timezone.now() + LEFT_OVER)
        game = game_of("Cem")
        assert (game.move_by, State.of(game).between_people) == (None, False)
        tournaments.leave(code=Tournament.objects.get().code, player=person("Ada"))
        assert pair("Ben Cem") == 1
        game.refresh_from_db()
        assert (game.status, game.winner) == (Status.FINISHED, "")
        assert "Cem 0: 0 0 0" in table()  # it does not count
        assert entrant("Cem").free_since == waiting_since

    def test_a_game_against_a_computer_does_not_reset_the_waiting_time(self):
        tournament("Ada")
        directing.start_computer_games(tournament=number(), at=timezone.now() + LEFT_OVER)
        waiting_since = entrant("Ada").free_since
        lose("Ada")
        assert (free(), entrant("Ada").free_since) == ("Ada", waiting_since)


class TestClocks:
    def test_each_move_starts_the_opponents_clock(self, still):
        tournament("Ada", "Ben", seconds=15)
        pair("Ada Ben")
        assert game_of("Ada").move_by == still + timedelta(seconds=15) + HEAD_START
        play(game_of("Ada"), "5")
        assert game_of("Ada").move_by == still + timedelta(seconds=15)

    def test_batched_moves_start_it_too(self, still):
        tournament("Ada", "Ben", "Cem", "Dan", seconds=15)
        pair("Ada Ben", "Cem Dan")
        turns = [Turn(State.of(game_of(name)), person(name), "4") for name in ("Ada", "Cem")]
        states = play_services.play_together(turns)
        assert {state.move_by for state in states} == {still + timedelta(seconds=15)}
        assert {game_of(name).move_by for name in ("Ada", "Cem")} == {still + timedelta(seconds=15)}

    def test_a_late_move_is_refused(self, still, monkeypatch):
        tournament("Ada", "Ben", seconds=15)
        pair("Ada Ben")
        game = game_of("Ada")
        monkeypatch.setattr(timezone, "now", lambda: game.move_by)
        state = play(game, "5")  # at the last moment
        monkeypatch.setattr(timezone, "now", lambda: state.move_by + timedelta(milliseconds=1))
        late = {"code": game.code, "player": person("Ben"), "move": "0", "version": state.version}
        check_refused(Reason.TIME_IS_UP, play_services.play, **late)

    def test_a_timely_move_that_waited_for_the_database_is_made(self, still, monkeypatch):
        tournament("Ada", "Ben", "Cem", "Dan", seconds=15)
        pair("Ada Ben", "Cem Dan")
        turn = Turn(State.of(game_of("Ada")), person("Ada"), "4")
        game, after = game_of("Cem"), game_of("Cem").move_by + timedelta(seconds=5)
        monkeypatch.setattr(timezone, "now", lambda: after)
        late = {"code": game.code, "player": person("Cem"), "move": "4", "version": game.version}
        [together], alone = play_services.play_together([turn]), play_services.play(**late, received_at=still)
        assert (together.move_by, alone.move_by) == (after + timedelta(seconds=15),) * 2

    def test_a_player_out_of_time_loses_the_game(self):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        move_twice("Ada")
        play(game_of("Ada"), "6")
        run_out("Ada")
        game = game_of("Ada")
        assert (game.ended, game.winner, game.move_by) == (Ended.TIME, "O", None)
        settle()
        assert table() == "1 Ben 2: 1 0 0, 2 Ada 0: 0 0 1"

    def test_a_clock_that_still_runs_ends_nothing(self):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        changes_nothing(directing.call_time, tournament=number(), at=game_of("Ada").move_by - timedelta(milliseconds=1))

    def test_a_timeout_has_a_grace_that_does_not_help_late_moves(self, still, monkeypatch):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        game, just = game_of("Ada"), timedelta(milliseconds=1)
        monkeypatch.setattr(timezone, "now", lambda: game.move_by + GRACE - just)
        changes_nothing(directing.call_time, tournament=number(), at=timezone.now())
        move = {"code": game.code, "player": person("Ada"), "move": "4", "version": game.version}
        check_refused(Reason.TIME_IS_UP, play_services.play, **move)
        check_refused(Reason.TIME_IS_UP, play_services.play, **move, received_at=game.move_by + just)
        play_services.play(**move, received_at=game.move_by)
        assert game_of("Ada").record == "4"

    def test_two_timeouts_in_a_row_put_a_player_on_a_break(self):
        made = tournament("Ada", "Ben")
        pair("Ada Ben")
        run_out("Ada")
        settle()
        play(game_of("Ada"), "5")  # Ben begins the second game
        run_out("Ada")
        settle()
        assert entrant("Ada").standing == Standing.ASIDE
        assert free() == "Ben"
        assert pair("Ada Ben") == 0
        tournaments.come_back(code=made.code, player=person("Ada"))
        assert (free(), entrant("Ada").lapses) == ("Ada Ben", 0)

    def test_one_game_with_a_move_in_time_is_enough_to_stay(self):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        run_out("Ada")
        settle()
        play(game_of("Ada"), "5 1")
        lose("Ben")
        assert entrant("Ada").lapses == 0

    def test_two_absent_players_are_put_on_a_break_though_each_wins(self):
        tournament("Ada", "Ben")
        for _match in range(2):
            pair("Ada Ben")
            run_out("Ada")
            settle()
            if match_of("Ada"):
                run_out("Ada")
            settle()
        assert (entrant("Ada").standing, entrant("Ben").lapses) == (Standing.ASIDE, 1)

    def test_a_player_put_on_a_break_during_a_match_plays_no_second_game(self):
        tournament("Ada", "Ben", kind=Kind.ROUND)
        Entrant.objects.filter(name="Ada").update(lapses=1)
        pair("Ada Ben")
        run_out("Ada")
        settle()
        assert table() == "1 Ben 4: 2 0 0, 2 Ada 0: 0 0 2"

    def test_games_without_a_tournament_have_no_clock(self):
        game = friends(x=player(), o=player())
        assert play(game, "5").move_by is None
        assert not Game.objects.exclude(move_by=None)


class TestTheEnd:
    def test_games_in_progress_have_two_minutes(self):
        made = tournament("Ada", "Ben", "Cem")
        pair("Ada Ben")
        move_twice("Ada")
        directing.start_computer_games(tournament=made.pk, at=timezone.now() + LEFT_OVER)
        directing.finish(tournament=made.pk, at=made.ends_at + LAST_GAMES - timedelta(seconds=1))
        assert now().phase == Phase.RUNNING
        directing.finish(tournament=made.pk, at=made.ends_at + LAST_GAMES)
        assert now().phase == Phase.OVER
        assert table() == "1 Ada 1: 0 1 0, 1 Ben 1: 0 1 0, 3 Cem 0: 0 0 0"
        assert not Match.objects.filter(ended_at=None)

    def test_very_many_games_are_broken_off_in_batches(self, monkeypatch):
        monkeypatch.setattr(directing, "MATCHES_AT_ONCE", 2)
        made = tournament(*"ABCDEF")
        pair("A B", "C D", "E F")
        ends = {"tournament": made.pk, "at": made.ends_at + LAST_GAMES}
        directing.finish(**ends)
        assert (now().phase, Match.objects.filter(ended_at=None).count()) == (Phase.RUNNING, 1)
        directing.finish(**ends)
        assert (now().phase, Match.objects.filter(ended_at=None).count()) == (Phase.OVER, 0)

    def test_it_is_over_when_all_games_are_over(self):
        made = tournament("Ada", "Ben")
        directing.finish(tournament=made.pk, at=made.ends_at - timedelta(seconds=1))
        assert now().phase == Phase.RUNNING
        directing.finish(tournament=made.pk, at=made.ends_at)
        assert now().phase == Phase.OVER

    def test_it_is_over_when_everyone_has_met_everyone(self):
        made = tournament("Ada", "Ben", kind=Kind.ROUND)
        directing.finish(tournament=made.pk, at=timezone.now())
        assert now().phase == Phase.RUNNING
        pair("Ada Ben")
        lose("Ada", "Ben")
        directing.finish(tournament=made.pk, at=timezone.now())
        assert (now().phase, now().minutes) == (Phase.OVER, 1)


class TestLease:
    def test_one_director_at_a_time_holds_it(self, still):
        made = tournament()
        assert directing.hold(tournament=made.pk, director="one", at=still)
        assert not directing.hold(tournament=made.pk, director="other", at=still)
        assert directing.hold(tournament=made.pk, director="one", at=still)

    @pytest.mark.parametrize(("seconds", "wound"), [(4, False), (60, True)])
    def test_a_slow_director_does_not_restart_the_clocks(self, still, seconds, wound):
        made = tournament("Ada", "Ben")
        pair("Ada Ben", at=still)
        directing.hold(tournament=made.pk, director="one", at=still)
        before = game_of("Ada").move_by
        assert directing.hold(tournament=made.pk, director="one", at=still + timedelta(seconds=seconds))
        assert (game_of("Ada").move_by > before) == wound

    def test_another_director_takes_over_and_restarts_the_clocks(self, still):
        made = tournament("Ada", "Ben")
        pair("Ada Ben", at=still)
        directing.hold(tournament=made.pk, director="one", at=still)
        later = still + timedelta(minutes=1)
        assert directing.hold(tournament=made.pk, director="other", at=later)
        assert game_of("Ada").move_by > later
        assert not directing.hold(tournament=made.pk, director="one", at=later)

    def test_a_finished_tournament_is_directed_until_its_ending_is_stored(self, still):
        made = waiting()
        tournaments.end(key=made.key)
        assert directing.hold(tournament=made.pk, director="one", at=still)
        directing.store_ending(tournament=made.pk, ending=Ending((), None, None))
        assert not directing.hold(tournament=made.pk, director="one", at=still)


class TestReadingTheState:
    def test_it_holds_no_secret(self):
        made = tournament("Ada", "Ben")
        assert made.key not in repr(now())


class TestTheDatabase:
    """Constraints refuse rows that no service would write."""

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
            lambda: Entrant.objects.filter(name="Ada").update(player=person("Ben")),
            lambda: Entrant.objects.filter(name="Ada").update(standing=Standing.LEFT),
            lambda: Match.objects.update(second=entrant("Ada")),
            lambda: Match.objects.create(
                tournament_id=number(), number=9, first=entrant("Ada"), second=entrant("Cem"), start="_________"
            ),
            lambda: Match.objects.create(
                tournament_id=number(), number=9, first=entrant("Cem"), second=entrant("Ben"), start="_________"
            ),
            lambda: Match.objects.create(tournament_id=number(), number=1, first=entrant("Cem"), start="_________"),
            lambda: Game.objects.create(match=match_of("Ada"), place=1),
            lambda: Game.objects.create(match=match_of("Ada"), place=3),
            lambda: Game.objects.create(match=match_of("Ada")),
            lambda: Game.objects.create(move_by=timezone.now()),
            lambda: Game.objects.update(status=Status.FINISHED, ended=Ended.TIME, move_by=None),
        ],
    )
    def test_it_refuses(self, change):
        tournament("Ada", "Ben", "Cem")
        pair("Ada Ben")
        with pytest.raises(IntegrityError), transaction.atomic():
            change()

    def test_a_game_ended_by_an_earlier_release_has_no_clock(self):
        made = tournament("Ada", "Ben")
        pair("Ada Ben")
        over = {"status": Status.FINISHED, "ended": Ended.RESIGNED, "winner": "X", "finished_at": timezone.now()}
        Game.objects.update(**over)
        game = game_of("Ada")
        assert (game.move_by is None, State.of(game).move_by) == (False, None)
        assert next_due(made, game.move_by) == game.finished_at + BREATHER
        directing.call_time(tournament=made.pk, at=game.move_by + GRACE)
        assert game_of("Ada").winner == "X"


class TestNews:
    def test_every_change_is_published_once_after_the_commit(self, monkeypatch, django_capture_on_commit_callbacks):
        made = tournament("Ada", "Ben")
        published = []
        monkeypatch.setattr(news, "publish", lambda code, kind, what: published.append((code, kind)))
        with django_capture_on_commit_callbacks(execute=True):
            pair("Ada Ben")
        of_it = [(topic_of(made.code), "tournament"), (DIRECTORS, "tournament")]
        assert published == of_it
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            resign("Ada")
        assert set(published) == {(game_of("Ada").code, "state"), *of_it}

    def test_it_survives_serialization(self):
        assert Change.from_message(Change("abcde").as_message()) == Change("abcde")
