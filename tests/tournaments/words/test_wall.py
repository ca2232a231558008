"""A tournament on the big screen."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.play.models import Game
from games.tournaments.words.wall import Wall
from tests.support.games import play
from tests.support.played import WITH_A_MISTAKE, end, played
from tests.support.tournaments import current_state, game_of, pair, playing, tournament, waiting

pytestmark = pytest.mark.django_db


def seen() -> Wall:
    return Wall.of(current_state())


@pytest.mark.parametrize(("title", "long"), [("Class 4b, Friday", 0), ("Class 4b of the Astrid Lindgren school", 1)])
def test_a_long_title_is_written_smaller(title, long):
    waiting(title=title)
    assert seen().render("en").count('class="long"') == long


def test_the_top_ten_have_tally_marks():
    tournament(*(f"P{number}" for number in range(12)))
    pair("P11 P3")
    play(game_of("P11"), WITH_A_MISTAKE)
    assert (len(seen().top), seen().top[0].name) == (10, "P11")
    assert seen().render("en").count('<use href="#t2" />') == 1


def test_a_climb_within_the_last_minute_is_shown():
    playing("Ada Ben", "Cem Dan")
    play(game_of("Ada"), WITH_A_MISTAKE)
    Game.objects.update(finished_at=timezone.now() - timedelta(minutes=2))
    play(game_of("Cem"), WITH_A_MISTAKE)
    [cem] = [one for one in seen().top if one.name == "Cem"]
    assert (cem.place, cem.risen) == (1, 2)  # behind Ben, who had played


def test_the_board_of_the_best_placed_comes_first():
    playing("Ada Ben", "Cem Dan", "Eve Fay")
    play(game_of("Fay"), WITH_A_MISTAKE[:-2])
    first, second = seen().boards
    assert (first["places"], first["state"].place) == ([1, 1], 1)
    assert [(plate.name, plate.to_move) for plate in first["plates"]] == [("Ada", True), ("Ben", False)]
    assert second["plates"][0].name == "Cem"


def test_a_board_stays_briefly_after_its_game():
    playing("Ada Ben")
    play(game_of("Ada"), WITH_A_MISTAKE)
    [board] = seen().boards
    assert board["board"].line == "1-4-7"


class TestAtTheEnd:
    def podium(self) -> list[str]:
        """Return the steps, each followed by its names."""
        return re.findall(r"step-\d|(?<=<bdi>)\w+|and \d more", seen().render("en").partition('class="podium')[2])

    def test_tied_players_share_a_step_and_the_player_with_the_most_faultless_moves_is_named(self):
        played()
        assert self.podium() == ["step-1", "Ada", "Cem", "step-3", "Ben", "Dan"]
        assert seen().highlights == [("tick", "Ada made 5 moves without a mistake.")]

    def test_a_step_names_four_players_and_counts_the_others(self):
        tournament(*(f"P{number}" for number in range(6)))
        end()
        assert self.podium() == ["step-1", "P0", "P1", "P2", "P3", "and 2 more"]
