"""Every change to a game, and every refusal."""

from functools import partial

import pytest
from django.db import transaction

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from games.play import news, services
from games.play.models import Ended, Game, Move, Seat, Status
from games.play.selectors.games import games_alone_of
from games.play.selectors.state import State
from games.play.services import lobby, storage
from games.play.words.pov import Pov
from games.play.words.status import status_of
from games.site.models import Player
from games.site.refusals import Reason, Refused
from tests.support.at_once import at_once
from tests.support.games import board, friends, play, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return player("Ada")


@pytest.fixture
def ben() -> Player:
    return player("Ben")


@pytest.fixture
def game(ada: Player, ben: Player) -> Game:
    return friends(x=ada, o=ben)


def test_a_blocked_player_cannot_move_but_others_can(game, ada, ben):
    Player.objects.filter(pk=ada.pk).update(blocked=True)
    with pytest.raises(Refused) as refused:
        services.play(code=game.code, player=ada, move="0", version=game.version)
    assert refused.value.reason == Reason.BLOCKED
    other = friends(x=ben, o=ada)
    assert services.play(code=other.code, player=ben, move="0", version=other.version).record == "0"


def check_refused(reason: Reason, verb, **arguments) -> Refused:
    """Assert that a verb is refused for this reason, and that nothing of the game was stored."""
    before = [list(table.objects.order_by("pk").values()) for table in (Game, Seat, Move, Player)]
    with pytest.raises(Refused) as caught:
        verb(**arguments)
    assert caught.value.reason is reason
    assert [list(table.objects.order_by("pk").values()) for table in (Game, Seat, Move, Player)] == before
    return caught.value


class TestInviting:
    def test_the_creator_gets_the_seat_of_their_choice(self, ada):
        state = services.invite(player=ada, side=Mark.O)
        assert {mark: seat.player for mark, seat in state.seats.items()} == {"O": ada.pk}
        assert state.status == Status.WAITING

    def test_a_random_side_may_be_either(self):
        marks = {next(iter(services.invite(player=player(), side=None).seats)) for _ in range(60)}
        assert marks == {"X", "O"}

    def test_the_friend_gets_the_other_seat_and_the_game_starts(self, ada, ben):
        code = services.invite(player=ada, side=Mark.O).code
        state = services.join(code=code, player=ben)
        assert {mark: seat.player for mark, seat in state.seats.items()} == {"O": ada.pk, "X": ben.pk}
        assert state.status == Status.STARTED
        assert Game.objects.get().started_at is not None

    def test_joining_twice_is_joining_once(self, ada, ben, game):
        assert services.join(code=game.code, player=ben).version == State.of(Game.objects.get()).version
        assert Seat.objects.count() == 2

    def test_a_new_name_is_stored_only_with_the_seat(self, ada, ben):
        code = services.invite(player=ada, side=Mark.X).code
        assert services.join(code=code, player=ben, name="Benno").seats["O"].name == "Benno"
        check_refused(Reason.SEAT_TAKEN, services.join, code=code, player=player("Eve"), name="Evelyn")
        services.join(code=code, player=ben, name="Bob")
        assert set(Player.objects.values_list("name", flat=True)) == {"Ada", "Benno", "Eve"}

    def test_nobody_joins_their_own_game(self, ada):
        code = services.invite(player=ada, side=Mark.X).code
        check_refused(Reason.OWN_INVITE, services.join, code=code, player=ada)

    def test_a_cancelled_invite_is_over(self, ada, ben):
        code = services.invite(player=ada, side=Mark.X).code
        assert services.cancel(code=code, player=ada).status == Status.CANCELLED
        check_refused(Reason.INVITE_OVER, services.join, code=code, player=ben)
        check_refused(Reason.INVITE_OVER, services.swap, code=code, player=ada, version=1)
        assert services.cancel(code=code, player=ada).status == Status.CANCELLED

    def test_only_the_creator_cancels_and_swaps_and_only_while_waiting(self, ada, ben):
        code = services.invite(player=ada, side=Mark.X).code
        for verb in (services.cancel, partial(services.swap, version=0)):
            check_refused(Reason.NOT_YOUR_SEAT, verb, code=code, player=ben)
            check_refused(Reason.NOT_YOUR_SEAT, verb, code=code, player=None)
        services.join(code=code, player=ben)
        for verb in (services.cancel, partial(services.swap, version=1)):
            check_refused(Reason.STARTED, verb, code=code, player=ada)

    def test_a_double_click_swaps_once(self, ada):
        code = services.invite(player=ada, side=Mark.X).code
        for _click in range(2):
            state = services.swap(code=code, player=ada, version=0)
        assert list(state.seats) == ["O"]

    def test_nobody_can_play_before_the_friend_has_joined(self, ada):
        state = services.invite(player=ada, side=Mark.X)
        check_refused(Reason.NOT_STARTED, services.play, code=state.code, player=ada, move="0", version=state.version)
        check_refused(Reason.NOT_STARTED, services.resign, code=state.code, player=ada)

    def test_an_unknown_code_raises_does_not_exist(self, ada):
        with pytest.raises(Game.DoesNotExist):
            services.join(code="2222222222", player=ada)


