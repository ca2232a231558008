"""Matchbox machines, and players' games with them."""

from games.menace.models import Menace, MenaceGame
from games.site.models import Player


def machine_of(player: Player | None, *, house: bool) -> Menace | None:
    """Return a player's own machine, or the house's; None before its first game."""
    if player is None and not house:
        return None
    return Menace.objects.filter(player=None if house else player).first()


def game_with(machine: Menace | None, player: Player | None) -> MenaceGame | None:
    """Return a player's game with a machine: in play, over or not started; None if there is none."""
    if machine is None or player is None:
        return None
    return MenaceGame.objects.filter(machine=machine, player=player).first()
