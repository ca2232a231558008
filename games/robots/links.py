"""The URLs of robots and leagues."""

from collections.abc import Iterable

from django.urls import reverse

from games.engine.classic import CLASSIC
from games.engine.position import Position
from games.robots.words.robots import Robot
from games.site.links import with_query


def robot_path(robot: Robot, page: str = "robot") -> str:
    """Return the path of a robot's page or picture ("robot_picture"), which holds its rules and its name."""
    return with_query(reverse(f"games:{page}", args=[robot.key]), {"name": robot.name} if robot.name else {})


def workshop_path(robot: Robot, at: Position | None = None) -> str:
    """Return the path of the workshop with this robot, optionally in a position."""
    query = {"rules": robot.letters, "name": robot.name, "at": at.text if at else ""}
    return with_query(
        reverse("games:workshop"), {key: value for key, value in query.items() if value or key == "rules"}
    )


def league_path(robots: Iterable[Robot], computers: Iterable[str] = ()) -> str:
    """Return the path of a league, which holds its robots' rules and names, and the keys of its computer players."""
    named = [("robot", f"{robot.key}~{robot.name}" if robot.name else robot.key) for robot in robots]
    return with_query(reverse("games:league"), [*named, *(("computer", key) for key in computers)])


def watch_path(robot: Robot) -> str:
    """Return the path of the page to watch a robot play another computer player."""
    return with_query(reverse("games:watch"), {"variant": CLASSIC.key, "x": robot.written})
