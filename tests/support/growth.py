"""Store what a site stores in a day."""

from datetime import timedelta

from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.menace.models import Menace, MenaceGame
from games.play import services
from games.play.models import Attendance, Audience, Game, Move, Process, Seat, Series, Side, Status
from games.practice.models import Daily, Practice
from games.robots.models import KeptRobot
from games.site.models import Player
from games.tournaments.models import Entrant, Match, Phase, Tournament

LINE = "03142"  # the record of a game that X wins
NOT_GROWING = {"contenttypes", "auth"}  # apps


def rows() -> dict[str, int]:
    """Return the number of rows in each table that grows with use."""
    found = (model for model in apps.get_models() if model._meta.app_label not in NOT_GROWING)
    return {model.__name__: model._default_manager.count() for model in found}


@transaction.atomic
def store_a_day(number: int, *, games: int, guests: int) -> None:
    """Store a day's data with few statements. Half of the guests play."""
    now, expires = timezone.now(), timezone.now() + timedelta(days=365)
    people = Player.objects.bulk_create(Player(name=f"Guest {number} {one}") for one in range(max(guests, 4)))
    Session.objects.bulk_create(
        Session(session_key=get_random_string(32), session_data="x" * 60, expire_date=expires) for _one in people
    )
    players = people[: len(people) // 2]
    process = Process.objects.create()
    over = {"status": Status.FINISHED, "winner": Side.X, "ended": "line", "started_at": now, "finished_at": now}
    made = Game.objects.bulk_create(Game(version=6, board_version=6, record=LINE, **over) for _one in range(games))
    seats, moves, visits = [], [], []
    for place, game in enumerate(made):
        x, o = players[place % len(players)], players[(place + 1) % len(players)]
        seats += [Seat(game=game, mark=Side.X, player=x)]
        seats += [Seat(game=game, mark=Side.O, opponent="hard") if place % 2 else Seat(game=game, mark="O", player=o)]
        moves += [
            Move(game=game, ply=ply, text=cell, mark="XO"[(ply - 1) % 2], version=ply, played_at=now)
            for ply, cell in enumerate(LINE, start=1)
        ]
        visits += [Attendance(process=process, game=game, player=x, visit_at=now, left_at=now)]
    Seat.objects.bulk_create(seats)
    Move.objects.bulk_create(moves)
    Attendance.objects.bulk_create(visits)
    Audience.objects.create(process=process, game=made[0], count=1)
    exercise = CLASSIC.start.text
    Practice.objects.bulk_create(Practice(player=one, cells=exercise) for one in players)
    Daily.objects.bulk_create(Daily(player=one, day=now.date()) for one in players)
    _of_each_kind(people, number)


def _of_each_kind(people: list[Player], number: int) -> None:
    """Store rows of every other kind: some that the site keeps, and some that tidying deletes."""
    now = timezone.now()
    ada, ben, *_others, idle, guest = people
    services.invite(player=guest, side=Mark.X)  # nobody accepts it, and the guest does nothing else
    services.cancel(code=services.invite(player=guest, side=Mark.X).code, player=guest)
    Series.objects.create(player=ada, x="easy", o="hard")
    Menace.objects.get_or_create(player=ada)
    KeptRobot.objects.create(player=ada, key="wb", name="Rusty")
    house, _made = Menace.objects.get_or_create(player=None)
    MenaceGame.objects.create(machine=house, player=ada)
    forgotten = Tournament.objects.create(title="Never begun")
    Entrant.objects.create(tournament=forgotten, player=idle, name="Ned")
    played = Tournament.objects.create(phase=Phase.OVER, started_at=now, ends_at=now, over_at=now)
    first, second = (Entrant.objects.create(tournament=played, player=one, name=one.name) for one in (ada, ben))
    times = {"made_at": now, "ended_at": now}
    Match.objects.create(tournament=played, number=1, first=first, second=second, start=CLASSIC.start.text, **times)
    AccessAttempt.objects.create(username=f"host {number}", ip_address="192.0.2.1", failures_since_start=1)
    host, _made = User.objects.get_or_create(username="host")
    noted = {"user": host, "action_flag": CHANGE, "object_repr": f"Day {number}", "change_message": ""}
    LogEntry.objects.create(action_time=now, **noted)
