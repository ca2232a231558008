"""Every change to a game, and every refusal."""

from functools import partial

import pytest
from django.db import transaction

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.wild import WILD
from games.play import services
from games.play.models import Ended, Game, Move, Status
from games.play.selectors.games import games_alone_of
from games.play.selectors.state import State
from games.play.services import lobby, storage
from games.play.verification import problems_of
from games.play.words.pov import Pov
from games.play.words.status import status_of
from games.site.models import Player
from games.site.refusals import Reason
from tests.support.at_once import at_once
from tests.support.games import board, friends, play, player
from tests.support.stored import check_refused

pytestmark = pytest.mark.django_db


def test_a_blocked_player_cannot_move_but_others_can(game, ada, ben):
    Player.objects.filter(pk=ada.pk).update(blocked=True)
    check_refused(Reason.BLOCKED, services.play, code=game.code, player=ada, move="0", version=game.version)
    other = friends(x=ben, o=ada)
    assert services.play(code=other.code, player=ben, move="0", version=other.version).record == "0"


def seats_of(state: State) -> dict[str, int | None]:
    return {mark: seat.player for mark, seat in state.seats.items()}


class TestInviting:
    def test_a_random_side_may_be_either(self):
        marks = {next(iter(services.invite(player=player(), side=None).seats)) for _ in range(60)}
        assert marks == {"X", "O"}

    def test_the_creator_chooses_a_seat_and_the_friend_gets_the_other_and_starts_the_game(self, ada, ben):
        waiting = services.invite(player=ada, side=Mark.O)
        assert (seats_of(waiting), waiting.status) == ({"O": ada.pk}, Status.WAITING)
        started = services.join(code=waiting.code, player=ben)
        assert (seats_of(started), started.status) == ({"O": ada.pk, "X": ben.pk}, Status.STARTED)
        assert Game.objects.get().started_at is not None
        assert services.join(code=waiting.code, player=ben) == started

    def test_a_new_name_is_stored_only_with_the_seat(self, ada, ben):
        code = services.invite(player=ada, side=Mark.X).code
        assert services.join(code=code, player=ben, name="Benno").seats["O"].name == "Benno"
        check_refused(Reason.SEAT_TAKEN, services.join, code=code, player=player("Eve"), name="Evelyn")
        services.join(code=code, player=ben, name="Bob")
        assert set(Player.objects.values_list("name", flat=True)) == {"Ada", "Benno", "Eve"}

    def test_a_cancelled_invite_cannot_be_accepted_or_changed(self, ada, ben):
        code = services.invite(player=ada, side=Mark.X).code
        assert services.cancel(code=code, player=ada).status == Status.CANCELLED
        check_refused(Reason.INVITE_OVER, services.join, code=code, player=ben)
        check_refused(Reason.INVITE_OVER, services.swap, code=code, player=ada, version=1)
        assert services.cancel(code=code, player=ada).status == Status.CANCELLED

    def test_a_game_that_has_started_cannot_be_cancelled_or_swapped(self, ada, game):
        check_refused(Reason.STARTED, services.cancel, code=game.code, player=ada)
        check_refused(Reason.STARTED, services.swap, code=game.code, player=ada, version=game.version)

    def test_a_double_click_swaps_once(self, ada):
        code = services.invite(player=ada, side=Mark.X).code
        for _click in range(2):
            state = services.swap(code=code, player=ada, version=0)
        assert list(state.seats) == ["O"]

    def test_nobody_can_play_before_the_friend_has_joined(self, ada):
        state = services.invite(player=ada, side=Mark.X)
        check_refused(Reason.NOT_STARTED, services.play, code=state.code, player=ada, move="0", version=state.version)
        check_refused(Reason.NOT_STARTED, services.resign, code=state.code, player=ada)


