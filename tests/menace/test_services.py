"""Games with matchbox machines, and their stored learning."""

from functools import partial

import pytest
from django.db import IntegrityError, transaction

from games.menace import machine as menace
from games.menace import services
from games.menace.machine import Machine, fresh_machine
from games.menace.models import Menace, MenaceGame
from games.site.models import Player
from games.site.refusals import Reason
from tests.support.at_once import at_once
from tests.support.games import player
from tests.support.matchboxes import (
    ALWAYS_FIRST,
    GIVES_UP_SECOND,
    WITHOUT_BEADS,
    answer,
    play_out,
    position_of,
    store_machine,
)
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return player("Ada")


def machine_of(owner: Player | None) -> Machine:
    return menace.read(Menace.objects.get(player=owner).beads)


class TestBegin:
    def test_the_machine_draws_the_first_bead_once(self, ada):
        store_machine(ALWAYS_FIRST, owner=ada)
        for _press in range(2):
            game = services.begin_with_machine(player=ada, house=False)
            assert (game.record, game.in_play, game.version) == ("0", True, 1)
            assert list(map(list, game.boxes)) == [[9, 0, 0]]

    def test_the_houses_machine_starts_over(self, ada):
        row = store_machine(WITHOUT_BEADS, owner=None)
        Menace.objects.update(won=1, drawn=2, lost=70, curve=[[1, 9_000]])
        assert services.begin_with_machine(player=ada, house=True).in_play
        row.refresh_from_db()
        assert (row.generation, row.earlier_games, row.games, row.curve) == (2, 73, 0, [])
        assert menace.read(row.beads) == fresh_machine()


class TestAnswer:
    @pytest.fixture
    def game(self, ada) -> MenaceGame:
        store_machine(ALWAYS_FIRST, owner=ada)
        return services.begin_with_machine(player=ada, house=False)

    def test_the_reply_is_stored_with_the_move_once(self, game):
        stored = answer(game, 4, version=1)
        assert (stored.record[:2], len(stored.record), stored.version, len(stored.boxes)) == ("04", 3, 2, 2)
        again = answer(game, 4, version=1)
        assert (again.record, again.version) == (stored.record, 2)

    def test_another_square_on_an_older_board_is_refused(self, game):
        with refused(Reason.BEHIND):
            answer(game, 0, version=0)  # the press that started the game is not a move
        answer(game, 4, version=1)
        for version in (1, 7):
            with refused(Reason.BEHIND):
                answer(game, 8, version=version)

    @pytest.mark.parametrize(("cell", "reason"), [(0, Reason.TAKEN), (9, Reason.NOT_A_SQUARE)])
    def test_an_illegal_move_is_refused(self, game, cell, reason):
        with refused(reason):
            answer(game, cell)
        game.refresh_from_db()
        assert (game.record, game.version) == ("0", 1)

    def test_a_game_not_in_play_takes_no_move(self, ada):
        with refused(Reason.NOT_STARTED):
            services.answer_machine(player=ada, house=False, move=4, version=0)
        assert not Menace.objects.exists()
        game = play_out(ada)
        with refused(Reason.OVER):
            answer(game, 4)

    def test_a_machine_without_a_bead_gives_up_and_loses(self, ada):
        store_machine(GIVES_UP_SECOND, owner=ada)
        game = services.begin_with_machine(player=ada, house=False)
        game = answer(game, 4)
        assert (game.record, game.winner, game.number) == ("04", "O", 1)
        assert (game.boxes, game.before) == ([(8, 0, 0)], [9])
        assert machine_of(ada).boxes[0] == (8, 0, 0)


class TestLearning:
    @pytest.mark.parametrize("house", [False, True])
    def test_every_game_counts_once(self, ada, house):
        store_machine(ALWAYS_FIRST, owner=None if house else ada)
        for number in (1, 2, 3):
            game = play_out(ada, house=house)
            assert (game.over, game.number) == (True, number)
            answer(game, int(game.record[1::2][-1]), version=game.version - 1)  # sent again
            row = Menace.objects.get()
            assert (row.games, [at for at, _chance in row.curve]) == (number, [*range(1, number + 1)])
            assert [at for at, _perfect, _random in row.blind_curve] == [*range(1, number + 1)]

    def test_the_row_of_a_game_stores_the_changed_heaps(self, ada):
        store_machine(ALWAYS_FIRST, owner=ada)
        game = play_out(ada)
        learnt = {"X": 3, "": 1, "O": -1}[game.winner]
        assert set(game.before) == {9}
        assert {max(heaps) for heaps in game.boxes} == {9 + learnt}
        assert len(game.boxes) == len(game.before)

    @pytest.mark.django_db(transaction=True)
    def test_games_that_end_simultaneously_all_count(self):
        store_machine(GIVES_UP_SECOND, owner=None)
        games = [services.begin_with_machine(player=player(f"P{number}"), house=True) for number in range(8)]
        ends = at_once(*(partial(answer, game, 4) for game in games))
        assert sorted(game.number for game in ends) == [*range(1, 9)]
        assert (Menace.objects.get().games, Menace.objects.get().lost) == (8, 8)
        assert machine_of(None).boxes[0] == (1, 0, 0)

    def test_a_game_that_ends_after_the_house_started_over_counts_in_the_new_generation(self, ada):
        store_machine(GIVES_UP_SECOND, owner=None)
        game = services.begin_with_machine(player=ada, house=True)
        store_machine(WITHOUT_BEADS, owner=None)
        services.begin_with_machine(player=player("Ben"), house=True)
        while game.in_play:
            game = answer(game, position_of(game).legal_moves[0])
        row = Menace.objects.get()
        assert (row.generation, row.games, game.number) == (2, 1, 1)