class TestPlaying:
    def test_a_whole_game_is_stored_move_by_move(self, game):
        state = play(game, "1 4 2 5 3")
        assert (state.status, state.winner, state.ended) == (Status.FINISHED, "X", Ended.LINE)
        moves = list(Move.objects.values_list("ply", "mark", "text"))
        assert moves == [(1, "X", "0"), (2, "O", "3"), (3, "X", "1"), (4, "O", "4"), (5, "X", "2")]
        assert board(game) == "XXX OO_ ___"
        assert Game.objects.get().finished_at is not None

    def test_refusals_of_a_move(self, ada, ben, game):
        state = play(game, "5")
        at = {"code": game.code, "version": state.version}
        assert check_refused(Reason.NOT_YOUR_TURN, services.play, player=ada, move="0", **at).mark == Mark.O
        check_refused(Reason.TAKEN, services.play, player=ben, move="4", **at)
        check_refused(Reason.NOT_A_SQUARE, services.play, player=ben, move="9", **at)
        check_refused(Reason.NOT_A_SQUARE, services.play, player=ben, move="-1", **at)
        check_refused(Reason.NOT_YOUR_SEAT, services.play, player=player("Eve"), move="0", **at)
        check_refused(Reason.NOT_YOUR_SEAT, services.play, player=None, move="0", **at)
        check_refused(Reason.BEHIND, services.play, code=game.code, player=ben, move="0", version=state.version - 1)
        check_refused(Reason.BEHIND, services.play, code=game.code, player=ben, move="0", version=state.version + 1)

    def test_nothing_changes_a_finished_game(self, ada, ben, game):
        state = play(game, "1 4 2 5 3")
        for who in (ada, ben):
            check_refused(Reason.OVER, services.play, code=game.code, player=who, move="8", version=state.version)
            check_refused(Reason.OVER, services.resign, code=game.code, player=who)

    def test_a_move_sent_twice_is_stored_once_and_answered_the_same(self, ada, game):
        version = State.of(Game.objects.get()).version
        first = services.play(code=game.code, player=ada, move="4", version=version)
        assert services.play(code=game.code, player=ada, move="4", version=version) == first
        assert Move.objects.count() == 1

    def test_the_same_move_by_someone_else_is_no_repeat(self, ada, ben, game):
        version = State.of(Game.objects.get()).version
        services.play(code=game.code, player=ada, move="4", version=version)
        check_refused(Reason.BEHIND, services.play, code=game.code, player=ben, move="4", version=version)

    def test_the_opponent_wins_a_resigned_game(self, ada, game):
        state = services.resign(code=game.code, player=ada)
        assert (state.status, state.winner, state.ended) == (Status.FINISHED, "O", Ended.RESIGNED)

    @pytest.mark.django_db(transaction=True)
    def test_two_threads_race_one_square_and_one_wins(self, ada, ben):
        code = services.start_one_screen(player=ada).code
        version = State.of(Game.objects.get(code=code)).version
        moves = [partial(services.play, code=code, player=ada, move=move, version=version) for move in "08"]
        results = at_once(*moves)
        assert Reason.BEHIND in results
        assert [one.record for one in results if isinstance(one, State)] in (["0"], ["8"])
        assert Move.objects.count() == 1


class TestTheComputer:
    def test_its_reply_is_stored_in_the_same_step(self, ada):
        state = services.start_against_computer(player=ada, opponent="hard", side=Mark.X)
        after = services.play(code=state.code, player=ada, move="0", version=state.version)
        assert after.record.startswith("0")
        assert len(after.record) == 2
        assert after.version == state.version + 1

    def test_a_repeat_gets_no_second_reply(self, ada):
        state = services.start_against_computer(player=ada, opponent="easy", side=Mark.X)
        first = services.play(code=state.code, player=ada, move="0", version=state.version)
        assert services.play(code=state.code, player=ada, move="0", version=state.version) == first

    def test_an_unknown_opponent_is_refused(self, ada):
        check_refused(
            Reason.UNKNOWN_OPPONENT, services.start_against_computer, player=ada, opponent="deep", side=Mark.X
        )


