"""The robots that a player keeps, with their games against others; and the robots to choose from on other pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.robots.selectors import Kept, Win, kept_by, known_to
from games.robots.words.robots import Robot, robot_of
from games.site.models import Player
from games.site.words.names import isolated

WINNERS_SHOWN: Final = 3


@dataclass(frozen=True)
class KeptRobot:
    """A line of the list: the robot, its games in words, and the last few people who have beaten it, each with the code
    of their latest game. `news` announces a win since the player last confirmed one, if any."""

    robot: Robot
    games: str
    winners: Sequence[tuple[str, str]]
    news: str


def kept_robots(player: Player | None) -> list[KeptRobot]:
    """Return the robots that a player keeps, newest first."""
    return [_in_words(kept) for kept in kept_by(player)] if player else []


def _in_words(kept: Kept) -> KeptRobot:
    robot = robot_of(kept.row.key, kept.row.name)
    latest: dict[str, str] = {}
    for win in kept.wins:
        latest.setdefault(_name(win), win.code)
    news = ""
    if kept.wins and kept.wins[0].at > kept.row.seen_at:
        # Translators: winner is a person or "Guest", robot the name of a robot.
        news = _("%(winner)s has beaten %(robot)s.") % {"winner": _name(kept.wins[0]), "robot": robot.called}
    games = _("No one else has played it yet.")
    if kept.played:
        # Translators: numbers of games against people other than the robot's maker.
        games = _("Played by others: %(played)d. Beaten: %(beaten)d.") % {"played": kept.played, "beaten": kept.beaten}
    return KeptRobot(robot, games, list(latest.items())[:WINNERS_SHOWN], news)


def _name(win: Win) -> str:
    return isolated(win.winner, get_language() or "") or pgettext("a player without a name", "Guest")


def robots_for(player: Player | None) -> list[Robot]:
    """Return the robots that a player may choose from: those they keep, then those they have played against."""
    return [robot_of(key, name) for key, name in known_to(player)] if player else []