class TestTeach:
    def test_the_lessons_of_computer_players_and_robots_add_up(self, ada):
        results = [0, 0, 0]
        for version, teacher in enumerate(("easy", "wbf")):
            game = services.teach_machine(player=ada, opponent=teacher, games=10, version=version)
            assert (game.teacher, game.number, game.over) == (teacher, 10 * (version + 1), True)
            results = [before + now for before, now in zip(results, game.results, strict=True)]
        row = Menace.objects.get()
        assert (row.player, [row.won, row.drawn, row.lost], row.games) == (ada, results, 20)
        assert [at for at, _chance in row.curve] == [*range(1, 21)]
        assert machine_of(ada) != fresh_machine()

    def test_teaching_ends_when_the_machine_has_no_beads(self, ada):
        store_machine(Machine(((1, 0, 0), *GIVES_UP_SECOND.boxes[1:])), owner=ada)
        game = services.teach_machine(player=ada, opponent="hard", games=100, version=0)
        assert (game.results, game.number) == ([0, 0, 1], 1)
        with refused(Reason.NO_BEADS):
            services.teach_machine(player=ada, opponent="hard", games=1, version=1)

    @pytest.mark.parametrize(
        ("opponent", "games", "reason"),
        [("nobody", 1, Reason.UNKNOWN_OPPONENT), ("easy", 2, Reason.NOT_THAT_MANY)],
    )
    def test_unknown_opponents_and_invalid_counts_are_refused(self, ada, opponent, games, reason):
        with refused(reason):
            services.teach_machine(player=ada, opponent=opponent, games=games, version=0)
        assert not Menace.objects.exists()

    def test_a_player_cannot_teach_it_during_their_game(self, ada):
        game = services.begin_with_machine(player=ada, house=False)
        with refused(Reason.FINISH_FIRST):
            services.teach_machine(player=ada, opponent="easy", games=1, version=1)
        game.refresh_from_db()
        assert (game.in_play, Menace.objects.get().games) == (True, 0)

    def test_the_same_press_again_teaches_nothing(self, ada):
        taught = [services.teach_machine(player=ada, opponent="easy", games=10, version=0) for _press in range(2)]
        assert (taught[0], Menace.objects.get().games) == (taught[1], 10)
        with refused(Reason.BEHIND):
            services.teach_machine(player=ada, opponent="hard", games=10, version=0)
        assert Menace.objects.get().games == 10

    def test_a_machine_that_changed_meanwhile_is_taught_again(self, ada, monkeypatch):
        write, attempts = menace.write, []

        def write_after_a_change(machine: Machine) -> str:
            attempts.append(machine)
            if len(attempts) == 1:
                Menace.objects.update(version=5)
            return write(machine)

        monkeypatch.setattr(menace, "write", write_after_a_change)
        services.teach_machine(player=ada, opponent="easy", games=1, version=0)
        row = Menace.objects.get()
        assert (len(attempts), row.games, row.version) == (2, 1, 6)


class TestRefill:
    def test_a_machine_without_beads_plays_once_it_is_refilled_and_keeps_what_it_has_learnt(self, ada):
        store_machine(WITHOUT_BEADS, owner=ada)
        Menace.objects.update(won=1, lost=70)
        with refused(Reason.NO_BEADS):
            services.begin_with_machine(player=ada, house=False)
        for _press in range(2):
            services.refill_first_box(player=ada)
        row = Menace.objects.get()
        assert (machine_of(ada).boxes, row.games, row.version) == (((4, 4, 4), *WITHOUT_BEADS.boxes[1:]), 71, 1)
        assert services.begin_with_machine(player=ada, house=False).in_play

    def test_a_box_with_beads_stays_as_it_is(self, ada):
        store_machine(ALWAYS_FIRST, owner=ada)
        services.refill_first_box(player=ada)
        assert machine_of(ada) == ALWAYS_FIRST


class TestReset:
    def test_the_machine_is_fresh_and_the_game_gone(self, ada):
        play_out(ada, house=True)
        services.teach_machine(player=ada, opponent="easy", games=10, version=0)
        services.begin_with_machine(player=ada, house=False)
        services.reset_machine(player=ada)
        row, game = Menace.objects.get(player=ada), MenaceGame.objects.get(machine__player=ada)
        assert Menace.objects.get(player=None).games == 1
        assert (row.games, row.curve, row.blind_curve, row.generation) == (0, [], [], 1)
        assert menace.read(row.beads) == fresh_machine()
        assert (game.record, game.over, game.in_play, game.version) == ("", False, False, 3)


def test_there_is_one_machine_of_the_house_and_one_of_each_player(ada):
    for owner in (None, ada):
        Menace.objects.create(player=owner)
        with pytest.raises(IntegrityError), transaction.atomic():
            Menace.objects.create(player=owner)