class TestSetUpPositions:
    def test_a_game_continues_from_the_position(self, ada, ben):
        code = services.invite(player=ada, side=Mark.O, start="XX_OO____").code
        services.join(code=code, player=ben)
        state = play(Game.objects.get(code=code), "3")
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
            state = State.of(game)
            assert game.status == Status.FINISHED
            assert state.position.outcome.winner == (game.winner or None)
            assert "".join(move.text for move in game.moves.all()) == game.record
            assert {mark: seat.opponent for mark, seat in state.seats.items()} == {"X": "easy", "O": "hard"}

    @pytest.mark.parametrize("count", [0, -1, 101])
    def test_there_are_1_to_100_games(self, ada, count):
        check_refused(Reason.NOT_THAT_MANY, services.start_series, player=ada, x="easy", o="hard", count=count)

    def test_an_unknown_player_is_refused(self, ada):
        check_refused(Reason.UNKNOWN_OPPONENT, services.start_series, player=ada, x="easy", o="deep", count=1)


class TestMoveAndOffer:
    def test_an_offer_meanwhile_does_not_invalidate_the_move(self, ada, ben, game):
        version = play(game, "5").version
        services.take_back(code=game.code, player=ada, version=version)
        state = services.play(code=game.code, player=ben, move="0", version=version)
        assert (state.record, state.offered_by) == ("40", "")
        assert services.play(code=game.code, player=ben, move="0", version=version).record == "40"  # sent again

    def test_a_move_taken_back_meanwhile_does(self, ada, ben, game):
        version = play(game, "5 1").version
        services.take_back(code=game.code, player=ben, version=version)
        services.allow(code=game.code, player=ada)
        check_refused(Reason.BEHIND, services.play, code=game.code, player=ada, move="8", version=version)


class TestOneScreen:
    def test_the_side_to_move_resigns(self, ada):
        code = services.start_one_screen(player=ada).code
        play(Game.objects.get(code=code), "1")
        assert services.resign(code=code, player=ada).winner == "X"


