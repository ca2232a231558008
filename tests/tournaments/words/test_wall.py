"""A tournament on the big screen."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.play.models import Game
from games.play.selectors.games import games_with_seats
from games.play.selectors.state import State
from games.tournaments.selectors.endings import ending_of
from games.tournaments.words.wall import Wall
from tests.support.games import play
from tests.support.played import WITH_A_MISTAKE, end, play_matches, played
from tests.support.tournaments import current_state, game_of, pair, playing, tournament, waiting

pytestmark = pytest.mark.django_db


def seen() -> Wall:
    state = current_state()
    games = tuple(State.of(games_with_seats().get(code=code)) for code in state.boards)
    return Wall(state, timezone.now(), 0, games, ending_of(state))


class TestBeforeTheStart:
    def test_names_are_in_order_of_joining(self):
        waiting("Noor", "Emil", "Ada")
        assert [line.name for line in seen().arriving] == ["Noor", "Emil", "Ada"]
        assert seen().count == 3

    @pytest.mark.parametrize(
        ("title", "long"), [("Class 4b, Friday", False), ("Class 4b of the Astrid Lindgren school", True)]
    )
    def test_a_long_title_is_written_smaller(self, title, long):
        waiting(title=title)
        assert seen().long_title == long


class TestRunning:
    def test_the_top_ten_have_tally_marks(self):
        names = [f"P{number}" for number in range(12)]
        tournament(*names)
        pair("P11 P3")
        play(game_of("P11"), WITH_A_MISTAKE)
        top = seen().top
        assert len(top) == 10
        assert (top[0].place, top[0].name, top[0].points, top[0].tally) == (1, "P11", 2, (2,))

    def test_a_climb_within_the_last_minute_is_shown(self):
        playing("Ada Ben", "Cem Dan")
        play(game_of("Ada"), WITH_A_MISTAKE)
        Game.objects.update(finished_at=timezone.now() - timedelta(minutes=2))
        play(game_of("Cem"), WITH_A_MISTAKE)
        [cem] = [line for line in seen().top if line.name == "Cem"]
        assert (cem.place, cem.risen, cem.before) == (1, 2, 3)  # behind Ben, who had played

    def test_the_board_of_the_best_placed_comes_first(self):
        playing("Ada Ben", "Cem Dan", "Eve Fay")
        play(game_of("Fay"), WITH_A_MISTAKE[:-2])
        first, second = seen().boards
        assert first.places == (1, 1)
        assert (first.sides[0].name, first.sides[1].name, first.place) == ("Ada", "Ben", 1)
        assert first.sides[0].to_move and not first.sides[1].to_move
        assert second.sides[0].name == "Cem"

    def test_a_board_stays_briefly_after_its_game(self):
        playing("Ada Ben")
        play(game_of("Ada"), WITH_A_MISTAKE)
        [board] = seen().boards
        assert board.board.line == "1-4-7"


class TestAtTheEnd:
    def test_tied_players_share_a_step(self):
        played()
        steps = [(step.place, [line.name for line in step.lines]) for step in seen().podium]
        assert steps == [(1, ["Ada", "Cem"]), (3, ["Ben", "Dan"])]

    def test_the_steps_are_in_order_of_place(self):
        play_matches("Ada Ben", "Cem Dan")
        pair("Ada Dan")
        play(game_of("Ada"), WITH_A_MISTAKE)
        end()
        assert [(step.place, step.lines[0].name) for step in seen().podium] == [(1, "Ada"), (2, "Cem"), (3, "Ben")]

    def test_a_step_names_four_players_and_counts_the_others(self):
        tournament(*(f"P{number}" for number in range(6)))
        end()
        [step] = seen().podium
        assert (len(step.lines), step.more) == (4, 2)

    def test_the_player_with_the_most_faultless_moves_is_named(self):
        played()
        assert seen().highlights == [("tick", "Ada made 5 moves without a mistake.")]