class TestPlaying:
    def test_a_whole_game_is_stored_move_by_move(self, game):
        state = play(game, "1 4 2 5 3")
        assert (state.status, state.winner, state.ended) == (Status.FINISHED, "X", Ended.LINE)
        moves = list(Move.objects.values_list("ply", "mark", "text"))
        assert moves == [(1, "X", "0"), (2, "O", "3"), (3, "X", "1"), (4, "O", "4"), (5, "X", "2")]
        assert board(game) == "XXX OO_ ___"
        assert Game.objects.get().finished_at is not None

    def test_an_illegal_move_is_refused_with_the_reason(self, ada, ben, game):
        version = play(game, "5").version
        for reason, who, move, seen in (
            (Reason.NOT_YOUR_TURN, ada, "0", version),
            (Reason.TAKEN, ben, "4", version),
            (Reason.NOT_A_SQUARE, ben, "9", version),
            (Reason.NOT_A_SQUARE, ben, "-1", version),
            (Reason.NOT_YOUR_SEAT, player("Eve"), "0", version),
            (Reason.BEHIND, ben, "0", version - 1),
            (Reason.BEHIND, ben, "0", version + 1),
        ):
            check_refused(reason, services.play, code=game.code, player=who, move=move, version=seen)

    def test_nothing_changes_a_finished_game(self, ada, ben, game):
        state = play(game, "1 4 2 5 3")
        for who in (ada, ben):
            check_refused(Reason.OVER, services.play, code=game.code, player=who, move="8", version=state.version)
            check_refused(Reason.OVER, services.resign, code=game.code, player=who)

    def test_a_move_sent_twice_is_stored_once_and_is_no_repeat_by_someone_else(self, ada, ben, game):
        move = {"code": game.code, "move": "4", "version": game.version}
        first = services.play(player=ada, **move)
        assert services.play(player=ada, **move) == first
        assert Move.objects.count() == 1
        check_refused(Reason.BEHIND, services.play, player=ben, **move)

    def test_the_opponent_wins_a_resigned_game(self, ada, game):
        state = services.resign(code=game.code, player=ada)
        assert (state.status, state.winner, state.ended) == (Status.FINISHED, "O", Ended.RESIGNED)

    def test_on_one_screen_the_side_to_move_resigns(self, ada):
        state = play(services.start_one_screen(player=ada), "1")
        assert services.resign(code=state.code, player=ada).winner == "X"

    @pytest.mark.django_db(transaction=True)
    def test_two_threads_race_one_square_and_one_wins(self, ada, ben):
        game = services.start_one_screen(player=ada)
        move = partial(services.play, code=game.code, player=ada, version=game.version)
        results = at_once(partial(move, move="0"), partial(move, move="8"))
        assert Reason.BEHIND in results
        assert [one.record for one in results if isinstance(one, State)] in (["0"], ["8"])
        assert Move.objects.count() == 1


class TestAgainstComputer:
    def test_the_reply_is_stored_in_the_same_step_and_a_repeat_gets_no_second_one(self, ada):
        state = services.start_against_computer(player=ada, opponent="easy", side=Mark.X)
        after = services.play(code=state.code, player=ada, move="0", version=state.version)
        assert (after.record[0], len(after.record), after.version) == ("0", 2, state.version + 1)
        assert services.play(code=state.code, player=ada, move="0", version=state.version) == after


class TestSetUpPositions:
    def test_a_game_continues_from_the_position(self, ada, ben):
        code = services.invite(player=ada, side=Mark.O, start="XX_OO____").code
        state = play(services.join(code=code, player=ben), "3")
        assert (state.winner, state.ended, state.record) == ("X", Ended.LINE, "2")
        assert list(Move.objects.values_list("ply", "mark", "text")) == [(1, "X", "2")]

    def test_a_computer_to_move_moves_immediately(self, ada):
        state = services.start_against_computer(player=ada, opponent="hard", side=Mark.O, start="XX_OO____")
        assert (state.status, state.winner) == (Status.FINISHED, "X")

    def test_the_rematch_starts_from_the_same_position(self, ada):
        code = services.start_one_screen(player=ada, start="XO_______").code
        services.resign(code=code, player=ada)
        following = services.rematch(code=code, player=ada).next_code
        assert Game.objects.get(code=following).start == "XO_______"

    @pytest.mark.parametrize(
        ("start", "reason"),
        [("XX_______", Reason.IMPOSSIBLE_START), ("X", Reason.IMPOSSIBLE_START), ("XXXOO____", Reason.START_IS_OVER)],
    )
    def test_no_game_starts_from_an_impossible_or_finished_position(self, ada, start, reason):
        check_refused(reason, services.invite, player=ada, side=Mark.X, start=start)
        check_refused(reason, services.start_one_screen, player=ada, start=start)
        check_refused(reason, services.start_against_computer, player=ada, opponent="easy", side=None, start=start)


class TestSeries:
    def test_every_game_is_stored_complete(self, ada):
        series = services.start_series(player=ada, x="easy", o="hard", count=20)
        games = list(Game.objects.filter(series=series))
        assert len(games) == 20
        for game in games:
            assert game.status == Status.FINISHED
            assert problems_of(game) == []
            assert {mark: seat.opponent for mark, seat in State.of(game).seats.items()} == {"X": "easy", "O": "hard"}

    @pytest.mark.parametrize("count", [0, -1, 101])
    def test_there_are_1_to_100_games(self, ada, count):
        check_refused(Reason.NOT_THAT_MANY, services.start_series, player=ada, x="easy", o="hard", count=count)


