"""Repairs of data that earlier releases damaged."""

from django.db.models import Exists, OuterRef, QuerySet

from games.engine.position import Mark
from games.play.models import Seat
from games.play.services.storage import one_transaction
from games.tournaments.models import Entrant, Match
from games.tournaments.services.matches import lock, sides


def repair_forgotten_seats() -> int:
    """Give seats in tournaments back to their entrants, and return the number of these seats.

    Until 1.1.0, forgetting a player twice, or again after an interruption, replaced them with several nameless
    players: the entrant with one, some of the seats with others.
    """
    damaged = _astray().order_by("game__match__tournament").values_list("game__match__tournament", flat=True)
    return sum(_repair(tournament=tournament) for tournament in list(damaged.distinct()))


def _astray() -> QuerySet[Seat]:
    """Return the seats of nameless players in tournaments that they have not entered."""
    taking_part = Entrant.objects.filter(tournament=OuterRef("game__match__tournament"), player=OuterRef("player"))
    nameless = Seat.objects.filter(player__name="", player__made_by=None, game__match__isnull=False)
    return nameless.filter(~Exists(taking_part))


@one_transaction
def _repair(*, tournament: int) -> int:
    locked = lock(pk=tournament)
    seats = list(
        _astray().filter(game__match__tournament=locked).select_related("game__match__first", "game__match__second")
    )
    for seat in seats:
        match = seat.game.match
        assert match
        match.tournament = locked
        seat.player_id = _entrant_of(match, seat).player_id
    Seat.objects.bulk_update(seats, ["player"], batch_size=100)
    return len(seats)


def _entrant_of(match: Match, seat: Seat) -> Entrant:
    if match.second is None:
        return match.first
    return sides(match, seat.game.place or 1)[Mark(seat.mark)]
