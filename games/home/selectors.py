"""What is kept of one player."""

from dataclasses import dataclass, fields

from django.db.models import F, Q, QuerySet

from games.play.models import Game, Seat, Status
from games.site.models import Player
from games.site.sql import objects
from games.tournaments.models import Entrant, Phase


def player_with(number: int) -> Player | None:
    """The Player of this number, if there is one."""
    return next(iter(objects(Player, "SELECT * FROM games_player WHERE id = %s", number)), None)


@dataclass(frozen=True)
class Kept:
    """How much is kept of a player, by what it is."""

    games: int  # that are over
    in_play: int
    waiting: int  # for a friend
    series: int
    exercises: int
    days: int
    machines: int
    tournaments: int  # that are over
    tournaments_on: int
    robots: int  # seats with a name that somebody gave to a robot

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))


def kept_of(player: Player) -> Kept:
    """How much is kept of a player. Takes the same few queries however much it is."""
    games = Game.objects.filter(pk__in=player.seats.values("game"))
    on = tournaments_on_of(player).count()
    return Kept(
        games=games.filter(status=Status.FINISHED).count(),
        in_play=games.filter(status=Status.STARTED).count(),
        waiting=games.filter(status=Status.WAITING).count(),
        series=player.series.count(),
        exercises=player.practice.count(),
        days=player.days.count(),
        machines=player.machines.count(),
        tournaments=player.entrants.count() - on,
        tournaments_on=on,
        robots=named_robots_of(player).count(),
    )


def tournaments_on_of(player: Player) -> QuerySet[Entrant]:
    """The tournaments that a player has joined and that are not over."""
    return player.entrants.exclude(tournament__phase=Phase.OVER)


def unfinished_codes_of(player: Player) -> list[str]:
    """The codes of the games of a player outside tournaments that are not over, those put away among them."""
    unfinished = Game.objects.filter(status__in=[Status.WAITING, Status.STARTED], seats__player=player, match=None)
    return list(unfinished.order_by("pk").values_list("code", flat=True).distinct())


def offered_codes_of(player: Player) -> list[str]:
    """The codes of the finished games in which a player has offered a rematch."""
    offers = Q(status=Status.FINISHED, seats__player=player, offered_by=F("seats__mark"))
    return list(Game.objects.filter(offers).values_list("code", flat=True))


def named_robots_of(player: Player) -> QuerySet[Seat]:
    """The seats opposite a player of robots that have a name."""
    return Seat.objects.filter(game__in=player.seats.values("game")).exclude(name="")
