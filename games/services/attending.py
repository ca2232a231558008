"""Who is in a room: written when a player's first page comes and the last one goes; read by presence.py."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games import live
from games.models import Attendance, Audience, Game, Process, Status
from games.presence import LEASE, SAME_VISIT, presence_of, visits_to
from games.selectors import games_with_seats
from games.services.storing import advance, one_transaction, publish, read_game
from games.state import State


def open_process() -> int:
    """Notes a server process at work and returns its number."""
    return Process.objects.create().pk


def renew_process(*, process: int) -> bool:
    """Renews the lease of a process; says whether it is still known."""
    return Process.objects.filter(pk=process).update(renewed_at=timezone.now()) == 1


@one_transaction
def arrive(*, process: int, code: str, player: int, until: datetime | None = None) -> None:
    """A player has the first page of a game open in this process; one without a socket says so again by `until`."""
    game = games_with_seats().filter(code=code, seats__player=player).first()
    if game is None:  # deleted meanwhile
        return
    now = timezone.now()
    last = visits_to([code], now).get(code, {}).get(player)
    again = last is not None and now - last.seen < SAME_VISIT
    Attendance.objects.update_or_create(
        process_id=process,
        game=game,
        player_id=player,
        defaults={"visit_at": last.began if last and again else now, "left_at": until},
    )
    if last and now - last.seen > LEASE:  # nobody was there to note that they left
        _withdraw_rematch(game, player)
    if not (last and last.here):
        publish_presence(code)


@one_transaction
def leave(*, process: int, code: str, player: int) -> None:
    """The last page of a player has closed in this process. With it goes their offer of a rematch."""
    now = timezone.now()
    mine = Attendance.objects.filter(process=process, game__code=code, player=player, left_at=None)
    if not mine.update(left_at=now):
        return
    if not visits_to([code], now)[code][player].here:
        _withdraw_rematch(read_game(code), player)
        publish_presence(code)


@transaction.atomic
def count_audience(*, process: int, code: str, count: int) -> None:
    """So many sockets of spectators in this process have a game open."""
    game = Game.objects.filter(code=code).first()
    if game is None:  # deleted meanwhile
        return
    Audience.objects.update_or_create(process_id=process, game=game, defaults={"count": count})
    publish_presence(code)


def publish_presence(code: str) -> None:
    message = presence_of(code).as_message()
    transaction.on_commit(lambda: live.publish_presence(code, message), robust=True)


def _withdraw_rematch(game: Game, player: int) -> None:
    """An offer of a rematch ends when its author leaves."""
    if game.status == Status.FINISHED and game.offered_by in State.of(game).marks_of(player):
        advance(game, offered_by="")
        publish(game)
