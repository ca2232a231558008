"""The statements on the lesson's sheet are true."""

import re

import pytest
from django.test import Client

from games.engine.classic import CLASSIC
from games.engine.league import entrant, pairings, standings
from games.engine.position import Mark
from games.engine.robots import RULES
from games.opponents.words import odds
from games.robots.words.lesson import BLOCK_ALONE, BLOCK_FIRST, FIVE, NO_RULES, filled_in
from games.robots.words.robots import Robot

NOT_CAREFUL = Robot("wbsck")  # FIVE with the other rule against forks


def beaten(robot: Robot) -> tuple:
    """Return how often best play beats a robot if the player starts, and if the robot starts."""
    return robot.odds.beaten[Mark.X], robot.odds.beaten[Mark.O]


def test_a_robot_without_rules_is_beaten_nearly_always_but_not_every_time():
    assert odds.can_it_be_beaten(NO_RULES.odds) == "Yes, nearly always"
    assert max(beaten(NO_RULES)) < 1


def test_block_is_the_best_single_rule():
    best, second, *_others = sorted(RULES, key=lambda rule: max(beaten(Robot(rule))))
    assert best == BLOCK_ALONE.letters
    assert max(beaten(Robot(best))) < max(beaten(Robot(second)))


@pytest.mark.parametrize(
    ("robot", "chances"), [(Robot("f"), (1, 1)), (Robot("k"), (1, 1)), (NOT_CAREFUL, (1, 0)), (FIVE, (0, 0))]
)
def test_some_robots_are_beaten_every_time_and_five_rules_are_enough_never_to_lose(robot, chances):
    assert beaten(robot) == chances


def test_with_block_above_win_a_robot_can_be_beaten_and_wins_less_often():
    assert sorted(BLOCK_FIRST.letters) == sorted(FIVE.letters)
    if_you_start, if_it_starts = beaten(BLOCK_FIRST)
    assert if_you_start > 0 == if_it_starts
    wins = [robot.odds.seats[Mark.X].vs_random.win for robot in (FIVE, BLOCK_FIRST)]
    assert wins[0] > wins[1]
    assert "Block" in BLOCK_FIRST.lost_in_words


@pytest.mark.parametrize("third", [2, 6])
def test_three_corners_beat_it_whichever_corner_it_marks(third):
    play = entrant(NOT_CAREFUL.key).candidates
    position = CLASSIC.start.play(0)
    assert play(position) == (4,)
    position = position.play(4).play(8)
    assert play(position) == (2, 6)
    position = position.play(third).play(8 - third)
    assert all(wins(after) for after in (position.play(move) for move in play(position)))


def wins(position) -> bool:
    """Return whether the side to move wins immediately."""
    outcomes = (position.play(move).outcome for move in position.legal_moves)
    return any(outcome and outcome.winner for outcome in outcomes)


def test_in_a_league_five_rules_are_fifth_behind_four_players_that_never_lose_and_win_more():
    keys = [FIVE.key, *CLASSIC.opponents]
    table = standings(pairings([entrant(key) for key in keys]))
    order = [keys[row.entrant] for row in table]
    assert order.index(FIVE.key) == 4
    assert table[4].place == 5
    assert not any(row.losses for row in table[:5])
    assert all(row.wins > table[4].wins for row in table[:4])


def test_the_percentages_come_from_the_engine():
    figures = filled_in()
    assert (figures["no_rules"], figures["block_alone"], figures["block_first"]) == ("99%", "96%", "50%")
    assert (figures["five_win"], figures["block_first_wins"]) == ("87%", "61%")


@pytest.mark.django_db
def test_the_sheet_takes_forty_minutes_and_names_the_workshops_url():
    page = Client().get("/robots/lesson/").content.decode()
    assert sum(map(int, re.findall(r"<small>(\d+) minutes?</small>", page))) == 40
    assert "http://testserver/robots/" in page
    assert 'class="qr"' in page
    for address in ("/robots/", "/how-to-play/"):
        assert 'href="/robots/lesson/"' in Client().get(address).content.decode()
