"""The figures in the robots' lesson, computed from its robots, so that they are true."""

from typing import Final

from games.engine.position import Mark
from games.opponents.words import odds
from games.robots.words.robots import IN_WORDS, Robot

NO_RULES: Final = Robot("")
BLOCK_ALONE: Final = Robot("b")
FIVE: Final = Robot("wbtck")  # never loses
BLOCK_FIRST: Final = Robot("bwtck")  # the same with two rules swapped
NOT_CAREFUL: Final = Robot("wbsck")  # the same with the other rule against forks


def filled_in() -> dict[str, str]:
    """Return the names of the rules in the lesson, and percentages against a player who starts: how often best play
    beats a robot, and how often it wins against random moves."""
    rules = {"win": "w", "blocking": "b", "fork": "f", "stop": "s", "carefully": "t", "centre": "c", "corner": "k"}
    names = {name: str(IN_WORDS[letter].name) for name, letter in rules.items()}
    beaten = {"no_rules": NO_RULES, "block_alone": BLOCK_ALONE, "block_first": BLOCK_FIRST}
    wins = {"five_win": FIVE, "block_first_wins": BLOCK_FIRST}
    return {
        **names,
        **{name: odds.percent(robot.odds.beaten[Mark.X]) for name, robot in beaten.items()},
        **{name: odds.percent(robot.odds.against_random[Mark.X][0]) for name, robot in wins.items()},
    }
