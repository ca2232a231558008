"""Store the presence of players in rooms: when a player's first page opens and when the last one closes."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.play import news
from games.play.models import Attendance, Audience, Game, Process
from games.play.selectors.games import games_by_code
from games.play.selectors.presence import LEASE, SAME_VISIT, presences_of, visits_to
from games.play.selectors.state import State
from games.site.models import Player
from games.site.selectors import blocked_players
from games.site.services import note_seen

Visitor = tuple[str, int]  # a player in a room: the code of the game, and the player's id


@transaction.atomic  # on SQLite, transactions take turns
def open_process() -> int:
    """Register this server process and return its id."""
    return Process.objects.create().pk


@transaction.atomic
def renew_process(*, process: int) -> bool:
    """Renew the lease of a process. Return whether its row still exists."""
    return Process.objects.filter(pk=process).update(renewed_at=timezone.now()) == 1


def record_attendance(
    *,
    process: int,
    arrived: Iterable[Visitor] = (),
    left: Iterable[Visitor] = (),
    watchers: Mapping[str, int] | None = None,
    until: datetime | None = None,
) -> None:
    """Record which players opened their first page of a game in this process, and which closed their last.

    Uses a constant number of statements, because everyone reconnects together after a restart. `watchers` maps codes of
    games to their number of spectators. `until` is the time by which a page without a socket will poll again. Ignores
    games and players that no longer exist.
    """
    arrived, left, watchers = set(arrived), set(left), dict(watchers or {})
    now, visits_now = timezone.now(), dict[Visitor, tuple[datetime, datetime | None]]()
    with transaction.atomic():
        games = games_by_code({code for code, _player in arrived | left} | set(watchers))
        visits = visits_to(games, now)
        for code, player in arrived:
            # A blocked player counts as absent, so that the opponent may claim the game.
            if code in games and State.of(games[code]).marks_of(player) and player not in blocked_players():
                last = visits.get((code, player))
                began = last.began if last and now - last.seen < SAME_VISIT else now
                visits_now[code, player] = began, until
        for code, player in left:
            if code in games and (code, player) in visits:
                visits_now[code, player] = visits[code, player].began, now
        Attendance.objects.bulk_create(
            [
                Attendance(process_id=process, game=games[code], player_id=player, visit_at=began, left_at=left_at)
                for (code, player), (began, left_at) in visits_now.items()
            ],
            update_conflicts=True,
            unique_fields=["process", "game", "player"],
            update_fields=["visit_at", "left_at"],
        )
        note_seen([player for _code, player in visits_now])
        _store_watchers(process, {games[code]: count for code, count in watchers.items() if code in games})
        _publish(games.values())


def forget_visits(*, code: str, player: int) -> None:
    """Delete the ended visits of a player who acts without a socket, because an ended visit makes them look absent."""
    visits = Attendance.objects.filter(game__code=code, player=player)
    ended = Q(left_at__lt=timezone.now()) | Q(left_at=None, process__renewed_at__lt=timezone.now() - LEASE)
    visits.filter(ended).delete()


def _store_watchers(process: int, watchers: Mapping[Game, int]) -> None:
    Audience.objects.bulk_create(
        [Audience(process_id=process, game=game, count=count) for game, count in watchers.items() if count],
        update_conflicts=True,
        unique_fields=["process", "game"],
        update_fields=["count"],
    )
    if empty := [game for game, count in watchers.items() if not count]:
        Audience.objects.filter(process=process, game__in=empty).delete()


def _publish(games: Collection[Game]) -> None:
    """Tell the rooms of these games about their presence after the commit."""
    for code, presence in presences_of(games).items():
        transaction.on_commit(partial(news.publish, code, "presence", presence), robust=True)


@transaction.atomic
def end_visits(*, player: Player) -> None:
    """End the visits of a player who is being blocked, even if pages are open."""
    open_visits = Attendance.objects.filter(player=player).filter(Q(left_at=None) | Q(left_at__gt=timezone.now()))
    games = games_by_code(open_visits.values_list("game__code", flat=True))
    open_visits.update(left_at=timezone.now())
    _publish(games.values())
