"""The robots that a player keeps or has played against, and their games."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, F, Max, Q, QuerySet

from games.engine.robots import KEY_PATTERN, is_robot
from games.play.models import Ended, Seat, Status
from games.robots.models import KeptRobot
from games.site.models import Player

MAX_PLAYED: Final = 20  # robots listed from a player's games
MAX_WINS_READ: Final = 100  # over all of a player's robots

Named = tuple[str, str]  # the key and the name of a robot
LOST: Final = ~Q(game__winner__in=["", F("mark")])  # by the robot


def named_robots_of(player: Player) -> QuerySet[Seat]:
    """Return the seats of named robots in a player's games, played or watched."""
    games = Q(game__in=player.seats.values("game")) | Q(game__series__player=player)
    return Seat.objects.filter(games).exclude(name="")


def known_to(player: Player) -> list[Named]:
    """Return the robots that a player keeps, newest first, then at most MAX_PLAYED from their games, latest first."""
    own = player.robots.order_by("-created_at", "-pk").values_list("key", "name")
    seats = Seat.objects.filter(game__in=player.seats.values("game"), opponent__regex=KEY_PATTERN)
    found = seats.values_list("opponent", "name").annotate(last=Max("game")).order_by("-last")[:MAX_PLAYED]
    return list(dict.fromkeys([*own, *((key, name) for key, name, _last in found if is_robot(key))]))


Win = tuple[str, str, datetime]  # the winner's name, "" if they have none, the code of the game, and the time


@dataclass(frozen=True)
class Kept:
    """A kept robot: how many games others have finished against it since it was kept, how many they have won, and their
    latest wins, newest first."""

    row: KeptRobot
    played: int
    beaten: int
    wins: list[Win]


def kept_by(player: Player) -> list[Kept]:
    """Return the robots that a player keeps, newest first. The player's own games do not count."""
    robots = list(player.robots.order_by("-created_at", "-pk"))
    if not robots:
        return []
    since = (Q(opponent=row.key, name=row.name, game__finished_at__gt=row.created_at) for row in robots)
    any_of_them = Q(*since, _connector=Q.OR)
    # The names are redundant, but let the database use the index on seats with a name.
    seats = Seat.objects.filter(any_of_them, name__in={row.name for row in robots}).exclude(name="")
    finished = seats.filter(game__status=Status.FINISHED, game__series=None).exclude(game__ended=Ended.ABANDONED)
    by_others = finished.exclude(game__seats__player=player)
    counts = by_others.values_list("opponent", "name").annotate(played=Count("pk"), beaten=Count("pk", filter=LOST))
    numbers = {(key, name): (played, beaten) for key, name, played, beaten in counts}
    lost = by_others.filter(LOST, game__seats__player__isnull=False).order_by("-game__finished_at", "-game")
    columns = "opponent", "name", "game__seats__player__name", "game__code", "game__finished_at"
    wins: dict[Named, list[Win]] = {}
    for key, name, *win in lost.values_list(*columns)[:MAX_WINS_READ]:
        wins.setdefault((key, name), []).append(tuple(win))
    return [Kept(row, *numbers.get((row.key, row.name), (0, 0)), wins.get((row.key, row.name), [])) for row in robots]