class TestMoveAndOffer:
    def test_an_offer_meanwhile_does_not_invalidate_the_move(self, ada, ben, game):
        version = play(game, "5").version
        services.take_back(code=game.code, player=ada, version=version)
        state = services.play(code=game.code, player=ben, move="0", version=version)
        assert (state.record, state.offered_by) == ("40", "")
        assert services.play(code=game.code, player=ben, move="0", version=version).record == "40"  # sent again

    def test_a_move_taken_back_meanwhile_invalidates_it(self, ada, ben, game):
        version = play(game, "5 1").version
        services.take_back(code=game.code, player=ben, version=version)
        services.allow(code=game.code, player=ada)
        check_refused(Reason.BEHIND, services.play, code=game.code, player=ada, move="8", version=version)


def next_game(game: Game | State, *players: Player, variant: Variant | None = None) -> State:
    """Let these players ask for the next game in turn, and return it."""
    for who in players:
        state = services.rematch(code=game.code, player=who, variant=variant)
    return State.of(Game.objects.get(code=state.next_code))


class TestRematch:
    @pytest.fixture
    def over(self, game) -> State:
        return play(game, "1 4 2 5 3")

    def test_an_accepted_offer_starts_one_with_sides_swapped_and_the_score_kept(self, ada, ben, over):
        for _click in range(2):  # the second one changes nothing
            asked = services.rematch(code=over.code, player=ada)
            assert (asked.offered_by, asked.next_code, asked.version) == ("X", "", over.version + 1)
        following = next_game(over, ben)
        assert (seats_of(following), following.status) == ({"X": ben.pk, "O": ada.pk}, Status.STARTED)
        assert (following.x_wins, following.o_wins, following.draws) == (0, 1, 0)
        assert next_game(over, ada) == next_game(over, ben) == following
        assert Game.objects.count() == 2

    def test_two_people_may_continue_with_another_game(self, ada, ben, over):
        asked = services.rematch(code=over.code, player=ada, variant=VANISHING)
        assert (asked.offered_by, asked.next_variant) == ("X", VANISHING)
        following = next_game(over, ben, variant=VANISHING)
        assert (following.variant, following.start) == (VANISHING, VANISHING.start.text)
        assert (following.x_wins, following.o_wins) == (0, 1)

    def test_after_a_set_up_position_another_game_starts_from_its_own_start(self, ada, ben):
        code = services.invite(player=ada, side=Mark.X, start="XO_______").code
        services.join(code=code, player=ben)
        over = services.resign(code=code, player=ben)
        assert next_game(over, ada, ben, variant=WILD).start == WILD.start.text

    def test_an_offer_of_another_game_is_seen_before_it_is_answered_and_gone_once_declined(self, ada, ben, over):
        services.rematch(code=over.code, player=ada, variant=VANISHING)
        check_refused(Reason.BEHIND, services.rematch, code=over.code, player=ben, variant=CLASSIC)
        services.decline(code=over.code, player=ben)
        assert services.rematch(code=over.code, player=ben).next_variant is CLASSIC

    def test_a_solo_rematch_is_always_the_same_game(self, ada):
        alone = services.start_one_screen(player=ada)
        services.resign(code=alone.code, player=ada)
        check_refused(Reason.BEHIND, services.rematch, code=alone.code, player=ada, variant=WILD)

    def test_the_author_may_withdraw_the_offer(self, ada, ben, over):
        check_refused(Reason.NO_OFFER, services.withdraw, code=over.code, player=ada)
        services.rematch(code=over.code, player=ada)
        check_refused(Reason.NO_OFFER, services.withdraw, code=over.code, player=ben)
        assert services.withdraw(code=over.code, player=ada).offered_by == ""
        assert services.rematch(code=over.code, player=ben).offered_by == "O"

    def test_a_rematch_needs_a_finished_game(self, ada, game):
        check_refused(Reason.NOT_OVER, services.rematch, code=game.code, player=ada)

    def test_the_computer_accepts_immediately_and_may_start(self, ada):
        game = services.start_against_computer(player=ada, opponent="hard", side=Mark.X)
        services.resign(code=game.code, player=ada)
        following = next_game(game, ada)
        assert (following.seats["X"].opponent, following.plies) == ("hard", 1)


