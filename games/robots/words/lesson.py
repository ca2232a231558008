"""The figures in the robots' lesson, computed from its robots."""

from typing import Final

from games.engine.position import Mark
from games.opponents.words import odds
from games.robots.words.robots import RULES_IN_WORDS, Robot

NO_RULES: Final = Robot("")
BLOCK_ALONE: Final = Robot("b")
FIVE: Final = Robot("wbtck")  # never loses
BLOCK_FIRST: Final = Robot("bwtck")  # FIVE with two rules swapped


def filled_in() -> dict[str, str]:
    """Return the words and figures that the lesson's text needs: the names of its rules, and the percentages of
    games started by the other side that its robots lose to best play or win against random moves."""
    rules = {"win": "w", "blocking": "b", "fork": "f", "stop": "s", "carefully": "t", "centre": "c", "corner": "k"}
    names = {name: str(RULES_IN_WORDS[letter].name) for name, letter in rules.items()}
    beaten = {"no_rules": NO_RULES, "block_alone": BLOCK_ALONE, "block_first": BLOCK_FIRST}
    wins = {"five_win": FIVE, "block_first_wins": BLOCK_FIRST}
    return {
        **names,
        **{name: odds.percent(robot.odds.beaten[Mark.X]) for name, robot in beaten.items()},
        **{name: odds.percent(robot.odds.seats[Mark.X].vs_random.win) for name, robot in wins.items()},
    }
