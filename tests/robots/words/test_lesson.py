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
    """Return how often best play beats it if the other side starts, and if the robot starts."""
    return robot.odds.beaten[Mark.X], robot.odds.beaten[Mark.O]


def test_without_rules_it_is_beaten_nearly_always_and_not_every_time():
    assert odds.can_it_be_beaten(NO_RULES.odds) == "Yes, nearly always"
    assert max(beaten(NO_RULES)) < 1


def test_block_alone_helps_most():
    alone = {rule: max(beaten(Robot(rule))) for rule in RULES}
    assert min(alone, key=alone.__getitem__) == BLOCK_ALONE.letters
    assert sorted(alone.values())[0] < sorted(alone.values())[1]


@pytest.mark.parametrize("rule", ["f", "k"])
def test_fork_or_corner_alone_is_beaten_every_time(rule):
    assert beaten(Robot(rule)) == (1, 1)


def test_five_rules_are_enough_never_to_lose():
    assert beaten(FIVE) == (0, 0)


def test_with_block_above_win_the_first_player_can_beat_it_and_it_wins_less():
    assert sorted(BLOCK_FIRST.letters) == sorted(FIVE.letters)
    if_you_start, if_it_starts = beaten(BLOCK_FIRST)
    assert if_you_start > 0 == if_it_starts
    wins = [robot.odds.against_random[Mark.X][0] for robot in (FIVE, BLOCK_FIRST)]
    assert wins[0] > wins[1]
    assert "Block" in BLOCK_FIRST.lost_in_words


def test_with_the_careless_fork_rule_the_first_player_always_beats_it():
    assert beaten(NOT_CAREFUL) == (1, 0)
    assert "Stop a fork" in NOT_CAREFUL.lost_in_words


@pytest.mark.parametrize("third", [2, 6])
def test_by_a_corner_and_the_opposite_one_and_the_last(third):
    """Whichever corner it marks to stop a fork."""
    play = entrant(NOT_CAREFUL.key).opponent.candidates
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


def test_in_the_league_it_is_fifth_below_four_that_never_lose():
    keys = [FIVE.key, *CLASSIC.opponents]
    table = standings(pairings([entrant(key) for key in keys]))
    order = [keys[row.entrant] for row in table]
    assert order.index(FIVE.key) == 4
    assert table[4].place == 5
    for row in table[:5]:
        assert row.losses == 0
    assert all(row.wins > table[4].wins for row in table[:4])


def test_percent_come_from_the_engine():
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
