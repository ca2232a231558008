"""The robots that a player keeps, with their games against others; and the robots to choose from on other pages."""

from typing import Any, Final

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.robots.selectors import Kept, kept_by, known_to
from games.robots.words.robots import Robot, robot_of
from games.site.models import Player
from games.site.words.names import isolated

WINNERS_SHOWN: Final = 3


def kept_robots(player: Player | None) -> list[dict[str, Any]]:
    """Return the robots that a player keeps, newest first, each with its games in words, and with the last few people
    who have beaten it and the codes of their latest games. `news` announces a win since the player last confirmed one,
    if any."""
    return [_in_words(kept) for kept in kept_by(player)] if player else []


def _in_words(kept: Kept) -> dict[str, Any]:
    robot = robot_of(kept.row.key, kept.row.name)
    latest: dict[str, str] = {}
    for winner, code, _at in kept.wins:
        latest.setdefault(_name(winner), code)
    news = ""
    if kept.wins and kept.wins[0][2] > kept.row.seen_at:
        # Translators: winner is a person or "Guest", robot the name of a robot.
        news = _("%(winner)s has beaten %(robot)s.") % {"winner": next(iter(latest)), "robot": robot.called}
    games = _("No one else has played it yet.")
    if kept.played:
        # Translators: numbers of games against people other than the robot's maker.
        games = _("Played by others: %(played)d. Beaten: %(beaten)d.") % {"played": kept.played, "beaten": kept.beaten}
    return {"robot": robot, "games": games, "winners": list(latest.items())[:WINNERS_SHOWN], "news": news}


def _name(winner: str) -> str:
    return isolated(winner, get_language() or "") or pgettext("a player without a name", "Guest")


def robots_for(player: Player | None) -> list[Robot]:
    """Return the robots that a player may choose from: those they keep, then those they have played against."""
    return [robot_of(key, name) for key, name in known_to(player)] if player else []