class TestRematch:
    @pytest.fixture
    def over(self, game) -> Game:
        play(game, "1 4 2 5 3")
        return game

    def test_asking_and_accepting_starts_it_with_sides_swapped(self, ada, ben, over):
        asked = services.rematch(code=over.code, player=ada)
        assert (asked.offered_by, asked.next_code) == ("X", "")
        agreed = services.rematch(code=over.code, player=ben)
        following = State.of(Game.objects.get(code=agreed.next_code))
        assert {mark: seat.player for mark, seat in following.seats.items()} == {"X": ben.pk, "O": ada.pk}
        assert following.status == Status.STARTED

    def test_there_is_at_most_one(self, ada, ben, over):
        services.rematch(code=over.code, player=ada)
        first = services.rematch(code=over.code, player=ben).next_code
        for who in (ada, ben):
            assert services.rematch(code=over.code, player=who).next_code == first
        assert Game.objects.count() == 2

    def test_two_people_may_continue_with_another_game(self, ada, ben, over):
        asked = services.rematch(code=over.code, player=ada, variant=VANISHING)
        assert (asked.offered_by, asked.next_variant) == ("X", VANISHING)
        agreed = services.rematch(code=over.code, player=ben, variant=VANISHING)
        following = State.of(Game.objects.get(code=agreed.next_code))
        assert (following.variant, following.start) == (VANISHING, VANISHING.start.text)
        assert (following.x_wins, following.o_wins) == (0, 1)

    def test_after_a_set_up_position_another_game_starts_from_its_own_start(self, ada, ben):
        code = services.invite(player=ada, side=Mark.X, start="XO_______").code
        services.join(code=code, player=ben)
        game = Game.objects.get(code=code)
        services.resign(code=game.code, player=ben)
        services.rematch(code=game.code, player=ada, variant=WILD)
        following = services.rematch(code=game.code, player=ben).next_code
        assert Game.objects.get(code=following).start == WILD.start.text

    def test_a_friend_who_wants_another_game_sees_the_offer_first(self, ada, ben, over):
        services.rematch(code=over.code, player=ada, variant=VANISHING)
        check_refused(Reason.BEHIND, services.rematch, code=over.code, player=ben, variant=CLASSIC)
        assert not Game.objects.get(code=over.code).next_code

    def test_a_solo_rematch_is_always_the_same_game(self, ada):
        alone = services.start_one_screen(player=ada)
        services.resign(code=alone.code, player=ada)
        check_refused(Reason.BEHIND, services.rematch, code=alone.code, player=ada, variant=WILD)

    def test_a_declined_offer_leaves_no_other_game_behind(self, ada, ben, over):
        services.rematch(code=over.code, player=ada, variant=VANISHING)
        services.decline(code=over.code, player=ben)
        assert services.rematch(code=over.code, player=ben).next_variant is CLASSIC

    def test_the_running_score_follows_the_people(self, ada, ben, over):
        services.rematch(code=over.code, player=ada)
        following = services.rematch(code=over.code, player=ben).next_code
        state = State.of(Game.objects.get(code=following))
        assert (state.x_wins, state.o_wins, state.draws) == (0, 1, 0)

    def test_asking_twice_is_asking_once(self, ada, over):
        assert services.rematch(code=over.code, player=ada) == services.rematch(code=over.code, player=ada)

    def test_the_opponent_may_decline(self, ada, ben, over):
        check_refused(Reason.NOT_ASKED, services.decline, code=over.code, player=ben)
        services.rematch(code=over.code, player=ada)
        check_refused(Reason.NOT_ASKED, services.decline, code=over.code, player=ada)
        check_refused(Reason.NOT_YOUR_SEAT, services.decline, code=over.code, player=player())
        assert services.decline(code=over.code, player=ben).offered_by == ""

    def test_its_author_may_withdraw_it(self, ada, ben, over):
        check_refused(Reason.NO_OFFER, services.withdraw, code=over.code, player=ada)
        services.rematch(code=over.code, player=ada)
        check_refused(Reason.NO_OFFER, services.withdraw, code=over.code, player=ben)
        check_refused(Reason.NOT_YOUR_SEAT, services.withdraw, code=over.code, player=player())
        assert services.withdraw(code=over.code, player=ada).offered_by == ""
        assert services.rematch(code=over.code, player=ben).offered_by == "O"

    def test_it_needs_a_seat_and_a_finished_game(self, ada, game):
        check_refused(Reason.NOT_OVER, services.rematch, code=game.code, player=ada)
        check_refused(Reason.NOT_YOUR_SEAT, services.rematch, code=game.code, player=None)

    def test_the_computer_accepts_immediately_and_may_start(self, ada):
        code = services.start_against_computer(player=ada, opponent="hard", side=Mark.X).code
        services.resign(code=code, player=ada)
        following = services.rematch(code=code, player=ada).next_code
        state = State.of(Game.objects.get(code=following))
        assert state.seats["X"].opponent == "hard"
        assert len(state.record) == 1


