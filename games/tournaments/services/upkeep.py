"""Forget a player, end abandoned tournaments, and repair data that earlier releases damaged."""

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.engine.position import Mark
from games.play.models import Seat
from games.play.services.storage import one_transaction
from games.site.models import Player
from games.tournaments.models import Entrant, Phase, Standing, Tournament
from games.tournaments.services.matches import break_off, drop, lock, minutes_at, sides


def hand_over_all(*, player: Player, nobody: Player) -> None:
    """Remove a player from all tournaments, and transfer their entries to a nameless player."""
    for entrant in player.entrants.order_by("pk"):
        _hand_over(nobody=nobody, entrant=entrant)


@one_transaction
def _hand_over(*, nobody: Player, entrant: Entrant) -> None:
    """Transfer an entrant with all its seats, so that the standings match the games."""
    tournament = lock(pk=entrant.tournament_id)
    entrant = tournament.entrants.select_related("match").get(pk=entrant.pk)
    if entrant.player_id == nobody.pk:
        return
    drop(tournament, entrant, Standing.LEFT, timezone.now())
    if tournament.entrants.filter(player=nobody).exists():  # the player rejoined while being forgotten
        nobody = Player.objects.create()
    Seat.objects.filter(player=entrant.player_id, game__match__tournament=tournament).update(player=nobody)
    Entrant.objects.filter(pk=entrant.pk).update(player=nobody, name="")


@one_transaction
def end_abandoned_tournament(*, tournament: int) -> None:
    """End a tournament that is waiting or paused. Does nothing in any other phase."""
    locked = lock(pk=tournament)
    if locked.phase not in (Phase.WAITING, Phase.PAUSED):
        return
    now = timezone.now()
    for match in locked.matches.filter(ended_at=None).select_related("tournament"):
        break_off(match, now)
    minutes = minutes_at(locked, now)
    Tournament.objects.filter(pk=tournament).update(phase=Phase.OVER, over_at=now, paused_at=None, minutes=minutes)


def repair_forgotten_seats() -> int:
    """Give seats in tournaments back to their entrants, and return their number. Until 1.1.0, forgetting a player
    twice, or again after an interruption, gave the entrant to one nameless player and some of the seats to others."""
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
        entrant = sides(match, seat.game.place or 1)[Mark(seat.mark)] if match.second else match.first
        seat.player_id = entrant.player_id
    Seat.objects.bulk_update(seats, ["player"], batch_size=100)
    return len(seats)
