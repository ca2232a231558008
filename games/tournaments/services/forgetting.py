"""Renaming and forgetting a player in tournaments."""

from itertools import chain, count

from games.play.models import Game, Seat
from games.play.services.storage import one_transaction
from games.site.models import Player
from games.tournaments.models import Entrant, Standing
from games.tournaments.selectors.tournaments import IN_PLAY
from games.tournaments.services.matches import lock, update_games
from games.tournaments.services.tournaments import take_out


def rename_in_all(*, player: Player, name: str) -> None:
    """Rename a player in all their tournaments; "" removes the name."""
    for entrant in player.entrants.exclude(name="").order_by("pk"):
        _rename_in(entrant=entrant, name=name)


def hand_over_all(*, player: Player, nobody: Player) -> None:
    """Remove a player from all tournaments, and transfer their entries to a nameless player."""
    for entrant in player.entrants.order_by("pk"):
        _hand_over(nobody=nobody, entrant=entrant)


@one_transaction
def _rename_in(*, entrant: Entrant, name: str) -> None:
    """Rename an entrant, appending a number if the name is taken."""
    tournament = lock(pk=entrant.tournament_id)
    others = tournament.entrants.exclude(pk=entrant.pk)
    taken = {other.casefold() for other in others.values_list("name", flat=True)} - {""}
    names = chain([name], (f"{name} {number}" for number in count(2)))
    free = next(one for one in names if one.casefold() not in taken)
    Entrant.objects.filter(pk=entrant.pk).update(name=free)
    update_games(Game.objects.filter(IN_PLAY, match=entrant.match_id, match__isnull=False))


@one_transaction
def _hand_over(*, nobody: Player, entrant: Entrant) -> None:
    """Remove a player from a tournament, and transfer the entrant with all its seats, so that the standings match the
    games."""
    tournament = lock(pk=entrant.tournament_id)
    entrant = tournament.entrants.select_related("match").get(pk=entrant.pk)
    if entrant.player_id == nobody.pk:
        return
    take_out(tournament, entrant, Standing.LEFT)
    if tournament.entrants.filter(player=nobody).exists():  # the player rejoined while being forgotten
        nobody = Player.objects.create()
    Seat.objects.filter(player=entrant.player_id, game__match__tournament=tournament).update(player=nobody)
    Entrant.objects.filter(pk=entrant.pk).update(player=nobody, name="")