class TestPublishing:
    @pytest.fixture
    def sent(self, monkeypatch) -> list:
        sent = []
        monkeypatch.setattr(news, "publish", lambda code, _kind, state: sent.append((code, state.version)))
        return sent

    def test_the_room_is_notified_after_the_commit(self, ada, game, sent, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks() as callbacks:
            state = play(game, "5")
        assert sent == []
        for callback in callbacks:
            callback()
        assert sent == [(game.code, state.version)]

    @pytest.mark.django_db(transaction=True)
    def test_nothing_rolled_back_is_published(self, ada, ben, sent):
        game = friends(x=ada, o=ben)
        sent.clear()
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            play(game, "5")
            raise ZeroDivisionError
        assert sent == []
        assert board(game) == "___ ___ ___"

    @pytest.mark.django_db(transaction=True)
    def test_a_failing_redis_never_fails_a_move(self, ada, ben, settings):
        settings.REDIS_URL = "redis://127.0.0.1:1"
        game = friends(x=ada, o=ben)
        play(game, "5")
        assert board(game) == "___ _X_ ___"


class TestRenaming:
    @pytest.fixture
    def sent(self, monkeypatch) -> list[tuple]:
        sent: list[tuple] = []
        monkeypatch.setattr(news, "publish", lambda *news: sent.append(news))
        return sent

    def test_every_unfinished_room_with_people_is_notified_and_gets_a_new_version(
        self, ada, ben, game, sent, django_capture_on_commit_callbacks
    ):
        waiting = Game.objects.get(code=services.invite(player=ada, side=Mark.O).code)
        with django_capture_on_commit_callbacks(execute=True):
            services.rename(player=ada, name="Ada L.")
        published = {code: state for code, kind, state in sent if kind == "state"}
        assert len(published) == len(sent) == 2
        for room in (game, waiting):
            stored = State.of(Game.objects.get(pk=room.pk))
            assert stored.version == room.version + 1
            assert published[room.code] == stored
            assert {seat.name for seat in stored.seats.values() if seat.player == ada.pk} == {"Ada L."}

    def test_renaming_changes_neither_finished_games_nor_those_of_others(self, ada, ben, game):
        over, theirs = friends(x=ada, o=ben), friends(x=ben, o=player("Cy"))
        services.resign(code=over.code, player=ada)
        before = [Game.objects.filter(pk=room.pk).values().get() for room in (over, theirs)]
        services.rename(player=ada, name="Ada L.")
        assert [Game.objects.filter(pk=room.pk).values().get() for room in (over, theirs)] == before

    def test_solo_games_are_unchanged(self, ada, game):
        services.start_one_screen(player=ada)
        services.start_against_computer(player=ada, opponent="easy", side=Mark.X)
        alone = Game.objects.exclude(pk=game.pk)
        before = list(alone.values())
        services.rename(player=ada, name="Ada L.")
        assert (len(before), list(alone.values())) == (2, before)

    def test_the_latest_rooms_are_notified_however_many_there_are(
        self, ada, ben, sent, monkeypatch, django_capture_on_commit_callbacks
    ):
        monkeypatch.setattr(lobby, "ROOMS_NOTIFIED", 3)
        rooms = [friends(x=ada, o=ben) for _game in range(5)]
        play(rooms[0], "5")
        with django_capture_on_commit_callbacks(execute=True):
            services.rename(player=ada, name="Ada L.")
        assert {code for code, _kind, _state in sent} == {rooms[number].code for number in (0, 3, 4)}
        versions = [Game.objects.get(pk=room.pk).version - room.version for room in rooms]
        assert versions == [2, 0, 0, 1, 1]

    def test_a_move_made_on_the_old_name_is_valid(self, ada, ben, game):
        services.rename(player=ben, name="Benno")
        state = services.play(code=game.code, player=ada, move="4", version=game.version)
        assert (state.record, state.seats["O"].name) == ("4", "Benno")
        again = services.play(code=game.code, player=ada, move="4", version=game.version)
        assert again == state


class TestGamesAlone:
    """Games against the computer and on one screen, which nobody might ever end."""

    @pytest.fixture(autouse=True)
    def few(self, monkeypatch) -> None:
        monkeypatch.setattr(storage, "MOST_ALONE", 3)

    def start(self, ada: Player) -> Game:
        return Game.objects.get(code=services.start_against_computer(player=ada, opponent="easy", side=Mark.X).code)

    def unfinished(self, ada: Player) -> list[Game]:
        return list(games_alone_of(ada).order_by("pk"))

    def test_with_one_too_many_the_oldest_ends_as_a_draw(self, ada):
        first, second, third = self.start(ada), self.start(ada), self.start(ada)
        services.put_away(code=second.code, player=ada, away=True)
        services.play(code=first.code, player=ada, move="4", version=first.version)
        fourth = Game.objects.get(code=services.start_one_screen(player=ada).code)
        assert self.unfinished(ada) == [first, third, fourth]
        ended = State.of(Game.objects.get(pk=second.pk))
        assert (ended.status, ended.ended, ended.winner) == ("finished", "abandoned", "")
        for marks in (ended.marks_of(ada.pk), frozenset()):
            assert status_of(Pov(ended, marks)) == "Never finished, so it’s a draw."

    def test_a_rematch_makes_room_too(self, ada):
        games = [self.start(ada) for _game in range(3)]
        services.resign(code=games[2].code, player=ada)
        self.start(ada)
        services.rematch(code=games[2].code, player=ada)
        assert len(self.unfinished(ada)) == 3
        assert games[0] not in self.unfinished(ada)

    def test_each_new_game_ends_a_few_of_a_large_backlog(self, ada, monkeypatch):
        monkeypatch.setattr(storage, "MOST_ALONE", 100)
        for _game in range(9):
            self.start(ada)
        monkeypatch.setattr(storage, "MOST_ALONE", 3)
        monkeypatch.setattr(storage, "MOST_ENDED", 4)
        for left in (6, 3, 3):
            self.start(ada)
            assert len(self.unfinished(ada)) == left

    def test_other_games_are_untouched(self, ada, ben):
        kept = [friends(x=ada, o=ben).pk, Game.objects.get(code=services.invite(player=ada, side=None).code).pk]
        kept += [self.start(ben).pk]
        for _game in range(6):
            self.start(ada)
        assert Game.objects.filter(pk__in=kept, status__in=["waiting", "started"]).count() == 3
