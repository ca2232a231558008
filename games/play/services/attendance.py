"""Store the presence of players in rooms: when a player's first page opens and when the last one closes.
`selectors.presence` reads it."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.play import news
from games.play.models import Attendance, Audience, Game, Process
from games.play.selectors.games import games_by_code
from games.play.selectors.presence import LEASE, SAME_VISIT, Presence, Visit, presences_of, visits_to
from games.play.selectors.state import State
from games.site.models import Player
from games.site.selectors import blocked_players
from games.site.services import note_seen

# A player in the room of a game: the game's code and the player's id.
Guest = tuple[str, int]


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
    arrived: Iterable[Guest] = (),
    left: Iterable[Guest] = (),
    watchers: Mapping[str, int] | None = None,
    until: datetime | None = None,
) -> None:
    """Record which players opened their first page of a game in this process, and which closed their last.

    Uses a constant number of statements, because everyone reconnects together after a restart. `watchers` maps games to
    their number of spectators. `until` is the time by which a page without a socket will poll again. Ignores games and
    players that no longer exist.
    """
    arrived, left, watchers = set(arrived), set(left), dict(watchers or {})
    codes = {code for code, _player in arrived | left} | set(watchers)
    now = timezone.now()
    with transaction.atomic():
        games = games_by_code(codes)
        visits = visits_to(codes, now)
        # A blocked player counts as absent, so that the opponent may claim the game.
        arriving = [guest for guest in arrived if _has_seat(games, guest) and guest[1] not in blocked_players()]
        leaving = [guest for guest in left if guest[0] in games and guest[1] in visits.get(guest[0], {})]
        _note(
            [
                *(_row(process, games, guest, _begin(visits, guest, now), until) for guest in arriving),
                *(_row(process, games, guest, visits[guest[0]][guest[1]].began, now) for guest in leaving),
            ]
        )
        note_seen([player for _code, player in (*arriving, *leaving)])
        _count(process, {games[code]: count for code, count in watchers.items() if code in games})
        presences = presences_of(games)
        transaction.on_commit(lambda: _publish(presences), robust=True)


def forget_visits(*, code: str, player: int) -> None:
    """Delete the ended visits of a player who acts without a socket. No process tracks such a player, so an ended visit
    would make them look absent."""
    here = Attendance.objects.filter(game__code=code, player=player)
    lapsed = Q(left_at__lt=timezone.now()) | Q(left_at=None, process__renewed_at__lt=timezone.now() - LEASE)
    here.filter(lapsed).delete()


def _has_seat(games: Mapping[str, Game], guest: Guest) -> bool:
    code, player = guest
    return code in games and bool(State.of(games[code]).marks_of(player))


def _begin(visits: Mapping[str, Mapping[int, Visit]], guest: Guest, now: datetime) -> datetime:
    """Return when a visit began: now, or earlier if it continues the last one (see SAME_VISIT)."""
    last = visits.get(guest[0], {}).get(guest[1])
    return last.began if last and now - last.seen < SAME_VISIT else now


def _row(
    process: int, games: Mapping[str, Game], guest: Guest, began: datetime, left_at: datetime | None
) -> Attendance:
    code, player = guest
    return Attendance(process_id=process, game=games[code], player_id=player, visit_at=began, left_at=left_at)


def _note(rows: list[Attendance]) -> None:
    Attendance.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["process", "game", "player"],
        update_fields=["visit_at", "left_at"],
    )


def _count(process: int, watchers: Mapping[Game, int]) -> None:
    Audience.objects.bulk_create(
        [Audience(process_id=process, game=game, count=count) for game, count in watchers.items() if count],
        update_conflicts=True,
        unique_fields=["process", "game"],
        update_fields=["count"],
    )
    if empty := [game for game, count in watchers.items() if not count]:
        Audience.objects.filter(process=process, game__in=empty).delete()


def _publish(presences: Mapping[str, Presence]) -> None:
    for code, presence in presences.items():
        news.publish(code, "presence", presence)


@transaction.atomic
def end_visits(*, player: Player) -> None:
    """End the visits of a player who is being blocked, even if pages are open."""
    here = Attendance.objects.filter(player=player).filter(Q(left_at=None) | Q(left_at__gt=timezone.now()))
    codes = list(here.values_list("game__code", flat=True))
    here.update(left_at=timezone.now())
    presences = presences_of(codes)
    transaction.on_commit(lambda: _publish(presences), robust=True)