class TestPublishing:
    def test_the_room_is_notified_after_the_commit(self, game, published, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks() as callbacks:
            state = play(game, "5")
        assert published == []
        for callback in callbacks:
            callback()
        assert published == [(game.code, "state", state)]

    @pytest.mark.django_db(transaction=True)
    def test_nothing_rolled_back_is_published(self, game, published):
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            play(game, "5")
            raise ZeroDivisionError
        assert published == []
        assert board(game) == "___ ___ ___"

    @pytest.mark.django_db(transaction=True)
    def test_a_failing_redis_never_fails_a_move(self, game, settings):
        settings.REDIS_URL = "redis://127.0.0.1:1"
        play(game, "5")
        assert board(game) == "___ _X_ ___"


class TestRenaming:
    def test_every_unfinished_room_with_people_is_notified_and_gets_a_new_version(
        self, ada, game, published, django_capture_on_commit_callbacks
    ):
        waiting = services.invite(player=ada, side=Mark.O)
        with django_capture_on_commit_callbacks(execute=True):
            services.rename(player=ada, name="Ada L.")
        stored = [State.of(Game.objects.get(code=room.code)) for room in (game, waiting)]
        assert sorted(published) == sorted((one.code, "state", one) for one in stored)
        for room, state in zip((game, waiting), stored, strict=True):
            assert state.version == room.version + 1
            assert {seat.name for seat in state.seats.values() if seat.player == ada.pk} == {"Ada L."}

    def test_finished_and_solo_games_and_those_of_others_are_unchanged(self, ada, ben, game):
        services.resign(code=friends(x=ada, o=ben).code, player=ada)
        friends(x=ben, o=player("Cy"))
        services.start_one_screen(player=ada)
        services.start_against_computer(player=ada, opponent="easy", side=Mark.X)
        others = Game.objects.exclude(pk=game.pk)
        before = list(others.values())
        services.rename(player=ada, name="Ada L.")
        assert (len(before), list(others.values())) == (4, before)

    def test_the_latest_rooms_are_notified_however_many_there_are(
        self, ada, ben, published, monkeypatch, django_capture_on_commit_callbacks
    ):
        monkeypatch.setattr(lobby, "ROOMS_NOTIFIED", 3)
        rooms = [friends(x=ada, o=ben) for _game in range(5)]
        play(rooms[0], "5")
        with django_capture_on_commit_callbacks(execute=True):
            services.rename(player=ada, name="Ada L.")
        assert {code for code, _kind, _state in published} == {rooms[number].code for number in (0, 3, 4)}
        versions = [Game.objects.get(pk=room.pk).version - room.version for room in rooms]
        assert versions == [2, 0, 0, 1, 1]


class TestSoloGames:
    """Games against the computer and on one screen: a player may leave many of them unfinished."""

    @pytest.fixture(autouse=True)
    def few(self, monkeypatch) -> None:
        monkeypatch.setattr(storage, "MAX_ALONE", 3)

    def start(self, ada: Player) -> State:
        return services.start_against_computer(player=ada, opponent="easy", side=Mark.X)

    def unfinished(self, ada: Player) -> list[str]:
        return list(games_alone_of(ada).order_by("pk").values_list("code", flat=True))

    def test_beyond_the_limit_the_oldest_ends_as_a_draw(self, ada):
        first, second, third = self.start(ada), self.start(ada), self.start(ada)
        services.put_away(code=second.code, player=ada, away=True)
        services.play(code=first.code, player=ada, move="4", version=first.version)
        fourth = services.start_one_screen(player=ada)
        assert self.unfinished(ada) == [first.code, third.code, fourth.code]
        ended = State.of(Game.objects.get(code=second.code))
        assert (ended.status, ended.ended, ended.winner) == ("finished", "abandoned", "")
        for marks in (ended.marks_of(ada.pk), frozenset()):
            assert status_of(Pov(ended, marks)) == "Never finished, so it’s a draw."

    def test_each_new_game_ends_a_few_of_a_large_backlog(self, ada, monkeypatch):
        monkeypatch.setattr(storage, "MAX_ALONE", 100)
        for _game in range(9):
            self.start(ada)
        monkeypatch.setattr(storage, "MAX_ALONE", 3)
        monkeypatch.setattr(storage, "MAX_ENDED", 4)
        for left in (6, 3, 3):
            self.start(ada)
            assert len(self.unfinished(ada)) == left

    def test_other_games_are_untouched(self, ada, ben):
        kept = [friends(x=ada, o=ben).code, services.invite(player=ada, side=None).code, self.start(ben).code]
        for _game in range(6):
            self.start(ada)
        assert Game.objects.filter(code__in=kept, status__in=["waiting", "started"]).count() == 3
